import sql, { empty, type Sql } from 'sql-template-tag'
import { alertedUsers } from '../alert-words/alerted-users.ts'
import { newestOfTopic } from '../channels/topic-rows.ts'
import { messageFlagBits } from '../contract/message-flags.ts'
import type { TopicLink } from '../contract/shapes/topic-link.ts'
import type { Transaction } from '../database/database.ts'
import { whoMuted } from '../muted-users/muted-users.ts'

/** A message that has passed every check and is rendered. */
export interface NewMessage {
  readonly organizationId: number
  readonly senderId: number
  readonly content: string
  readonly renderedContent: string
  readonly sendingClient: string
  /** Whether the sender's own copy starts out read. */
  readonly readBySender: boolean
  /** Others whose copy starts out read; nobody unless told. */
  readonly readByUserIds?: readonly number[]
  /** Users who are mentioned by name or through a group. */
  readonly mentionedUserIds: readonly number[]
  /** Whether everybody is mentioned. */
  readonly channelWildcard: boolean
}

/** What came of it: the row's own values, and the flags of each user who received it. */
export interface InsertedMessage {
  readonly id: number
  readonly dateSent: Date
  /** Flags as bits, by user id, for every active user who received the message. */
  readonly flags: ReadonlyMap<number, number>
}

interface InsertedRow {
  id: number
  dateSent: Date
  userIds: number[]
  flags: number[]
}

/** The flags of each receiver's row, as an SQL expression over `recipient.user_id`. */
function flagsExpression(message: NewMessage, more: Sql): Sql {
  const channelBit = message.channelWildcard
    ? sql` | ${messageFlagBits.stream_wildcard_mentioned}::int`
    : empty
  const { readByUserIds = [] } = message
  const readByOthers =
    readByUserIds.length > 0
      ? sql` | (CASE WHEN recipient.user_id = ANY(${readByUserIds}::int[]) THEN ${messageFlagBits.read}::int ELSE 0 END)`
      : empty
  return sql`(CASE WHEN recipient.user_id = ${message.senderId} AND ${message.readBySender}
      OR recipient.user_id IN (${whoMuted(message.senderId)})
      THEN ${messageFlagBits.read}::int ELSE 0 END)
    | (CASE WHEN recipient.user_id = ANY(${message.mentionedUserIds}::int[])
      THEN ${messageFlagBits.mentioned}::int ELSE 0 END)
    | (CASE WHEN recipient.user_id IN (${alertedUsers(message.organizationId, message.content)})
      THEN ${messageFlagBits.has_alert_word}::int ELSE 0 END)${readByOthers}${channelBit}${more}`
}

function inserted(rows: InsertedRow[]): InsertedMessage {
  const [row] = rows
  if (!row) throw new Error('An insert returned nothing.')
  const flags = new Map(row.userIds.map((userId, i) => [userId, row.flags[i] ?? 0]))
  return { id: row.id, dateSent: row.dateSent, flags }
}

/**
 * Writes a channel message and a row for each active subscriber, in one statement. The caller
 * holds a lock on the channel.
 *
 * @param target.topicWildcardUserIds participants of the topic when it is mentioned as a whole, else none
 */
export async function insertChannelMessage(
  tx: Transaction,
  message: NewMessage,
  target: {
    readonly channelId: number
    readonly topic: string
    readonly topicLinks: readonly TopicLink[]
    readonly topicWildcardUserIds: readonly number[]
  },
): Promise<InsertedMessage> {
  const topicBit =
    target.topicWildcardUserIds.length > 0
      ? sql` | (CASE WHEN recipient.user_id = ANY(${target.topicWildcardUserIds}::int[])
          THEN ${messageFlagBits.topic_wildcard_mentioned}::int ELSE 0 END)`
      : empty
  return inserted(
    await tx.query<InsertedRow>(sql`
      WITH written AS (
        INSERT INTO message (organization_id, sender_id, channel_id, topic, topic_links, content,
          rendered_content, sending_client)
        VALUES (${message.organizationId}, ${message.senderId}, ${target.channelId}, ${target.topic},
          ${JSON.stringify(target.topicLinks)}::json, ${message.content},
          ${message.renderedContent}, ${message.sendingClient})
        RETURNING id, channel_id, topic, date_sent
      ), received AS (
        INSERT INTO user_message (user_id, message_id, flags)
        SELECT recipient.user_id, written.id, ${flagsExpression(message, topicBit)}
        FROM written, subscription recipient JOIN "user" u ON u.id = recipient.user_id
        WHERE recipient.channel_id = ${target.channelId} AND recipient.active AND u.is_active
        RETURNING user_id, flags
      ), first AS (
        UPDATE channel SET first_message_id = coalesce(first_message_id, written.id), is_recently_active = true
        FROM written
        WHERE channel.id = ${target.channelId} AND (first_message_id IS NULL OR NOT is_recently_active)
      ), newest AS (${newestOfTopic(sql`written`)}
      )
      SELECT written.id, written.date_sent, array(SELECT user_id FROM received ORDER BY user_id) AS user_ids,
        array(SELECT flags FROM received ORDER BY user_id) AS flags
      FROM written`),
  )
}

/** Writes a direct message and a row for each active participant, in one statement. */
export async function insertDirectMessage(
  tx: Transaction,
  message: NewMessage,
  target: { readonly groupId: number; readonly participantIds: readonly number[] },
): Promise<InsertedMessage> {
  return inserted(
    await tx.query<InsertedRow>(sql`
      WITH written AS (
        INSERT INTO message (organization_id, sender_id, direct_message_group_id, content, rendered_content, sending_client)
        VALUES (${message.organizationId}, ${message.senderId}, ${target.groupId}, ${message.content},
          ${message.renderedContent}, ${message.sendingClient})
        RETURNING id, date_sent
      ), received AS (
        INSERT INTO user_message (user_id, message_id, flags)
        SELECT recipient.user_id, written.id, ${flagsExpression(message, empty)}
        FROM written, unnest(${target.participantIds}::int[]) AS recipient(user_id)
          JOIN "user" u ON u.id = recipient.user_id
        WHERE u.is_active
        RETURNING user_id, flags
      )
      SELECT written.id, written.date_sent, array(SELECT user_id FROM received ORDER BY user_id) AS user_ids,
        array(SELECT flags FROM received ORDER BY user_id) AS flags
      FROM written`),
  )
}
