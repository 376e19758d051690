import * as z from 'zod'
import { customEmojiById } from './custom-emoji.ts'

/** Fields of POST /register under the gate `realm_emoji`. */
export const registerCustomEmojiFields = {
  /** By id, those out of use too. */
  realm_emoji: customEmojiById,
}

const registerCustomEmoji = z.strictObject(registerCustomEmojiFields)

export type RegisterCustomEmoji = z.output<typeof registerCustomEmoji>
