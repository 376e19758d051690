import sql from 'sql-template-tag'
import type { Core } from '../core.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import { removeFiles } from '../files/files.ts'
import type { Attachment } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessOwnAttachment } from './access.ts'
import { uploadKey } from './file-names.ts'
import { countSpace } from './space.ts'
import { thumbnailKeys } from './thumbnail-formats.ts'

/** Files that go in one transaction. */
const BATCH = 500

/**
 * Deletes a file of the viewer's own; links to it break (reference: DELETE /attachments/{attachment_id}).
 *
 * @returns the id, as plain JSON
 * @throws CodedError BAD_REQUEST for a file that does not exist, or is somebody else's
 */
export function deleteAttachment(
  context: ViewerContext,
  attachmentId: number,
): Promise<{ readonly attachmentId: number }> {
  const { core, viewer } = context
  const remove = async (tx: WriteTransaction) => {
    const attachment = await accessOwnAttachment(tx, context, attachmentId)
    await removeAttachments(tx, viewer.organizationId, [attachment])
    return { attachmentId }
  }
  return transact(core, viewer.organizationId, remove, context.once)
}

/**
 * Deletes files to which no message has referred for long: uploads that were never sent or were edited away
 * five weeks ago, and those of messages that were deleted 30 days ago (reference: lifecycles, "Uploads").
 *
 * @returns how many
 */
export async function deleteExpiredAttachments(core: Pick<Core, 'db' | 'hub' | 'wakeUps'>): Promise<number> {
  const organizations = await core.db.query<{ organizationId: number }>(sql`
    SELECT DISTINCT organization_id FROM attachment WHERE expires_at <= now() ORDER BY organization_id`)
  let total = 0
  for (const { organizationId } of organizations) {
    for (let deleted = BATCH; deleted === BATCH; total += deleted) {
      deleted = await transact(core, organizationId, (tx) => deleteBatch(tx, organizationId))
    }
  }
  return total
}

async function deleteBatch(tx: WriteTransaction, organizationId: number): Promise<number> {
  // One that is just being claimed is locked, and stays.
  const expired = await tx.query<Attachment>(sql`
    SELECT * FROM attachment WHERE organization_id = ${organizationId} AND expires_at <= now()
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`)
  await removeAttachments(tx, organizationId, expired)
  return expired.length
}

/** Takes locked rows away, with their files and thumbnails, and tells the owners. */
async function removeAttachments(
  tx: WriteTransaction,
  organizationId: number,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return
  await tx.query(sql`DELETE FROM attachment WHERE id = ANY(${attachments.map(({ id }) => id)}::int[])`)
  const keys = attachments.flatMap(({ pathId, imageWidth }) =>
    imageWidth === null ? [uploadKey(pathId)] : [uploadKey(pathId), ...thumbnailKeys(pathId)],
  )
  await removeFiles(tx, keys)
  for (const { id, ownerId, size } of attachments) {
    const upload_space_used = await countSpace(tx, organizationId, -size)
    tx.announce({
      payload: { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used },
      audience: [ownerId],
    })
  }
}
