import * as z from 'zod'
import { customEmoji, customEmojiById } from '../shapes/custom-emoji.ts'
import { deliveredKind, eventKindInTwoForms } from './event-kind.ts'

/** All custom emoji after the change: what clients without individual_emoji_changes get instead. */
const after = { realm_emoji: customEmojiById }

const add = { op: z.literal('add'), emoji: customEmoji }

/** A custom emoji was added. */
export const realmEmojiAdd = eventKindInTwoForms('realm_emoji', { ...add, ...after }, add)

const updateOne = {
  op: z.literal('update_one'),
  emoji_id: z.string(),
  data: z.strictObject({ deactivated: z.boolean() }).partial(),
}

/** Something about a custom emoji changed. */
export const realmEmojiUpdateOne = eventKindInTwoForms('realm_emoji', { ...updateOne, ...after }, updateOne)

/** All custom emoji, for clients without individual_emoji_changes. */
export const realmEmojiUpdate = deliveredKind('realm_emoji', { op: z.literal('update'), ...after })
