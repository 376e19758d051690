import sql from 'sql-template-tag'
import type { RegisterMutedTopics, RegisterUserTopics } from '../contract/shapes/register-user-topics.ts'
import { shownTopic } from '../contract/shown-topic.ts'
import { unixSeconds } from '../contract/unix-seconds.ts'
import type { SnapshotShare } from '../events/snapshot.ts'
import type { UserTopic } from '../generated/prisma/client.ts'
import { mutedTopicsOf } from './muted-topics.ts'

/** How the viewer treats topics (register-response: `user_topics`). */
export const userTopicShare: SnapshotShare = {
  gate: 'user_topic',
  async read({ tx, viewer, presentation }): Promise<RegisterUserTopics> {
    const rows = await tx.query<UserTopic>(sql`
      SELECT * FROM user_topic WHERE user_id = ${viewer.id} ORDER BY channel_id, topic_key`)
    return {
      user_topics: rows.map(({ channelId, topic, lastUpdated, visibilityPolicy }) => ({
        stream_id: channelId,
        topic_name: shownTopic(topic, presentation),
        last_updated: unixSeconds(lastUpdated),
        visibility_policy: visibilityPolicy,
      })),
    }
  },
}

/** The muted ones of them in the old form, for clients that do not name the new one (`muted_topics`). */
export const mutedTopicShare: SnapshotShare = {
  gate: 'muted_topics',
  supersededBy: 'user_topic',
  async read(reader): Promise<RegisterMutedTopics> {
    const topics = await mutedTopicsOf(reader.tx, reader, reader.viewer.id)
    return {
      muted_topics: topics.map(([channel, topic, mutedAt]) => [
        channel,
        shownTopic(topic, reader.presentation),
        mutedAt,
      ]),
    }
  },
}
