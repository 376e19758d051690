import sql, { type Sql } from 'sql-template-tag'
import type { Asker } from '../channels/access.ts'
import { flagsWithoutRow, messageFlagBits } from '../contract/message-flags.ts'
import type { Message } from '../generated/prisma/client.ts'
import { type MessageReaction, reactionsOfMessage } from '../reactions/reaction-rows.ts'
import { type MessageSubmessage, submessagesOfMessage } from '../submessages/submessage-rows.ts'

/** A message as one viewer has it, with what is said of its place. */
export interface MessageRow
  extends Omit<Message, 'organizationId' | 'hasLink' | 'hasImage' | 'hasAttachment'> {
  /** The viewer's flags, as bits. */
  readonly flags: number
  /** Null for direct messages. */
  readonly channelName: string | null
  /** All participants of a direct message, ascending; null for channel messages. */
  readonly participantIds: number[] | null
  /** Oldest first; null for none. */
  readonly reactions: MessageReaction[] | null
  /** The same. */
  readonly submessages: MessageSubmessage[] | null
}

/** What every message is to visitors. */
const OF_VISITORS = messageFlagBits.read

/** The columns of {@link MessageRow}, from `m`, `um`, `c` and `g`. */
export function messageColumns({ viewer }: Asker): Sql {
  return sql`m.id, m.sender_id, m.channel_id, m.direct_message_group_id, m.topic, m.content,
    m.rendered_content, m.topic_links, m.sending_client, m.date_sent, m.last_edited_at, m.last_moved_at,
    m.edit_history, coalesce(um.flags, ${viewer ? flagsWithoutRow : OF_VISITORS}::int) AS flags,
    c.name AS channel_name, g.participant_ids, ${reactionsOfMessage} AS reactions,
    ${submessagesOfMessage} AS submessages`
}

/**
 * Messages by a condition on `m`, `um` and `c`, which has to keep to the viewer's organization.
 *
 * @returns a statement without an order
 */
export function selectMessages(asker: Asker, where: Sql, columns = messageColumns(asker)): Sql {
  return sql`
    SELECT ${columns}
    FROM message m
      -- Looked up for each message: all rows of a long history would be gone through otherwise.
      LEFT JOIN LATERAL (SELECT user_id, flags FROM user_message
        WHERE user_id = ${asker.viewer?.id ?? null}::int AND message_id = m.id OFFSET 0) um ON true
      LEFT JOIN channel c ON c.id = m.channel_id
      LEFT JOIN direct_message_group g ON g.id = m.direct_message_group_id
    WHERE ${where}`
}
