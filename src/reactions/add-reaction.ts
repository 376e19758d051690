import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { CodedError } from '../contract/coded-error.ts'
import type { ReactionType } from '../contract/shapes/emoji-reaction.ts'
import type { Transaction } from '../database/database.ts'
import { type Emoji, emojiNamed, type NamedEmoji, resolveEmoji } from '../emoji/resolve-emoji.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { messageAudience } from '../messages/audience.ts'
import { lockMessage } from '../messages/lock-message.ts'
import { takeIntoHistory } from '../messages/take-into-history.ts'
import { raiseOnParticipation } from '../user-topics/automatic-visibility.ts'
import { reactionEvent } from './reaction-event.ts'

/** What came of it, as plain JSON. */
export interface Reacted {
  readonly messageId: number
}

/**
 * Adds the viewer's emoji to a message (reference: POST /messages/{message_id}/reactions). Joining in
 * a reaction of others, the viewer's emoji gets the name that theirs has, also when that means
 * another emoji, or none, by now. The message enters the viewer's history.
 *
 * @throws CodedError BAD_REQUEST for a message that the viewer may not read, in archived channels,
 *   and for an emoji that there is not; REACTION_ALREADY_EXISTS
 */
export async function addReaction(
  context: ViewerContext,
  messageId: number,
  named: NamedEmoji,
): Promise<Reacted> {
  const { core, viewer, once } = context
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const asker = withinTransaction(tx, context)
      const message = await lockMessage(tx, asker, messageId)
      const { type, code, name } = await emojiFor(tx, viewer.organizationId, messageId, named)
      const added = await tx.query(sql`
        INSERT INTO reaction (message_id, user_id, type, emoji_code, emoji_name)
        VALUES (${messageId}, ${viewer.id}, ${type}::reaction_type, ${code}, ${name})
        ON CONFLICT DO NOTHING RETURNING id`)
      if (added.length === 0) {
        throw new CodedError('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
      }
      if (!message.isReceived) await takeIntoHistory(tx, viewer.id, messageId)
      await raiseOnParticipation(tx, viewer, message)
      const reaction = { type, emojiCode: code, emojiName: name, userId: viewer.id }
      tx.announce(reactionEvent('add', messageId, reaction, await messageAudience(tx, message, viewer.id)))
      return { messageId }
    },
    once,
  )
}

/** The emoji that is meant, under the name that it already has on the message. */
async function emojiFor(
  tx: Transaction,
  organizationId: number,
  messageId: number,
  named: NamedEmoji,
): Promise<Emoji> {
  const { name, code } = named
  if (code == null) {
    const emoji = await emojiNamed(tx, organizationId, name, named.type)
    return (await onMessage(tx, messageId, emoji.type, emoji.code)) ?? emoji
  }
  const present = await onMessage(tx, messageId, named.type ?? null, code)
  return present ?? resolveEmoji(tx, organizationId, named)
}

/** An emoji that somebody has reacted with; of any type for null. */
async function onMessage(
  tx: Transaction,
  messageId: number,
  type: ReactionType | null,
  code: string,
): Promise<Emoji | undefined> {
  const [present] = await tx.query<Emoji>(sql`
    SELECT type, emoji_code AS code, emoji_name AS name FROM reaction
    WHERE message_id = ${messageId} AND emoji_code = ${code}
      AND (${type}::reaction_type IS NULL OR type = ${type}::reaction_type)
    ORDER BY id LIMIT 1`)
  return present
}
