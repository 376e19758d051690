import { endpoint } from '../../../../rest-facade/endpoint.ts'
import { pathInteger } from '../../../../rest-facade/parameters/path.ts'
import { noFields } from '../../../../rest-facade/reply.ts'

export const useTool = endpoint('POST /a-tools/:tool_id', {
  summary: 'Use a tool',
  parameters: { tool_id: pathInteger() },
  reply: noFields,
}).answer(async () => ({}))
