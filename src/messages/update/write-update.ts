import sql from 'sql-template-tag'
import { alertedUsers } from '../../alert-words/alerted-users.ts'
import { renewTopics } from '../../channels/topic-rows.ts'
import { anyMentionBits, messageFlagBits } from '../../contract/message-flags.ts'
import type { EditHistoryEntry } from '../../contract/shapes/message.ts'
import { unixSeconds } from '../../contract/unix-seconds.ts'
import type { Transaction } from '../../database/database.ts'
import { historyOf } from '../history/visible-history.ts'
import type { MessageRow } from '../message-rows.ts'
import type { EditPlan } from './plan-edit.ts'
import { leavesChannel, type MovePlan } from './plan-move.ts'

/** Who changes something, and when. */
export interface Authorship {
  readonly userId: number
  readonly at: Date
}

/** Puts messages where they go, and notes it in each one's history. */
export async function writeMove(tx: Transaction, plan: MovePlan, { userId, at }: Authorship): Promise<void> {
  const { from, to, fromTopic, toTopic, newTopic, topicLinks, toggle, messages } = plan
  const ids = messages.map(({ id }) => id)
  const common = {
    user_id: userId,
    timestamp: unixSeconds(at),
    ...(leavesChannel(plan) && { prev_stream: from.id, stream: to.id }),
  }
  await tx.query(sql`
    UPDATE message SET channel_id = ${to.id}, topic = coalesce(${newTopic}::text, topic),
      topic_links = coalesce(${newTopic === null ? null : JSON.stringify(topicLinks)}::json, topic_links),
      last_moved_at = CASE WHEN ${toggle === null} THEN ${at}::timestamptz ELSE last_moved_at END,
      edit_history = (jsonb_build_array(${JSON.stringify(common)}::jsonb ||
          CASE WHEN topic <> ${newTopic}::text
            THEN jsonb_build_object('prev_topic', topic, 'topic', ${newTopic}::text) ELSE '{}' END)
        || coalesce(edit_history::jsonb, '[]'))::json
    WHERE id = ANY(${ids}::int[])`)
  await renewTopics(tx, [
    { channelId: from.id, topic: fromTopic },
    { channelId: to.id, topic: toTopic },
  ])
}

/** Gives a message new content, and notes it in its history: in one entry with what else becomes of it. */
export async function writeEdit(
  tx: Transaction,
  message: MessageRow,
  { rendered }: EditPlan,
  move: MovePlan | null,
  { userId, at }: Authorship,
): Promise<void> {
  const entry: EditHistoryEntry = {
    user_id: userId,
    timestamp: unixSeconds(at),
    prev_content: message.content,
    prev_rendered_content: message.renderedContent,
    ...(move?.newTopic != null && { prev_topic: message.topic, topic: move.newTopic }),
  }
  await tx.query(sql`
    UPDATE message SET content = ${rendered.content}, rendered_content = ${rendered.html},
      last_edited_at = ${at}, edit_history = ${JSON.stringify([entry, ...historyOf(message)])}::json
    WHERE id = ${message.id}`)
}

/**
 * Finds out anew whom a message's content mentions and alerts, among those who have it. Nobody gets it
 * for being mentioned, and nothing becomes unread.
 */
export async function writeMentions(
  tx: Transaction,
  { id: messageId, organizationId }: { readonly id: number; readonly organizationId: number },
  { rendered, mentionedUserIds, topicWildcardUserIds }: EditPlan,
): Promise<void> {
  const { mentioned, stream_wildcard_mentioned, topic_wildcard_mentioned, has_alert_word } = messageFlagBits
  await tx.query(sql`
    WITH wanted AS (
      SELECT user_id, flags AS old_flags, (flags & ~${anyMentionBits | has_alert_word}::int)
          | CASE WHEN user_id = ANY(${mentionedUserIds}::int[]) THEN ${mentioned}::int ELSE 0 END
          | CASE WHEN user_id IN (${alertedUsers(organizationId, rendered.content)})
            THEN ${has_alert_word}::int ELSE 0 END
          | CASE WHEN user_id = ANY(${topicWildcardUserIds}::int[])
            THEN ${topic_wildcard_mentioned}::int ELSE 0 END
          | ${rendered.channelWildcard ? stream_wildcard_mentioned : 0}::int AS new_flags
      FROM user_message WHERE message_id = ${messageId} ORDER BY user_id FOR UPDATE
    )
    UPDATE user_message um SET flags = wanted.new_flags
    FROM wanted
    WHERE um.message_id = ${messageId} AND um.user_id = wanted.user_id AND wanted.old_flags <> wanted.new_flags`)
}
