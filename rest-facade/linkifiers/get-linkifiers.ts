import { z } from 'zod'
import { linkifier } from '../../src/contract/shapes/linkifier.ts'
import { endpoint } from '../endpoint.ts'
import { LinkifiersDocument } from '../generated/operations.ts'

export const getLinkifiers = endpoint('GET /realm/linkifiers', {
  summary: 'List linkifiers',
  description: 'In the order in which they apply.',
  parameters: {},
  reply: z.strictObject({ linkifiers: z.array(linkifier) }),
}).answer(({ session }) => session.execute(LinkifiersDocument, {}))
