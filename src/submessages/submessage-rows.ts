import sql, { type Sql } from 'sql-template-tag'

/** A piece of a widget's data as it stands with its message. */
export interface MessageSubmessage {
  readonly id: number
  readonly senderId: number
  readonly type: string
  /** JSON text. */
  readonly content: string
}

/** The submessages of the message `m`, oldest first, as a JSON list; null for none. */
export const submessagesOfMessage: Sql = sql`(
  SELECT json_agg(json_build_object('id', w.id, 'senderId', w.sender_id, 'type', w.type, 'content', w.content)
    ORDER BY w.id) FROM submessage w WHERE w.message_id = m.id)`
