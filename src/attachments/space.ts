import sql from 'sql-template-tag'
import { CodedError } from '../contract/coded-error.ts'
import { MIB } from '../contract/limits.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { Queryable, Transaction } from '../database/database.ts'

const quotaExceeded = () =>
  new CodedError('REALM_UPLOAD_QUOTA', 'The upload would exceed the quota of your organization')

/**
 * Bytes of all attachments of an organization.
 *
 * @param how `locked` for what is announced: nobody changes it before the transaction ends. Comes after all
 *   other locks.
 */
export async function spaceUsed(db: Queryable, organizationId: number, how?: 'locked'): Promise<number> {
  const [row] = await db.query<{ uploadSpaceUsed: number }>(sql`
    SELECT upload_space_used FROM organization WHERE id = ${organizationId}
    ${how === 'locked' ? sql`FOR NO KEY UPDATE` : sql``}`)
  return row?.uploadSpaceUsed ?? 0
}

/**
 * Counts the bytes of a new attachment, or those that became free (negative). The organization's row is locked
 * until the transaction ends: two uploads at once cannot both take the last room.
 *
 * @returns the bytes of all attachments now
 * @throws CodedError REALM_UPLOAD_QUOTA
 */
export async function countSpace(tx: Transaction, organizationId: number, bytes: number): Promise<number> {
  const [row] = await tx.query<{ uploadSpaceUsed: number; settings: unknown }>(sql`
    UPDATE organization SET upload_space_used = upload_space_used + ${bytes}
    WHERE id = ${organizationId} RETURNING upload_space_used, settings`)
  if (!row) throw new Error(`There is no organization ${organizationId}.`)
  if (bytes > 0) checkQuota(row.settings, row.uploadSpaceUsed)
  return row.uploadSpaceUsed
}

/**
 * Refuses, before a byte is stored, an upload for which there is no room any more.
 *
 * @param bytes of the upload, as far as they are known
 * @throws CodedError REALM_UPLOAD_QUOTA
 */
export async function checkRoom(
  db: Queryable,
  organizationId: number,
  settings: unknown,
  bytes = 1,
): Promise<void> {
  if (organizationSettings(settings).uploadQuotaMib === null) return
  checkQuota(settings, (await spaceUsed(db, organizationId)) + bytes)
}

function checkQuota(settings: unknown, bytes: number): void {
  const quota = organizationSettings(settings).uploadQuotaMib
  if (quota !== null && bytes > quota * MIB) throw quotaExceeded()
}
