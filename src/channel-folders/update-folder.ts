import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import type { CanonicalEventOf } from '../contract/events/kinds.ts'
import { transact } from '../events/transact.ts'
import type { ChannelFolder } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessFolder, lockFolders } from './access-folder.ts'
import { checkNameIsFree, folderDescription, folderName } from './folder-text.ts'

/** What is to change about a folder; whatever is undefined stays as it is. */
export interface FolderChange {
  readonly name?: string | undefined
  /** Markdown. */
  readonly description?: string | undefined
  readonly isArchived?: boolean | undefined
}

/**
 * Changes a folder (reference: PATCH /channel_folders/{channel_folder_id}). Channels stay in an
 * archived folder; none comes into it.
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export async function updateFolder(
  { core, viewer, once }: ViewerContext,
  folderId: number,
  change: FolderChange,
): Promise<ChannelFolder> {
  requireRole(viewer, 'administrator')
  const wanted = {
    ...(change.name !== undefined && { name: folderName(change.name) }),
    ...(change.description !== undefined && folderDescription(change.description)),
    ...(change.isArchived !== undefined && { isArchived: change.isArchived }),
  }
  const { organizationId } = viewer
  return transact(
    core,
    organizationId,
    async (tx) => {
      await lockFolders(tx, organizationId)
      const before = await accessFolder(tx, organizationId, folderId)
      const after = { ...before, ...wanted }
      if (!after.isArchived) await checkNameIsFree(tx, organizationId, after.name, folderId)
      const data = changedData(before, after)
      if (Object.keys(data).length === 0) return before
      await tx.query(sql`
        UPDATE channel_folder SET name = ${after.name}, description = ${after.description},
          rendered_description = ${after.renderedDescription}, is_archived = ${after.isArchived}
        WHERE id = ${folderId}`)
      tx.announce({
        payload: { type: 'channel_folder', op: 'update', channel_folder_id: folderId, data },
        audience: 'everyone',
      })
      return after
    },
    once,
  )
}

function changedData(
  before: ChannelFolder,
  after: ChannelFolder,
): CanonicalEventOf<'channel_folder/update'>['data'] {
  return {
    ...(before.name !== after.name && { name: after.name }),
    ...(before.description !== after.description && {
      description: after.description,
      rendered_description: after.renderedDescription,
    }),
    ...(before.isArchived !== after.isArchived && { is_archived: after.isArchived }),
  }
}
