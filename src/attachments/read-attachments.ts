import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { Attachment } from '../generated/prisma/client.ts'

/** An attachment with the ids of the messages of anybody that refer to it, ascending. */
export type Referenced<Row> = Row & { readonly messageIds: number[] }

/** Attachments by a condition on `a`, in the order of their ids. */
export function referenced(db: Queryable, where: Sql): Promise<Referenced<Attachment>[]> {
  return db.query<Referenced<Attachment>>(sql`
    SELECT a.*, array(SELECT am.message_id FROM attachment_message am
      WHERE am.attachment_id = a.id ORDER BY am.message_id) AS message_ids
    FROM attachment a WHERE ${where} ORDER BY a.id`)
}
