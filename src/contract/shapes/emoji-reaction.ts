import * as z from 'zod'

/** Where an emoji's code is looked up: Unicode, the organization's own emoji, or the server's extra one. */
export const reactionTypes = ['unicode_emoji', 'realm_emoji', 'service_extra_emoji'] as const
export const reactionType = z.enum(reactionTypes)

/** The name by which existing clients know `service_extra_emoji` (wire-aliases). */
export const extraEmojiAlias = 'zulip_extra_emoji'

/** As in `reactionType`, or the alias: what requests may say and what old clients may be told. */
export const wireReactionType = z.enum([...reactionTypes, extraEmojiAlias])

export type ReactionType = z.output<typeof reactionType>

/** The stored name for what a client sent. */
export function canonicalReactionType(sent: z.output<typeof wireReactionType>): ReactionType {
  return sent === extraEmojiAlias ? 'service_extra_emoji' : sent
}

/** One user's reaction, as it is stored in message events (schemas: "EmojiReaction"). */
export const emojiReaction = z.strictObject({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: reactionType,
  user_id: z.int(),
})

/** One user's reaction, as clients get it. */
export const wireEmojiReaction = emojiReaction.extend({ reaction_type: wireReactionType })

export type EmojiReaction = z.output<typeof emojiReaction>
