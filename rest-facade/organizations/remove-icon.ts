import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { RemoveOrganizationPictureDocument } from '../generated/operations.ts'

export const removeIcon = endpoint('DELETE /realm/icon', {
  summary: 'Drop the organization’s icon',
  description: 'The usual one takes its place.',
  requires: 'administrator',
  parameters: {},
  reply: z.strictObject({ icon_url: z.string().describe('Where the icon is that is shown now.') }),
}).answer(async ({ session }) => {
  const input = { picture: 'ICON' as const }
  const { removeOrganizationPicture: changed } = await session.execute(RemoveOrganizationPictureDocument, {
    input,
  })
  return { icon_url: changed.organization.iconUrl }
})
