import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { badRequest } from '../contract/coded-error.ts'
import { transact } from '../events/transact.ts'
import type { ChannelFolder } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { lockFolders } from './access-folder.ts'
import { foldersOf } from './read-folders.ts'

/**
 * Puts the folders into another order (reference: PATCH /channel_folders).
 *
 * @param order ids of all folders of the organization, archived ones too, each once
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export async function reorderFolders(
  { core, viewer, once }: ViewerContext,
  order: readonly number[],
): Promise<ChannelFolder[]> {
  requireRole(viewer, 'administrator')
  const { organizationId } = viewer
  return transact(
    core,
    organizationId,
    async (tx) => {
      await lockFolders(tx, organizationId)
      const folders = await foldersOf(tx, organizationId)
      const byId = new Map(folders.map((folder) => [folder.id, folder]))
      const reordered = [...new Set(order)].flatMap((id, position) => {
        const folder = byId.get(id)
        return folder ? [{ ...folder, position }] : []
      })
      if (order.length !== folders.length || reordered.length !== folders.length) {
        throw badRequest('Invalid order mapping')
      }
      if (reordered.every(({ id, position }) => byId.get(id)?.position === position)) return reordered
      await tx.query(sql`
        UPDATE channel_folder SET position = given.place - 1
        FROM unnest(${order}::int[]) WITH ORDINALITY AS given(id, place) WHERE channel_folder.id = given.id`)
      tx.announce({
        payload: { type: 'channel_folder', op: 'reorder', order: [...order] },
        audience: 'everyone',
      })
      return reordered
    },
    once,
  )
}
