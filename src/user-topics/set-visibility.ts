import sql from 'sql-template-tag'
import { accessChannel, type ChannelReference } from '../channels/access.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { normalizeTopic } from '../messages/topic.ts'
import { tellOfMentions } from '../messages/wildcard-mentions.ts'
import { mutedTopicsOf } from './muted-topics.ts'
import { announceTreatment } from './topic-event.ts'
import { type Treated, treatedBy } from './treated-by.ts'
import { isTopicMuted, type VisibilityPolicy, visibilityPolicies } from './visibility.ts'

/** How somebody wants to treat a topic. */
export interface VisibilityRequest {
  readonly channel: ChannelReference
  readonly topic: string
  readonly policy: VisibilityPolicy
  /** The policy that must be in force now; otherwise nothing changes. Null for any. */
  readonly instead: VisibilityPolicy | null
}

/** How the viewer treats a topic. */
export interface TopicVisibility {
  readonly channelId: number
  readonly topic: string
  readonly policy: VisibilityPolicy
}

/**
 * Sets how the viewer treats a topic, which need not have messages (reference: POST /user_topics).
 * Only the viewer is told, and only when something changes. A policy of somebody who lost sight of the channel
 * can still be dropped.
 *
 * @throws CodedError BAD_REQUEST for a channel that the viewer may not read, and for no topic's name
 */
export async function setTopicVisibility(
  context: ViewerContext,
  request: VisibilityRequest,
): Promise<TopicVisibility> {
  const { core, viewer } = context
  const topic = checkedTopic(request.topic)
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const channelId = await accessTopicChannel(tx, context, topic, request)
      // Old clients are told of all muted topics at once, which two requests must not do from two states.
      await lockMutedTopics(tx, [viewer.id])
      const { policy: current, isChannelMuted } = await treatmentOf(tx, viewer.id, channelId, topic)
      const { policy, instead } = request
      if (current === policy || (instead !== null && current !== instead)) {
        return { channelId, topic, policy: current }
      }
      const lastUpdated = await write(tx, viewer.id, { channelId, topic, policy })
      if (current === visibilityPolicies.muted || policy === visibilityPolicies.muted) {
        const muted_topics = await mutedTopicsOf(tx, context, viewer.id)
        tx.announce({ payload: { type: 'muted_topics', muted_topics }, audience: [viewer.id] })
      }
      announceTreatment(tx, { channelId, topic, policy, lastUpdated, userIds: [viewer.id] })
      if (isTopicMuted(current, isChannelMuted) !== isTopicMuted(policy, isChannelMuted)) {
        await tellOfMentions(tx, {
          userIds: [viewer.id],
          channelIds: [channelId],
          topic,
          otherMessageIds: [],
        })
      }
      return { channelId, topic, policy }
    },
    context.once,
  )
}

/**
 * Holds back others who change how these users treat topics, or mute channels of theirs, until the transaction
 * ends. Comes after locks on channels.
 *
 * @param userIds ascending
 */
export async function lockMutedTopics(tx: WriteTransaction, userIds: readonly number[]): Promise<void> {
  await tx.query(sql`
    SELECT pg_advisory_xact_lock(hashtext('parley muted topics'), id)
    FROM unnest(${userIds}::int[]) WITH ORDINALITY AS given(id, position) ORDER BY position`)
}

/** A topic as it is kept. Unlike a message's it is refused, not cut, when it is too long. */
function checkedTopic(written: string): string {
  if ([...written.trim()].length > textLimits.topic) {
    throw badRequest(`topic is too long (limit: ${textLimits.topic} characters)`)
  }
  return normalizeTopic(written)
}

async function accessTopicChannel(
  tx: WriteTransaction,
  context: ViewerContext,
  topic: string,
  { channel: by, policy }: VisibilityRequest,
): Promise<number> {
  try {
    const { channel } = await accessChannel(tx, context, by, 'content', { lock: 'share' })
    return channel.id
  } catch (error) {
    const drops = policy === visibilityPolicies.none && 'id' in by
    if (!(drops && error instanceof CodedError)) throw error
    const kept = await treatmentOf(tx, context.viewer.id, by.id, topic)
    if (kept.policy === visibilityPolicies.none) throw error
    return by.id
  }
}

async function treatmentOf(
  tx: WriteTransaction,
  userId: number,
  channelId: number,
  topic: string,
): Promise<Treated> {
  const [treated] = await treatedBy(tx, [userId], channelId, topic)
  if (!treated) throw new Error('Somebody treats a topic in no way at all.')
  return treated
}

/** Returns when: to the second as clients are told it, to the millisecond as it is kept. */
async function write(
  tx: WriteTransaction,
  userId: number,
  { channelId, topic, policy }: TopicVisibility,
): Promise<Date> {
  if (policy === visibilityPolicies.none) {
    const [removed] = await tx.query<{ now: Date }>(sql`
      DELETE FROM user_topic
      WHERE user_id = ${userId} AND channel_id = ${channelId} AND topic_key = lower(${topic}) RETURNING now() AS now`)
    return removed?.now ?? new Date()
  }
  const [written] = await tx.query<{ lastUpdated: Date }>(sql`
    INSERT INTO user_topic (user_id, channel_id, topic_key, topic, visibility_policy)
    VALUES (${userId}, ${channelId}, lower(${topic}), ${topic}, ${policy})
    ON CONFLICT (user_id, channel_id, topic_key) DO UPDATE
      SET topic = excluded.topic, visibility_policy = excluded.visibility_policy, last_updated = now()
    RETURNING last_updated`)
  if (!written) throw new Error('An insert returned nothing.')
  return written.lastUpdated
}
