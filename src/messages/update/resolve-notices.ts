import sql from 'sql-template-tag'
import { userInText } from '../../channels/notice-text.ts'
import { timeLimits } from '../../contract/limits.ts'
import type { WriteTransaction } from '../../events/transact.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { systemBotsOf } from '../../organizations/system-organization.ts'
import { visibilityPolicies } from '../../user-topics/visibility.ts'
import { deleteChannelMessages } from '../delete-messages.ts'
import { topicParticipants } from '../mentions.ts'
import { sendAsSystem } from '../send-as-system.ts'
import type { Toggle } from './resolved-topics.ts'

const words = { resolve: 'resolved', unresolve: 'reopened' } as const satisfies Record<Toggle, string>
const NOTICE = new RegExp(`^@_\\*\\*.*\\|\\d+\\*\\* (${Object.values(words).join('|')}) this topic\\.$`)

/**
 * Notification Bot's message about a topic that somebody has resolved or reopened. Where such a message
 * was the last thing said and is fresh, it goes instead: both together would say nothing (reference:
 * "Resolved topics").
 *
 * @param topic what the topic is called by now
 */
export async function tellOfToggle(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  channel: Channel,
  topic: string,
  toggle: Toggle,
): Promise<void> {
  const fresh = await freshNotice(tx, channel.id, topic)
  if (fresh !== null) return deleteChannelMessages(tx, channel, [fresh])
  const readBy = await readersInAdvance(tx, channel.id, topic)
  const content = `${userInText(viewer)} ${words[toggle]} this topic.`
  const to = { channelId: channel.id, topic }
  await sendAsSystem(tx, core, viewer.organization, [{ bot: 'notification', to, content, readBy }])
}

/** The newest message of a topic if it is such a notice and young; else null. */
async function freshNotice(tx: WriteTransaction, channelId: number, topic: string): Promise<number | null> {
  const [newest] = await tx.query<{ id: number; senderId: number; content: string; isFresh: boolean }>(sql`
    SELECT id, sender_id, content,
      date_sent > now() - make_interval(secs => ${timeLimits.resolveNoticeUndoSeconds}) AS is_fresh
    FROM message
    WHERE channel_id = ${channelId} AND channel_id IS NOT NULL AND lower(topic) = lower(${topic})
    ORDER BY id DESC LIMIT 1`)
  if (!newest?.isFresh || !NOTICE.test(newest.content)) return null
  return newest.senderId === (await systemBotsOf(tx)).notification.id ? newest.id : null
}

/**
 * Subscribers for whom the notice starts out read, each by their setting: always, never, or unless they
 * take part in the topic or follow it.
 */
async function readersInAdvance(tx: WriteTransaction, channelId: number, topic: string): Promise<number[]> {
  const participants = await topicParticipants(tx, channelId, topic)
  const rows = await tx.query<{ userId: number }>(sql`
    SELECT s.user_id FROM subscription s JOIN "user" u ON u.id = s.user_id
      LEFT JOIN user_topic t ON t.user_id = s.user_id AND t.channel_id = s.channel_id
        AND t.topic_key = lower(${topic}) AND t.visibility_policy = ${visibilityPolicies.followed}
    WHERE s.channel_id = ${channelId} AND s.active AND u.is_active
      AND CASE coalesce(u.settings ->> 'resolvedTopicNoticeAutoReadPolicy', 'except_followed')
        WHEN 'always' THEN true WHEN 'never' THEN false
        ELSE t.user_id IS NULL AND u.id <> ALL(${participants}::int[]) END`)
  return rows.map(({ userId }) => userId)
}
