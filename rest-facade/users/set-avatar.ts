import { z } from 'zod'
import { badRequest } from '../../src/contract/coded-error.ts'
import { MIB, uploadLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { SetAvatarDocument } from '../generated/operations.ts'

export const setAvatar = endpoint('POST /users/me/avatar', {
  summary: 'Set own profile picture',
  description: 'One image file in a multipart body, at most max_avatar_file_size_mib.',
  parameters: {},
  acceptsFiles: true,
  // What is too large for a picture is refused by the core, in words of its own.
  bodyLimit: uploadLimits.requestBodyInMemoryMib * MIB,
  reply: z.strictObject({ avatar_url: z.string() }),
}).answer(async ({ request: { files }, session }) => {
  const [file] = files
  if (!file || files.length > 1) throw badRequest('You must upload exactly one avatar')
  const input = { image: file.bytes.toString('base64') }
  const { setAvatar: changed } = await session.execute(SetAvatarDocument, { input })
  return { avatar_url: changed.avatarUrl }
})
