import { z } from 'zod'
import { badRequest } from '../../src/contract/coded-error.ts'
import { MIB, uploadLimits } from '../../src/contract/limits.ts'
import { endpoint } from '../endpoint.ts'
import { AddCustomEmojiDocument } from '../generated/operations.ts'
import { pathText } from '../parameters/path.ts'

export const addEmoji = endpoint('POST /realm/emoji/:emoji_name', {
  summary: 'Upload custom emoji',
  description: 'Adds an emoji for everybody in the organization, from an image file of at most 5 MiB.',
  acceptsFiles: true,
  // What is too large for a picture is refused by the core, in words of its own.
  bodyLimit: uploadLimits.requestBodyInMemoryMib * MIB,
  parameters: { emoji_name: pathText() },
  reply: z.strictObject({}),
}).answer(async ({ parameters, session, request }) => {
  const [file, another] = request.files
  if (!file || another) throw badRequest('You must upload exactly one file.')
  await session.execute(AddCustomEmojiDocument, {
    input: { name: parameters.emoji_name, picture: file.bytes.toString('base64') },
  })
  return {}
})
