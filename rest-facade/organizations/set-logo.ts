import { z } from 'zod'
import { MIB, uploadLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { SetOrganizationPictureDocument } from '../generated/operations.ts'
import { boolean } from '../parameters/json.ts'
import { pictureIn } from './picture-form.ts'

export const setLogo = endpoint('POST /realm/logo', {
  summary: 'Set the organization’s wide logo',
  description: 'One image file in a multipart body, at most max_logo_file_size_mib.',
  requires: 'administrator',
  parameters: { night: boolean().default(false).describe('The one for dark themes.') },
  acceptsFiles: true,
  // As for the icon.
  bodyLimit: uploadLimits.requestBodyInMemoryMib * MIB,
  reply: z.strictObject({}),
}).answer(async ({ parameters, request, session }) => {
  const picture = parameters.night ? 'NIGHT_LOGO' : 'LOGO'
  await session.execute(SetOrganizationPictureDocument, {
    input: { picture, image: pictureIn(request, 'logo') },
  })
  return {}
})
