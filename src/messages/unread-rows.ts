import sql, { raw, type Sql } from 'sql-template-tag'
import { countLimits } from '../contract/limits.ts'
import { messageFlagBits, wildcardMentionBits } from '../contract/message-flags.ts'
import type { Transaction } from '../database/database.ts'

/** Unread messages of one conversation, or of one spelling of a topic. */
export interface UnreadRow {
  /** Null for direct messages. */
  readonly channelId: number | null
  readonly topic: string
  /** The same for all spellings. */
  readonly topicKey: string
  /** Null for channel messages. */
  readonly participantIds: number[] | null
  readonly ids: number[]
  /** Those that mention the viewer. */
  readonly mentioning: number[] | null
  /** Those that mention everybody. */
  readonly wildcards: number[] | null
}

/** Whose messages are read, and through what. */
interface UnreadReader {
  readonly tx: Transaction
  readonly viewer: { readonly id: number }
}

/**
 * A user's newest unread messages, by channel and topic and by conversation, in order: those that are told,
 * and one more, to see whether there are more. One query, or two.
 *
 * @param isSubscribed whether the viewer is subscribed to a channel
 */
export async function unreadConversations(
  reader: UnreadReader,
  isSubscribed: (channelId: number) => boolean,
): Promise<UnreadRow[]> {
  return inOrder(await readUnread(reader, isSubscribed))
}

async function readUnread(reader: UnreadReader, isSubscribed: (channelId: number) => boolean) {
  const most = countLimits.unreadMessages + 1
  const rows = await readNewest(
    reader,
    sql`
    SELECT message_id AS id, flags FROM user_message
    WHERE user_id = ${reader.viewer.id} AND ${isUnread} ORDER BY message_id DESC LIMIT ${most}`,
  )
  const told = rows.filter(({ channelId }) => channelId === null || isSubscribed(channelId))
  if (told.length === rows.length || countOf(rows) < most) return told
  // Channels that the viewer has left have taken places of older messages.
  return readNewest(
    reader,
    sql`
    SELECT um.message_id AS id, um.flags FROM user_message um JOIN message m ON m.id = um.message_id
    WHERE um.user_id = ${reader.viewer.id} AND um.${isUnread} AND (m.channel_id IS NULL OR m.channel_id IN (
      SELECT channel_id FROM subscription WHERE user_id = ${reader.viewer.id} AND active))
    ORDER BY um.message_id DESC LIMIT ${most}`,
  )
}

/** The bits stand in the text of the statement, as they do in the partial index's. */
const isUnread = raw(`flags & ${messageFlagBits.read} = 0`)

/** @param newest selects ids and flags of messages */
function readNewest({ tx }: UnreadReader, newest: Sql): Promise<UnreadRow[]> {
  // The statement only groups, by bytes, and nothing is sorted or joined but what it takes to group: a
  // topic has many messages and few spellings, and the rest is done with those.
  return tx.query<UnreadRow>(sql`
    WITH newest AS MATERIALIZED (${newest}), conversation AS MATERIALIZED (
      SELECT m.channel_id, m.direct_message_group_id AS group_id, m.topic COLLATE "C" AS topic,
        json_agg(newest.id) AS ids,
        json_agg(newest.id) FILTER (WHERE flags & ${messageFlagBits.mentioned}::int <> 0) AS mentioning,
        json_agg(newest.id) FILTER (WHERE flags & ${wildcardMentionBits}::int <> 0) AS wildcards
      FROM newest JOIN message m ON m.id = newest.id GROUP BY 1, 2, 3
    )
    SELECT channel_id, topic, lower(topic COLLATE "default") AS topic_key, ids, mentioning, wildcards,
      (SELECT participant_ids FROM direct_message_group g WHERE g.id = group_id) AS participant_ids
    FROM conversation`)
}

/** How many messages there are in all. */
export const countOf = (rows: readonly UnreadRow[]): number =>
  rows.reduce((sum, { ids }) => sum + ids.length, 0)

const ascending = (ids: number[]): number[] => ids.sort((left, right) => left - right)

/** Puts channels, topics and ids in order, and the spellings of a topic into one. */
function inOrder(rows: readonly UnreadRow[]): UnreadRow[] {
  const conversations = new Map<string, UnreadRow>()
  for (const row of rows) {
    ascending(row.ids)
    const key = `${row.channelId} ${row.participantIds} ${row.topicKey}`
    const spelling = conversations.get(key)
    conversations.set(key, spelling ? together(spelling, row) : row)
  }
  return [...conversations.values()].sort(
    (left, right) =>
      (left.channelId ?? 0) - (right.channelId ?? 0) || (left.topicKey < right.topicKey ? -1 : 1),
  )
}

/** Two spellings of a topic: the newest message says how it is spelled. */
function together(left: UnreadRow, right: UnreadRow): UnreadRow {
  const newest = (left.ids.at(-1) ?? 0) > (right.ids.at(-1) ?? 0) ? left : right
  return {
    ...newest,
    ids: ascending([...left.ids, ...right.ids]),
    mentioning: [...(left.mentioning ?? []), ...(right.mentioning ?? [])],
    wildcards: [...(left.wildcards ?? []), ...(right.wildcards ?? [])],
  }
}
