import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RemoveOrganizationPictureDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'

export const removeLogo = endpoint('DELETE /realm/logo', {
  summary: 'Drop the organization’s wide logo',
  description: 'The usual one takes its place.',
  requires: 'administrator',
  parameters: { night: boolean().default(false).describe('The one for dark themes.') },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session }) => {
  const picture = parameters.night ? 'NIGHT_LOGO' : 'LOGO'
  await session.execute(RemoveOrganizationPictureDocument, { input: { picture } })
  return {}
})
