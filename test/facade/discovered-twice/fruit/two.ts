import { endpoint } from '../../../../rest-facade/endpoint.ts'
import { noFields } from '../../../../rest-facade/reply.ts'

const rest = { summary: 'Fruit', parameters: {}, reply: noFields }

export const one = endpoint('GET /one', rest).answer(async () => ({}))
export const two = endpoint('GET /two', rest).answer(async () => ({}))
