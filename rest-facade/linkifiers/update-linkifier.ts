import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UpdateLinkifierDocument } from '../generated/operations.ts'
import { pathInteger } from '../parameters/path.ts'
import { linkifierInput, linkifierParameters } from './linkifier-parameters.ts'

export const updateLinkifier = endpoint('PATCH /realm/filters/:filter_id', {
  summary: 'Change a linkifier',
  requires: 'administrator',
  parameters: { filter_id: pathInteger(), ...linkifierParameters },
  reply: z.strictObject({}),
}).answer(async ({ parameters: { filter_id, ...fields }, session }) => {
  await session.execute(UpdateLinkifierDocument, {
    input: { databaseId: filter_id, ...linkifierInput(fields) },
  })
  return {}
})
