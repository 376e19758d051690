import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { PageSlot } from '../markdown/page-previews.ts'

/** A node that has not come to an end within this time is dead, and another one takes over. Longer than it takes. */
const takenSeconds = 120
/** A request at which so many nodes have failed is left alone. */
const mostAttempts = 4
/** After this time nobody waits for a preview any more. */
const hoursWaited = 1

/** A message that is to show pages, taken by this node. */
export interface TakenRequest {
  readonly messageId: number
  readonly organizationId: number
  readonly pages: readonly PageSlot[]
}

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
    INSERT INTO preview_request (message_id, pages, html_hash)
    VALUES (${messageId}, ${JSON.stringify(pages)}::jsonb, ${hashOf(html)})
    ON CONFLICT (message_id) DO UPDATE SET pages = excluded.pages, html_hash = excluded.html_hash,
      requested_at = now(), taken_until = NULL, attempts = 0`)
}

/** Takes the oldest request that no node is at work on; undefined when there is none. */
export async function takeRequest(db: Queryable): Promise<TakenRequest | undefined> {
  const [taken] = await db.query<TakenRequest>(sql`
    UPDATE preview_request r
    SET taken_until = now() + make_interval(secs => ${takenSeconds}), attempts = r.attempts + 1
    FROM (
      SELECT waiting.message_id, m.organization_id
      FROM preview_request waiting JOIN message m ON m.id = waiting.message_id
      WHERE (waiting.taken_until IS NULL OR waiting.taken_until < now()) AND waiting.attempts < ${mostAttempts}
      ORDER BY waiting.requested_at LIMIT 1 FOR UPDATE OF waiting SKIP LOCKED
    ) next
    WHERE r.message_id = next.message_id
    RETURNING r.message_id, next.organization_id, r.pages`)
  return taken
}

/** Lets another node have a request that this one could not finish. */
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
