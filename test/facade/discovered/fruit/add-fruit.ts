import { endpoint } from '../../../../rest-facade/endpoint.ts'
import { noFields } from '../../../../rest-facade/reply.ts'
import { addingFruit } from './adding-fruit.ts'

export const addFruit = endpoint('POST /fruit', {
  summary: addingFruit,
  parameters: {},
  reply: noFields,
}).answer(async () => ({}))
