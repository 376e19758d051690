import sql from 'sql-template-tag'
import type { WriteTransaction } from '../events/transact.ts'
import type { Attachment } from '../generated/prisma/client.ts'
import { type Referenced, referenced } from './read-attachments.ts'
import { spaceUsed } from './space.ts'
import { wireAttachment } from './wire.ts'

/** Tells the owners of attachments which messages refer to them now (reference: attachment op update). */
export async function announceUpdates(
  tx: WriteTransaction,
  organizationId: number,
  attachmentIds: readonly number[],
): Promise<void> {
  const rows: Referenced<Attachment>[] = await referenced(tx, sql`a.id = ANY(${attachmentIds}::int[])`)
  const upload_space_used = await spaceUsed(tx, organizationId, 'locked')
  for (const { messageIds, ...row } of rows) {
    tx.announce({
      payload: {
        type: 'attachment',
        op: 'update',
        attachment: wireAttachment(row, messageIds),
        upload_space_used,
      },
      audience: [row.ownerId],
    })
  }
}
