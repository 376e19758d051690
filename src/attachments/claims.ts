import sql, { type Sql } from 'sql-template-tag'
import type { Asker } from '../channels/access.ts'
import { timeLimits } from '../contract/limits.ts'
import type { Transaction } from '../database/database.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Attachment } from '../generated/prisma/client.ts'
import { visibleAttachment } from './access.ts'
import { announceUpdates } from './announce-updates.ts'

/**
 * Notes that a new message refers to files, so that whoever reads it may see them, and tells their owners. Only
 * files that the writer may see are claimed; other addresses in the text are just text.
 *
 * @param asker the writer
 * @param pathIds as `linkedFiles` found them
 */
export async function claimAttachments(
  tx: WriteTransaction,
  asker: Asker,
  messageId: number,
  pathIds: readonly string[],
): Promise<void> {
  if (pathIds.length === 0) return
  const files = await lockFiles(tx, visibleFiles(asker, pathIds))
  if (files.length === 0) return
  await refer(tx, messageId, files)
  await announceUpdates(tx, asker.organization.id, files)
}

/**
 * Makes the files that an edited message refers to those of its new text.
 *
 * @param asker the writer of the edit
 * @param pathIds as `linkedFiles` found them
 * @returns files of the writer's own that no message refers to any longer: `detached_uploads`
 */
export async function replaceAttachments(
  tx: WriteTransaction,
  asker: Asker,
  messageId: number,
  pathIds: readonly string[],
): Promise<Attachment[]> {
  const held = await tx.query<{ id: number; isKept: boolean }>(sql`
    SELECT a.id, a.path_id = ANY(${pathIds}::text[]) AS is_kept
    FROM attachment_message am JOIN attachment a ON a.id = am.attachment_id
    WHERE am.message_id = ${messageId}`)
  if (held.length === 0 && pathIds.length === 0) return []
  const kept = new Set(held.flatMap(({ id, isKept }) => (isKept ? id : [])))
  const dropped = held.flatMap(({ id, isKept }) => (isKept ? [] : id))
  // What is claimed is judged while the old text still counts: the writer read it. All locks are taken at once, since
  // other edits may let go of what this one claims.
  const found = await lockFiles(tx, sql`a.id = ANY(${dropped}::int[]) OR (${visibleFiles(asker, pathIds)})`)
  const claimed = found.filter((id) => !dropped.includes(id) && !kept.has(id))
  if (claimed.length > 0) await refer(tx, messageId, claimed)
  const left = await release(tx, [messageId], dropped, { weeks: timeLimits.unclaimedUploadWeeks })
  const changed = [...claimed, ...dropped]
  if (changed.length > 0) await announceUpdates(tx, asker.organization.id, changed)
  return left.filter(({ ownerId }) => ownerId === asker.viewer?.id)
}

/**
 * Notes that messages, which are just being deleted, no longer refer to files, and tells the files' owners. A
 * file that no other message refers to is kept as long as the deleted messages are. Comes before the messages'
 * rows go.
 */
export async function releaseAttachments(
  tx: WriteTransaction,
  organizationId: number,
  messageIds: readonly number[],
): Promise<void> {
  const held = await tx.query<{ attachmentId: number }>(sql`
    SELECT DISTINCT attachment_id FROM attachment_message WHERE message_id = ANY(${messageIds}::int[])`)
  if (held.length === 0) return
  const ids = held.map(({ attachmentId }) => attachmentId)
  await lockFiles(tx, sql`a.id = ANY(${ids}::int[])`)
  await release(tx, messageIds, ids, { days: timeLimits.deletedMessageArchiveDays })
  await announceUpdates(tx, organizationId, ids)
}

/** The condition for the attachments `a` that the writer of a text may see. */
const visibleFiles = (asker: Asker, pathIds: readonly string[]): Sql => sql`
  a.path_id = ANY(${pathIds}::text[]) AND a.organization_id = ${asker.organization.id}
  AND ${visibleAttachment(asker)}`

/** Locks attachments by a condition on `a`, in the order of their ids, as everybody does who locks several. */
async function lockFiles(tx: Transaction, where: Sql): Promise<number[]> {
  const found = await tx.query<{ id: number }>(sql`
    SELECT a.id FROM attachment a WHERE ${where} ORDER BY a.id FOR NO KEY UPDATE OF a`)
  return found.map(({ id }) => id)
}

/** Notes that a message refers to locked files to which it did not refer. */
async function refer(tx: Transaction, messageId: number, attachmentIds: readonly number[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO attachment_message (message_id, attachment_id)
    SELECT ${messageId}, id FROM unnest(${attachmentIds}::int[]) AS id`)
  await tx.query(sql`UPDATE attachment SET expires_at = NULL WHERE id = ANY(${attachmentIds}::int[])`)
}

/** Notes that messages no longer refer to locked files; returns those to which nothing refers now. */
async function release(
  tx: Transaction,
  messageIds: readonly number[],
  attachmentIds: readonly number[],
  { weeks = 0, days = 0 }: { readonly weeks?: number; readonly days?: number },
): Promise<Attachment[]> {
  if (attachmentIds.length === 0) return []
  await tx.query(sql`
    DELETE FROM attachment_message
    WHERE message_id = ANY(${messageIds}::int[]) AND attachment_id = ANY(${attachmentIds}::int[])`)
  const left = await tx.query<Attachment>(sql`
    UPDATE attachment a SET expires_at = now() + make_interval(weeks => ${weeks}, days => ${days})
    WHERE a.id = ANY(${attachmentIds}::int[])
      AND NOT EXISTS (SELECT FROM attachment_message am WHERE am.attachment_id = a.id)
    RETURNING a.*`)
  return left.sort((one, other) => one.id - other.id)
}
