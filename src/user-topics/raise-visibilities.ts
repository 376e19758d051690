import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import { announceMutedTopics } from './muted-topics.ts'
import { lockMutedTopics } from './set-visibility.ts'
import { announceTreatment } from './topic-event.ts'
import { type AutomaticPolicy, type VisibilityPolicy, visibilityPolicies } from './visibility.ts'

/** Somebody's wish to treat a topic better than before. */
export interface RaisedVisibility {
  readonly userId: number
  readonly policy: AutomaticPolicy
  /** Whether it is stronger than having muted the topic: only the viewer's own wish is. */
  readonly overMuted: boolean
}

/**
 * Raises how some people treat a topic, and tells each whom that changes something for. A followed
 * topic stays followed.
 *
 * @param wishes one for each person
 * @returns ids of those for whom it changed, ascending
 */
export async function raiseVisibilities(
  tx: WriteTransaction,
  { channelId, topic }: { readonly channelId: number; readonly topic: string },
  wishes: readonly RaisedVisibility[],
): Promise<number[]> {
  const userIds = wishes.map(({ userId }) => userId).sort((left, right) => left - right)
  if (userIds.length === 0) return []
  await lockMutedTopics(tx, userIds)
  const current = await policiesOf(tx, userIds, channelId, topic)
  const changing = wishes
    .filter((wish) => raises(current.get(wish.userId), wish))
    .sort((left, right) => left.userId - right.userId)
  const [first] = changing
  if (!first) return []
  const lastUpdated = await write(tx, changing, channelId, topic)
  await announceMutedTopics(
    tx,
    changing.map(({ userId }) => userId).filter((id) => current.get(id) === visibilityPolicies.muted),
  )
  for (const policy of [visibilityPolicies.unmuted, visibilityPolicies.followed]) {
    const userIds = changing.filter((wish) => wish.policy === policy).map(({ userId }) => userId)
    announceTreatment(tx, { channelId, topic, policy, lastUpdated, userIds })
  }
  return changing.map(({ userId }) => userId)
}

function raises(
  current: VisibilityPolicy = visibilityPolicies.none,
  { policy, overMuted }: RaisedVisibility,
): boolean {
  if (current === policy || current === visibilityPolicies.followed) return false
  return overMuted || current !== visibilityPolicies.muted
}

async function policiesOf(
  tx: WriteTransaction,
  userIds: readonly number[],
  channelId: number,
  topic: string,
): Promise<Map<number, VisibilityPolicy>> {
  const rows = await tx.query<{ userId: number; visibilityPolicy: VisibilityPolicy }>(sql`
    SELECT user_id, visibility_policy FROM user_topic
    WHERE channel_id = ${channelId} AND topic_key = lower(${topic}) AND user_id = ANY(${userIds}::int[])`)
  return new Map(rows.map(({ userId, visibilityPolicy }) => [userId, visibilityPolicy]))
}

async function write(
  tx: WriteTransaction,
  wishes: readonly RaisedVisibility[],
  channelId: number,
  topic: string,
): Promise<Date> {
  const [written] = await tx.query<{ lastUpdated: Date }>(sql`
    INSERT INTO user_topic (user_id, channel_id, topic_key, topic, visibility_policy)
    SELECT user_id, ${channelId}, lower(${topic}), ${topic}, policy
    FROM unnest(${wishes.map(({ userId }) => userId)}::int[], ${wishes.map(({ policy }) => policy)}::int[])
      AS wish(user_id, policy)
    ON CONFLICT (user_id, channel_id, topic_key) DO UPDATE
      SET topic = excluded.topic, visibility_policy = excluded.visibility_policy, last_updated = now()
    RETURNING last_updated`)
  if (!written) throw new Error('An insert returned nothing.')
  return written.lastUpdated
}
