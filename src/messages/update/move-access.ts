import sql from 'sql-template-tag'
import { canReadWholeHistory } from '../../channels/access.ts'
import { usersWhoSee } from '../../channels/audience.ts'
import { messageFlagBits } from '../../contract/message-flags.ts'
import type { Transaction } from '../../database/database.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import { activeSubscribers, receiversOf, type Told } from '../audience.ts'

/** What a move to another channel changes for people. */
export interface ShiftedAccess {
  /** Users who can read the messages, and are told that they moved. */
  readonly audience: readonly Told[]
  /** Users for whom the messages are gone. */
  readonly lost: readonly Told[]
  /** Users who have them read from now on. */
  readonly becameRead: readonly Told[]
  /** Active users who can read the channel to which the messages go. */
  readonly readerIds: ReadonlySet<number>
}

/**
 * Brings people's own rows into accord with the channel to which messages have moved (reference: "Moving"):
 * who cannot read it loses them, with a protected history its subscribers get them, and they are unread only
 * for subscribers of both channels.
 *
 * @param before who was told of the messages where they were
 * @param messageIds ascending
 */
export async function shiftAccess(
  tx: Transaction,
  from: Channel,
  to: Channel,
  messageIds: readonly number[],
  before: readonly Told[],
): Promise<ShiftedAccess> {
  const readerIds = new Set(await usersWhoSee(tx, to, 'content'))
  const subscriberIds = await activeSubscribers(tx, to)
  await tx.query(sql`
    DELETE FROM user_message um USING "user" u
    WHERE um.message_id = ANY(${messageIds}::int[]) AND u.id = um.user_id AND u.is_active
      AND NOT EXISTS (SELECT FROM unnest(${[...readerIds]}::int[]) AS reader WHERE reader = u.id)`)
  const isShared = canReadWholeHistory(to)
  if (!isShared) await giveTo(tx, subscriberIds, messageIds)
  const becameRead = await markRead(tx, from, to, messageIds)
  if (isShared) {
    const others = to.inviteOnly ? [] : await receiverIds(tx, messageIds)
    const concerned = new Set([...before.flatMap(({ userIds }) => userIds), ...subscriberIds, ...others])
    const userIds = [...concerned].filter((id) => readerIds.has(id)).sort((left, right) => left - right)
    const lost = before.map((group) => ({
      ...group,
      userIds: group.userIds.filter((id) => !readerIds.has(id)),
    }))
    return { audience: [{ userIds, messageIds }], lost, becameRead, readerIds }
  }
  const reads = sql`u.id IN (SELECT unnest(${[...readerIds]}::int[]))`
  const audience = await receiversOf(tx, messageIds, reads)
  return { audience, lost: difference(before, audience), becameRead, readerIds }
}

/** Everybody who has rows of some of the messages. */
async function receiverIds(tx: Transaction, messageIds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ userId: number }>(sql`
    SELECT DISTINCT user_id FROM user_message WHERE message_id = ANY(${messageIds}::int[])`)
  return rows.map(({ userId }) => userId)
}

async function giveTo(
  tx: Transaction,
  userIds: readonly number[],
  messageIds: readonly number[],
): Promise<void> {
  await tx.query(sql`
    INSERT INTO user_message (user_id, message_id, flags)
    SELECT user_id, message_id, ${messageFlagBits.read | messageFlagBits.historical}
    FROM unnest(${userIds}::int[]) AS user_id, unnest(${messageIds}::int[]) AS message_id
    ON CONFLICT DO NOTHING`)
}

/** Only what somebody was and is subscribed to counts as unread, then and now. */
function markRead(
  tx: Transaction,
  from: Channel,
  to: Channel,
  messageIds: readonly number[],
): Promise<Told[]> {
  return tx.query<Told>(sql`
    WITH read AS (
      UPDATE user_message um SET flags = um.flags | ${messageFlagBits.read}
      WHERE um.message_id = ANY(${messageIds}::int[]) AND um.flags & ${messageFlagBits.read} = 0
        AND (SELECT count(*) FROM subscription s
          WHERE s.user_id = um.user_id AND s.channel_id IN (${from.id}, ${to.id}) AND s.active) < 2
      RETURNING um.user_id, um.message_id
    )
    SELECT message_ids, array_agg(user_id ORDER BY user_id) AS user_ids FROM (
      SELECT user_id, array_agg(message_id ORDER BY message_id) AS message_ids FROM read GROUP BY user_id
    ) changed GROUP BY message_ids ORDER BY min(user_id)`)
}

/** Of whom was told of messages, those who cannot read them any more, with what they cannot read. */
function difference(before: readonly Told[], after: readonly Told[]): Told[] {
  const kept = new Map<number, ReadonlySet<number>>()
  for (const { userIds, messageIds } of after) {
    const ids = new Set(messageIds)
    for (const userId of userIds) kept.set(userId, ids)
  }
  return before.flatMap(({ userIds, messageIds }) => {
    const groups = new Map<ReadonlySet<number> | undefined, number[]>()
    for (const userId of userIds) {
      const ids = kept.get(userId)
      const group = groups.get(ids)
      if (group) group.push(userId)
      else groups.set(ids, [userId])
    }
    return [...groups].map(([ids, users]) => ({
      userIds: users,
      messageIds: ids ? messageIds.filter((id) => !ids.has(id)) : messageIds,
    }))
  })
}
