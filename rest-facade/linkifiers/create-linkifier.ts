import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CreateLinkifierDocument } from '../generated/operations.ts'
import { linkifierInput, linkifierParameters } from './linkifier-parameters.ts'

export const createLinkifier = endpoint('POST /realm/filters', {
  summary: 'Add a linkifier',
  requires: 'administrator',
  parameters: linkifierParameters,
  reply: z.strictObject({ id: z.int() }),
}).answer(async ({ parameters, session }) => {
  const { createLinkifier: made } = await session.execute(CreateLinkifierDocument, {
    input: linkifierInput(parameters),
  })
  return made.linkifier
})
