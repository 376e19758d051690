import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { PageSlot } from '../markdown/page-previews.ts'

/** A node that has not come to an end within this time is dead, and another one takes over. Longer than it takes. */
const takenSeconds = 120
/** A request at which so many nodes have failed is left alone. */
const mostAttempts = 4
/** After this time nobody waits for a preview any more. */
const hoursWaited = 1

/** Who asks for previews: somebody who writes, in an organization (the server's own bots write in many). */
export interface Requester {
  readonly organizationId: number
  readonly senderId: number
}

/** A message that is to show pages, taken by this node. */
export interface TakenRequest extends Requester {
  readonly messageId: number
  readonly pages: readonly PageSlot[]
}

/** A request that no node is at work on. */
const waits: Sql = sql`(taken_until IS NULL OR taken_until < now()) AND attempts < ${mostAttempts}`

/** Names HTML, so that places in it are not taken for those in another. */
export function hashOf(html: string): Buffer {
  return createHash('sha256').update(html).digest()
}

/**
 * Notes that a message is to show pages that are not known yet; what was noted of it before is about other HTML. Part
 * of the transaction that writes the message.
 */
export async function requestPreviews(
  tx: Queryable,
  messageId: number,
  { html, pages }: { readonly html: string; readonly pages: readonly PageSlot[] },
): Promise<void> {
  if (pages.length === 0) return
  await tx.query(sql`
    INSERT INTO preview_request (message_id, organization_id, sender_id, pages, html_hash)
    SELECT id, organization_id, sender_id, ${JSON.stringify(pages)}::jsonb, ${hashOf(html)}
    FROM message WHERE id = ${messageId}
    ON CONFLICT (message_id) DO UPDATE SET pages = excluded.pages, html_hash = excluded.html_hash,
      requested_at = now(), taken_until = NULL, attempts = 0`)
}

/** The first organization after this one with a request that waits; undefined when there is none. */
export async function nextOrganization(db: Queryable, after: number): Promise<number | undefined> {
  const [next] = await db.query<Pick<Requester, 'organizationId'>>(sql`
    SELECT organization_id FROM preview_request WHERE organization_id > ${after} AND ${waits}
    ORDER BY organization_id LIMIT 1`)
  return next?.organizationId
}

/** Likewise the first sender after this one, in an organization. */
export async function nextSender(
  db: Queryable,
  organizationId: number,
  after: number,
): Promise<number | undefined> {
  const [next] = await db.query<Pick<Requester, 'senderId'>>(sql`
    SELECT sender_id FROM preview_request
    WHERE organization_id = ${organizationId} AND sender_id > ${after} AND ${waits}
    ORDER BY sender_id LIMIT 1`)
  return next?.senderId
}

/**
 * Takes somebody's oldest request that no node is at work on; undefined when there is none. Of a message that is gone
 * no pages are wanted.
 */
export async function takeRequest(
  db: Queryable,
  { organizationId, senderId }: Requester,
): Promise<TakenRequest | undefined> {
  const [taken] = await db.query<TakenRequest>(sql`
    UPDATE preview_request r
    SET taken_until = now() + make_interval(secs => ${takenSeconds}), attempts = r.attempts + 1
    FROM (
      SELECT message_id FROM preview_request
      WHERE organization_id = ${organizationId} AND sender_id = ${senderId} AND ${waits}
      ORDER BY requested_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) oldest LEFT JOIN message m ON m.id = oldest.message_id
    WHERE r.message_id = oldest.message_id
    RETURNING r.message_id, r.organization_id, r.sender_id,
      CASE WHEN m.id IS NULL THEN '[]'::jsonb ELSE r.pages END AS pages`)
  return taken
}

/** Lets a request wait again that was not finished in this turn. */
export async function leaveRequest(db: Queryable, messageId: number): Promise<void> {
  await db.query(sql`
    UPDATE preview_request SET taken_until = NULL, attempts = attempts - 1
    WHERE message_id = ${messageId} AND taken_until IS NOT NULL`)
}

/**
 * Forgets requests for which nobody waits any more: of messages that are gone, too.
 *
 * @returns how many
 */
export async function forgetRequests(db: Queryable): Promise<number> {
  const forgotten = await db.query(sql`
    DELETE FROM preview_request WHERE requested_at < now() - make_interval(hours => ${hoursWaited})
    RETURNING message_id`)
  return forgotten.length
}
