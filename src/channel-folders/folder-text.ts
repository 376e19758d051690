import sql from 'sql-template-tag'
import { channelDescription, firstUnprintable, renderDescription } from '../channels/channel-text.ts'
import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import type { Transaction } from '../database/database.ts'

/**
 * A folder's name as it is kept: without white space around it.
 *
 * @throws CodedError BAD_REQUEST for names that are empty, too long or not printable
 */
export function folderName(given: string): string {
  const name = given.trim()
  if (name === '') throw badRequest("Channel folder name can't be empty.")
  if ([...name].length > textLimits.channelFolderName) {
    throw badRequest(`name is too long (limit: ${textLimits.channelFolderName} characters)`)
  }
  const position = firstUnprintable(name)
  if (position !== undefined) {
    throw badRequest(`Invalid character in channel folder name, at position ${position}.`)
  }
  return name
}

/**
 * A folder's description as it is kept, and as HTML; it has the limit of a channel's, and is one line like that.
 *
 * @throws CodedError BAD_REQUEST when it is too long
 */
export function folderDescription(given: string): { description: string; renderedDescription: string } {
  const description = channelDescription(given)
  return { description, renderedDescription: renderDescription(description) }
}

/**
 * Refuses a name that another folder in use has, without regard to case. The transaction holds lockFolders.
 *
 * @param besides the folder that is to get the name, if it exists
 * @throws CodedError BAD_REQUEST
 */
export async function checkNameIsFree(
  tx: Transaction,
  organizationId: number,
  name: string,
  besides?: number,
): Promise<void> {
  const [taken] = await tx.query(sql`
    SELECT id FROM channel_folder
    WHERE organization_id = ${organizationId} AND lower(name) = lower(${name}) AND NOT is_archived
      AND id <> ${besides ?? 0}`)
  if (taken) throw badRequest('Channel folder name already in use')
}
