import { z } from 'zod'
import { MIB, uploadLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { SetOrganizationPictureDocument } from '../generated/operations.ts'
import { pictureIn } from './picture-form.ts'

export const setIcon = endpoint('POST /realm/icon', {
  summary: 'Set the organization’s icon',
  description: 'One image file in a multipart body, at most max_icon_file_size_mib.',
  requires: 'administrator',
  parameters: {},
  acceptsFiles: true,
  // What is too large for a picture is refused by the core, in words of its own.
  bodyLimit: uploadLimits.requestBodyInMemoryMib * MIB,
  reply: z.strictObject({ icon_url: z.string() }),
}).answer(async ({ request, session }) => {
  const input = { picture: 'ICON' as const, image: pictureIn(request, 'icon') }
  const { setOrganizationPicture: changed } = await session.execute(SetOrganizationPictureDocument, { input })
  return { icon_url: changed.organization.iconUrl }
})
