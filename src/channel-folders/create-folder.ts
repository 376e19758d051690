import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { transact } from '../events/transact.ts'
import type { ChannelFolder } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { lockFolders } from './access-folder.ts'
import { checkNameIsFree, folderDescription, folderName } from './folder-text.ts'
import { wireFolder } from './wire.ts'

/**
 * Makes a folder for channels, behind the others (reference: POST /channel_folders/create).
 *
 * @param given.description Markdown
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export async function createFolder(
  { core, viewer, once }: ViewerContext,
  given: { readonly name: string; readonly description: string },
): Promise<ChannelFolder> {
  requireRole(viewer, 'administrator')
  const name = folderName(given.name)
  const { description, renderedDescription } = folderDescription(given.description)
  const { organizationId } = viewer
  return transact(
    core,
    organizationId,
    async (tx) => {
      await lockFolders(tx, organizationId)
      await checkNameIsFree(tx, organizationId, name)
      const [folder] = await tx.query<ChannelFolder>(sql`
        INSERT INTO channel_folder (organization_id, name, description, rendered_description, creator_id, position)
        SELECT ${organizationId}, ${name}, ${description}, ${renderedDescription}, ${viewer.id},
          coalesce(max(position) + 1, 0)
        FROM channel_folder WHERE organization_id = ${organizationId}
        RETURNING *`)
      if (!folder) throw new Error('An insert returned nothing.')
      tx.announce({
        payload: { type: 'channel_folder', op: 'add', channel_folder: wireFolder(folder) },
        audience: 'everyone',
      })
      return folder
    },
    once,
  )
}
