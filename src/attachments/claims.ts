import sql from 'sql-template-tag'
import type { Asker } from '../channels/access.ts'
import { timeLimits } from '../contract/limits.ts'
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
  // In the order of their ids, as by everybody who locks several.
  const found = await tx.query<{ id: number }>(sql`
    SELECT a.id FROM attachment a
    WHERE a.path_id = ANY(${pathIds}::text[]) AND a.organization_id = ${asker.organization.id}
      AND ${visibleAttachment(asker)}
    ORDER BY a.id FOR NO KEY UPDATE OF a`)
  const claimed = await tx.query<{ attachmentId: number }>(sql`
    INSERT INTO attachment_message (message_id, attachment_id)
    SELECT ${messageId}, id FROM unnest(${found.map(({ id }) => id)}::int[]) AS id
    ON CONFLICT DO NOTHING RETURNING attachment_id`)
  const ids = claimed.map(({ attachmentId }) => attachmentId)
  if (ids.length === 0) return
  await tx.query(sql`UPDATE attachment SET expires_at = NULL WHERE id = ANY(${ids}::int[])`)
  await announceUpdates(tx, asker.organization.id, ids)
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
  const dropped = await tx.query<{ id: number }>(sql`
    SELECT a.id FROM attachment_message am JOIN attachment a ON a.id = am.attachment_id
    WHERE am.message_id = ${messageId} AND a.path_id <> ALL(${pathIds}::text[])`)
  const ids = dropped.map(({ id }) => id)
  // What is claimed first is judged by the old text too: the writer read it.
  await claimAttachments(tx, asker, messageId, pathIds)
  const left = await release(tx, asker.organization.id, [messageId], ids, {
    weeks: timeLimits.unclaimedUploadWeeks,
  })
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
  const ids = held.map(({ attachmentId }) => attachmentId)
  await release(tx, organizationId, messageIds, ids, { days: timeLimits.deletedMessageArchiveDays })
}

/** Returns the files to which nothing refers now. */
async function release(
  tx: WriteTransaction,
  organizationId: number,
  messageIds: readonly number[],
  attachmentIds: readonly number[],
  { weeks = 0, days = 0 }: { readonly weeks?: number; readonly days?: number },
): Promise<Attachment[]> {
  if (attachmentIds.length === 0) return []
  await tx.query(sql`
    SELECT id FROM attachment WHERE id = ANY(${attachmentIds}::int[]) ORDER BY id FOR NO KEY UPDATE`)
  await tx.query(sql`
    DELETE FROM attachment_message
    WHERE message_id = ANY(${messageIds}::int[]) AND attachment_id = ANY(${attachmentIds}::int[])`)
  const left = await tx.query<Attachment>(sql`
    UPDATE attachment a SET expires_at = now() + make_interval(weeks => ${weeks}, days => ${days})
    WHERE a.id = ANY(${attachmentIds}::int[])
      AND NOT EXISTS (SELECT FROM attachment_message am WHERE am.attachment_id = a.id)
    RETURNING a.*`)
  await announceUpdates(tx, organizationId, attachmentIds)
  return left.sort((one, other) => one.id - other.id)
}
