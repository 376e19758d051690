import sql from 'sql-template-tag'
import type { Transaction } from '../database/database.ts'
import type { MessageSubmessage } from './submessage-rows.ts'
import { WIDGET, type WidgetStart } from './widget-data.ts'

/** Keeps a piece of a widget's data. The message is new, or locked by the transaction. */
export async function insertSubmessage(
  tx: Transaction,
  messageId: number,
  { senderId, type, content }: Omit<MessageSubmessage, 'id'>,
): Promise<MessageSubmessage> {
  const [row] = await tx.query<{ id: number }>(sql`
    INSERT INTO submessage (message_id, sender_id, type, content)
    VALUES (${messageId}, ${senderId}, ${type}, ${content}) RETURNING id`)
  if (!row) throw new Error('An insert returned nothing.')
  return { id: row.id, senderId, type, content }
}

/** Keeps what a new message's widget starts from; none for a message without. */
export async function insertWidget(
  tx: Transaction,
  messageId: number,
  senderId: number,
  widget: WidgetStart | null,
): Promise<MessageSubmessage[]> {
  if (!widget) return []
  return [await insertSubmessage(tx, messageId, { senderId, type: WIDGET, content: JSON.stringify(widget) })]
}
