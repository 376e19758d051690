import { endpoint } from '../../../../rest-facade/endpoint.ts'
import { noFields } from '../../../../rest-facade/reply.ts'

export const listFruit = endpoint('GET /fruit', { summary: 'Fruit', parameters: {}, reply: noFields }).answer(
  async () => ({}),
)
