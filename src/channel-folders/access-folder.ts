import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import type { ChannelFolder } from '../generated/prisma/client.ts'

/** The one answer for folders that do not exist, and for archived ones where those do not count. */
export const invalidFolder = () => badRequest('Invalid channel folder ID')

/**
 * Makes whoever writes folders of an organization wait for each other: their order and their names
 * concern them all. Taken before any folder's row.
 */
export async function lockFolders(tx: Transaction, organizationId: number): Promise<void> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtext('parley channel folders'), ${organizationId}::int)`,
  )
}

/**
 * Loads a folder, archived or not, for a transaction that holds {@link lockFolders}.
 *
 * @throws CodedError BAD_REQUEST
 */
export async function accessFolder(
  tx: Transaction,
  organizationId: number,
  folderId: number,
): Promise<ChannelFolder> {
  const [folder] = await tx.query<ChannelFolder>(sql`
    SELECT * FROM channel_folder WHERE id = ${folderId} AND organization_id = ${organizationId}`)
  if (!folder) throw invalidFolder()
  return folder
}

/**
 * Checks that channels can be put into a folder, and keeps it from being archived meanwhile.
 *
 * @throws CodedError BAD_REQUEST for none, and for one that is archived
 */
export async function checkFolder(tx: Transaction, organizationId: number, folderId: number): Promise<void> {
  const [folder] = await tx.query<{ isArchived: boolean }>(sql`
    SELECT is_archived FROM channel_folder
    WHERE id = ${folderId} AND organization_id = ${organizationId} FOR SHARE`)
  if (!folder || folder.isArchived) throw invalidFolder()
}
