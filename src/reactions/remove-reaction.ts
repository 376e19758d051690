import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import type { ReactionType } from '../contract/shapes/emoji-reaction.ts'
import type { Transaction } from '../database/database.ts'
import { emojiExists, emojiNamed } from '../emoji/resolve-emoji.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { messageAudience } from '../messages/audience.ts'
import { lockMessage } from '../messages/lock-message.ts'
import type { Reacted } from './add-reaction.ts'
import { reactionEvent } from './reaction-event.ts'
import type { MessageReaction } from './reaction-rows.ts'

/** Which of the viewer's reactions is meant: by name or code, or by both. */
export interface ReactionReference {
  readonly name?: string | null | undefined
  readonly code?: string | null | undefined
  readonly type?: ReactionType | null | undefined
}

/**
 * Takes one of the viewer's own reactions back (reference: DELETE /messages/{message_id}/reactions).
 *
 * @throws CodedError BAD_REQUEST for a message that the viewer may not read, in archived channels,
 *   and for what names no emoji; REACTION_DOES_NOT_EXIST
 */
export async function removeReaction(
  context: ViewerContext,
  messageId: number,
  which: ReactionReference,
): Promise<Reacted> {
  if (which.name == null && which.code == null) {
    throw badRequest('A reaction is named by emoji_name or by emoji_code')
  }
  const { core, viewer, once } = context
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const asker = withinTransaction(tx, context)
      const message = await lockMessage(tx, asker, messageId)
      const own = await ownReactions(tx, viewer.id, messageId)
      const meant = await find(tx, viewer.organizationId, own, which)
      if (!meant) throw new CodedError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
      await tx.query(sql`DELETE FROM reaction WHERE id = ${meant.id}`)
      tx.announce(reactionEvent('remove', messageId, meant, await messageAudience(tx, message, viewer.id)))
      return { messageId }
    },
    once,
  )
}

type OwnReaction = MessageReaction & { readonly id: number }

function ownReactions(tx: Transaction, userId: number, messageId: number): Promise<OwnReaction[]> {
  return tx.query<OwnReaction>(sql`
    SELECT id, type, emoji_code, emoji_name, user_id FROM reaction
    WHERE user_id = ${userId} AND message_id = ${messageId} ORDER BY id`)
}

/** A name means what it would mean when reacting; else what it meant when somebody reacted. */
async function find(
  tx: Transaction,
  organizationId: number,
  own: readonly OwnReaction[],
  { name, code, type }: ReactionReference,
): Promise<OwnReaction | undefined> {
  const ofType = own.filter((reaction) => type == null || reaction.type === type)
  if (code != null) {
    const found = ofType.find(({ emojiCode }) => emojiCode === code)
    if (!found && !(await emojiExists(tx, organizationId, code, type)))
      throw badRequest('Invalid emoji code.')
    return found
  }
  const kept = ofType.find(({ emojiName }) => emojiName === name)
  try {
    const emoji = await emojiNamed(tx, organizationId, name ?? '', type)
    return ofType.find((each) => each.type === emoji.type && each.emojiCode === emoji.code) ?? kept
  } catch (error) {
    if (kept && error instanceof CodedError) return kept
    throw error
  }
}
