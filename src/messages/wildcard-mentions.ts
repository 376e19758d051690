import sql, { raw, type Sql } from 'sql-template-tag'
import { anyMentionBits, messageFlagBits, wildcardMentionBits } from '../contract/message-flags.ts'
import type { Transaction } from '../database/database.ts'
import { holdLog } from '../events/hold-log.ts'
import type { WriteTransaction } from '../events/transact.ts'
import { visibilityPolicies } from '../user-topics/visibility.ts'
import { type ChangeableMessage, flagEvent } from './flag-event.ts'
import { isMuted } from './narrow/muted.ts'

// An unread message that mentions everybody counts among somebody's mentions unless it is muted for them
// (reference: "unread_msgs"). Clients know of some messages only that they are mentions, so that they cannot
// say which of them go or come back when something is muted: they are told, by an event that says anew
// where those messages are unread and whom they mention.

/** An unread message that mentions a user, but not by name. */
type Mention = ChangeableMessage & { readonly userId: number }

/** Places that some users have begun to treat, or no longer treat, as muted. */
export interface RetreatedPlaces {
  readonly userIds: readonly number[]
  /** Of one organization. */
  readonly channelIds: readonly number[]
  /** In any case; null for all topics that these users treat as their channel. */
  readonly topic: string | null
  /** Messages there that they are told of in another way. */
  readonly otherMessageIds: readonly number[]
}

/**
 * Tells users which unread messages of some places mention them from now on, and which no longer: of each
 * channel by events of its own. Comes after what was written about the places.
 */
export async function tellOfMentions(
  tx: WriteTransaction,
  { userIds, channelIds, topic, otherMessageIds }: RetreatedPlaces,
): Promise<void> {
  const [anyChannelId] = channelIds
  if (userIds.length === 0 || anyChannelId === undefined) return
  // Messages that were just being sent are there then.
  await holdLog(tx, sql`SELECT organization_id FROM channel WHERE id = ${anyChannelId}`)
  const inPlace =
    topic === null
      ? sql`NOT EXISTS (SELECT FROM user_topic treated
          WHERE treated.user_id = um.user_id AND treated.channel_id = m.channel_id
            AND treated.topic_key = lower(m.topic) AND treated.visibility_policy <> ${visibilityPolicies.none})`
      : sql`lower(m.topic) = lower(${topic})`
  const mentions = await readMentions(
    tx,
    sql`um.user_id = ANY(${userIds}::int[]) AND m.channel_id = ANY(${channelIds}::int[]) AND ${inPlace}
      AND m.id <> ALL(${otherMessageIds}::int[])`,
  )
  for (const channelId of channelIds) {
    announce(
      tx,
      mentions.filter((mention) => mention.channelId === channelId),
    )
  }
}

/**
 * Watches messages that are about to move, held by the transaction with their channels.
 *
 * @returns tells those for whom that has changed whether they are mentioned; comes when all is written
 */
export async function watchMentions(
  tx: WriteTransaction,
  messageIds: readonly number[],
): Promise<() => Promise<void>> {
  const before = await readMentions(
    tx,
    sql`m.id = ANY(${messageIds}::int[])
      AND (m.rendered_content LIKE '%channel-wildcard-mention%' OR m.rendered_content LIKE '%topic-mention%')`,
  )
  const [first] = before
  if (!first) return async () => {}
  return async () => {
    // Who marks one as read meanwhile is told of that afterwards, or has it marked by now.
    await holdLog(tx, sql`SELECT organization_id FROM message WHERE id = ${first.id}`)
    const wasMuted = new Map(before.map((mention) => [keyOf(mention), mention.isMuted]))
    const [userIds, ids] = [before.map(({ userId }) => userId), before.map(({ id }) => id)]
    const after = await readMentions(
      tx,
      sql`(um.user_id, um.message_id) IN (SELECT * FROM unnest(${userIds}::int[], ${ids}::int[]))`,
    )
    announce(
      tx,
      after.filter((mention) => wasMuted.get(keyOf(mention)) !== mention.isMuted),
    )
  }
}

const keyOf = ({ userId, id }: Mention): string => `${userId} ${id}`

/** The bits stand in the text of the statement, as they do in the partial index's. */
const isUnreadWildcard = raw(
  `um.flags & ${anyMentionBits} <> 0 AND um.flags & ${wildcardMentionBits} <> 0
    AND um.flags & ${messageFlagBits.mentioned | messageFlagBits.read} = 0`,
)

/** @param where on rows `um` and their messages `m` */
function readMentions(tx: Transaction, where: Sql): Promise<Mention[]> {
  return tx.query<Mention>(sql`
    SELECT um.user_id, m.id, m.channel_id, m.topic, NULL AS participant_ids, um.flags, true AS is_subscribed,
      ${isMuted(sql`um.user_id`)} AS is_muted
    FROM user_message um JOIN message m ON m.id = um.message_id
    WHERE ${isUnreadWildcard} AND ${where}
      AND EXISTS (SELECT FROM subscription s
        WHERE s.user_id = um.user_id AND s.channel_id = m.channel_id AND s.active)
    ORDER BY um.user_id, m.id`)
}

/** Says of each message where it is unread and whom it mentions; users with the same messages hear it together. */
function announce(tx: WriteTransaction, mentions: readonly Mention[]): void {
  const byUser = new Map<number, Mention[]>()
  for (const mention of mentions) byUser.set(mention.userId, [...(byUser.get(mention.userId) ?? []), mention])
  const told = new Map<string, { readonly own: readonly Mention[]; readonly userIds: number[] }>()
  for (const [userId, own] of byUser) {
    const key = own.map(({ id, isMuted }) => `${id} ${isMuted}`).join()
    const known = told.get(key)
    if (known) known.userIds.push(userId)
    else told.set(key, { own, userIds: [userId] })
  }
  for (const { own, userIds } of told.values()) {
    const ids = own.map(({ id }) => id)
    // Of messages in channels the same is told to everybody.
    tx.announce({ ...flagEvent('read', 'remove', ids, own, userIds[0] ?? 0), audience: userIds })
  }
}
