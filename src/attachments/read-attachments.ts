import sql, { empty, type Sql } from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { Attachment } from '../generated/prisma/client.ts'
import type { PageRange } from '../graphql/pages.ts'

/** An attachment with the ids of the messages of anybody that refer to it, ascending. */
export type Referenced<Row> = Row & { readonly messageIds: number[] }

/** Attachments by a condition on `a`, in the order of their ids. */
export function referenced(db: Queryable, where: Sql): Promise<Referenced<Attachment>[]> {
  return db.query<Referenced<Attachment>>(sql`
    SELECT a.*, array(SELECT am.message_id FROM attachment_message am
      WHERE am.attachment_id = a.id ORDER BY am.message_id) AS message_ids
    FROM attachment a WHERE ${where} ORDER BY a.id`)
}

/** A page of the attachments that somebody uploaded, ascending. */
export async function ownAttachments(
  db: Queryable,
  ownerId: number,
  { after, before, limit, fromEnd }: PageRange,
): Promise<Referenced<Attachment>[]> {
  const isAfter = after === undefined ? empty : sql`AND id > ${after}`
  const isBefore = before === undefined ? empty : sql`AND id < ${before}`
  const page = sql`SELECT id FROM attachment WHERE owner_id = ${ownerId} ${isAfter} ${isBefore}
    ORDER BY id ${fromEnd ? sql`DESC` : empty} LIMIT ${limit}`
  return referenced(db, sql`a.id IN (${page})`)
}
