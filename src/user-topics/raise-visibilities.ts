import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import { tellOfMentions } from '../messages/wildcard-mentions.ts'
import { announceMutedTopics } from './muted-topics.ts'
import { lockMutedTopics } from './set-visibility.ts'
import { announceTreatment } from './topic-event.ts'
import { treatedBy } from './treated-by.ts'
import {
  type AutomaticPolicy,
  isTopicMuted,
  type VisibilityPolicy,
  visibilityPolicies,
} from './visibility.ts'

/** Somebody's wish to treat a topic better than before. */
export interface RaisedVisibility {
  readonly userId: number
  readonly policy: AutomaticPolicy
  /** Whether it is stronger than having muted the topic: only the viewer's own wish is. */
  readonly overMuted: boolean
}

/** The topic in question. */
export interface RaisedTopic {
  readonly channelId: number
  readonly topic: string
  /** Its message because of which it is raised, when its receivers are told of that later; else null. */
  readonly newMessageId: number | null
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
  { channelId, topic, newMessageId }: RaisedTopic,
  wishes: readonly RaisedVisibility[],
): Promise<number[]> {
  const userIds = wishes.map(({ userId }) => userId).sort((left, right) => left - right)
  if (userIds.length === 0) return []
  await lockMutedTopics(tx, userIds)
  const treated = await treatedBy(tx, userIds, channelId, topic)
  const current = new Map(treated.map(({ userId, policy }) => [userId, policy]))
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
  const changed = changing.map(({ userId }) => userId)
  const hadMuted = new Set(
    treated
      .filter(({ policy, isChannelMuted }) => isTopicMuted(policy, isChannelMuted))
      .map(({ userId }) => userId),
  )
  await tellOfMentions(tx, {
    userIds: changed.filter((id) => hadMuted.has(id)),
    channelIds: [channelId],
    topic,
    otherMessageIds: newMessageId === null ? [] : [newMessageId],
  })
  return changed
}

function raises(
  current: VisibilityPolicy = visibilityPolicies.none,
  { policy, overMuted }: RaisedVisibility,
): boolean {
  if (current === policy || current === visibilityPolicies.followed) return false
  return overMuted || current !== visibilityPolicies.muted
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
