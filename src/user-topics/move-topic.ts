import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import { announceMutedTopics } from './muted-topics.ts'
import { lockMutedTopics } from './set-visibility.ts'
import { announceTreatment } from './topic-event.ts'
import { isTopicMuted, type VisibilityPolicy, visibilityPolicies } from './visibility.ts'

/** A topic of a channel. */
interface TopicPlace {
  readonly channelId: number
  readonly topic: string
}

/** A topic that has gone elsewhere as a whole. */
export interface MovedTopic {
  readonly from: TopicPlace
  /** Another topic, not the same in another spelling. */
  readonly to: TopicPlace
  /** Whether there were messages already: then both policies of a user become one. */
  readonly targetHadMessages: boolean
  /** Who can read the channel to which it has gone; null when it is the same channel. */
  readonly readerIds: ReadonlySet<number> | null
}

interface Treated {
  userId: number
  /** Null for none. */
  fromTopic: string | null
  fromPolicy: VisibilityPolicy
  toPolicy: VisibilityPolicy
  /** Whether they are subscribed to the channel to which it goes and have muted that. */
  isToChannelMuted: boolean
  /** When the database says it is: what is written now gets this time. */
  now: Date
}

/**
 * Takes along how everybody treats a topic that has moved as a whole, and tells each of them (reference:
 * "Muting and visibility policies"). Who cannot read the new place is left with nothing.
 *
 * @returns users for whom the new place was muted and is not any more, or the other way round
 */
export async function moveTopicPolicies(tx: WriteTransaction, moved: MovedTopic): Promise<number[]> {
  const concerned = await treatedBy(tx, moved)
  if (concerned.length === 0) return []
  await lockMutedTopics(
    tx,
    concerned.map(({ userId }) => userId),
  )
  const treated = await treatedBy(tx, moved)
  const results = treated.map((row) => ({ ...row, newPolicy: newPolicyOf(row, moved) }))
  const { from, to } = moved
  const { none, muted } = visibilityPolicies
  await tx.query(sql`
    DELETE FROM user_topic WHERE channel_id = ${from.channelId} AND topic_key = lower(${from.topic})`)
  const changed = results.filter(({ toPolicy, newPolicy }) => toPolicy !== newPolicy)
  await write(tx, to, changed)
  const mutedBefore = ({ fromPolicy, toPolicy }: Treated) => fromPolicy === muted || toPolicy === muted
  const news = results.filter((row) => mutedBefore(row) || row.newPolicy === muted)
  await announceMutedTopics(
    tx,
    news.map(({ userId }) => userId),
  )
  const lastUpdated = treated[0]?.now ?? new Date()
  const left = groups(results, ({ fromTopic }) => fromTopic).map(({ key, userIds }) => ({
    place: { channelId: from.channelId, topic: key },
    policy: none,
    userIds,
  }))
  const arrived = groups(changed, ({ newPolicy }) => newPolicy).map(({ key, userIds }) => ({
    place: to,
    policy: key,
    userIds,
  }))
  for (const { place, policy, userIds } of [...left, ...arrived]) {
    const { channelId, topic } = place
    if (topic === null) continue
    announceTreatment(tx, { channelId, topic, policy, lastUpdated, userIds })
  }
  return changed
    .filter(
      ({ toPolicy, newPolicy, isToChannelMuted }) =>
        isTopicMuted(toPolicy, isToChannelMuted) !== isTopicMuted(newPolicy, isToChannelMuted),
    )
    .map(({ userId }) => userId)
}

/** Users who have something in common. */
function groups<Row extends Treated, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): { key: Key; userIds: number[] }[] {
  const byKey = new Map<Key, number[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const userIds = byKey.get(key)
    if (userIds) userIds.push(row.userId)
    else byKey.set(key, [row.userId])
  }
  return [...byKey].map(([key, userIds]) => ({ key, userIds }))
}

/** How users treat both topics, one of them at least; users ascending. */
function treatedBy(tx: WriteTransaction, { from, to }: MovedTopic): Promise<Treated[]> {
  const rowsOf = ({ channelId, topic }: TopicPlace) =>
    sql`SELECT * FROM user_topic WHERE channel_id = ${channelId} AND topic_key = lower(${topic})`
  return tx.query<Treated>(sql`
    SELECT user_id, source.topic AS from_topic, coalesce(source.visibility_policy, 0) AS from_policy,
      coalesce(target.visibility_policy, 0) AS to_policy, now() AS now,
      EXISTS (SELECT FROM subscription s
        WHERE s.user_id = coalesce(source.user_id, target.user_id) AND s.channel_id = ${to.channelId} AND s.active AND s.is_muted) AS is_to_channel_muted
    FROM (${rowsOf(from)}) source FULL JOIN (${rowsOf(to)}) target USING (user_id)
    ORDER BY user_id`)
}

function newPolicyOf(
  { userId, fromPolicy, toPolicy }: Treated,
  { targetHadMessages, readerIds }: MovedTopic,
): VisibilityPolicy {
  const { none, unmuted } = visibilityPolicies
  if (readerIds && !readerIds.has(userId)) return toPolicy
  if (!targetHadMessages || fromPolicy === toPolicy) return fromPolicy
  return fromPolicy === unmuted || toPolicy === unmuted ? unmuted : none
}

async function write(
  tx: WriteTransaction,
  { channelId, topic }: TopicPlace,
  changed: readonly { readonly userId: number; readonly newPolicy: VisibilityPolicy }[],
): Promise<void> {
  const { none } = visibilityPolicies
  const cleared = changed.filter(({ newPolicy }) => newPolicy === none).map(({ userId }) => userId)
  const set = changed.filter(({ newPolicy }) => newPolicy !== none)
  if (cleared.length > 0) {
    await tx.query(sql`
      DELETE FROM user_topic
      WHERE user_id = ANY(${cleared}::int[]) AND channel_id = ${channelId} AND topic_key = lower(${topic})`)
  }
  if (set.length === 0) return
  await tx.query(sql`
    INSERT INTO user_topic (user_id, channel_id, topic_key, topic, visibility_policy)
    SELECT user_id, ${channelId}, lower(${topic}), ${topic}, policy
    FROM unnest(${set.map(({ userId }) => userId)}::int[], ${set.map(({ newPolicy }) => newPolicy)}::smallint[])
      AS given(user_id, policy)
    ON CONFLICT (user_id, channel_id, topic_key) DO UPDATE
      SET topic = excluded.topic, visibility_policy = excluded.visibility_policy, last_updated = now()`)
}
