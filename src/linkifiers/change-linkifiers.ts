import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { badRequest } from '../contract/coded-error.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Linkifier } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { linkifiersOf, wireLinkifier } from './read-linkifiers.ts'

/** What a change is made from: the linkifiers as they are, which nobody else changes meanwhile. */
interface Change {
  readonly tx: WriteTransaction
  readonly before: readonly Linkifier[]
}

/**
 * Changes an administrator's organization's linkifiers in one transaction, and tells everybody all of
 * them as they are then.
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, and what `work` throws
 */
export function changeLinkifiers<Result>(
  { core, viewer, once }: ViewerContext,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  requireRole(viewer, 'administrator')
  const { organizationId } = viewer
  return transact(
    core,
    organizationId,
    async (tx) => {
      // Holds back others who change them, and tells every later request that something has changed.
      await tx.query(sql`
        UPDATE organization SET linkifiers_version = linkifiers_version + 1 WHERE id = ${organizationId}`)
      const before = await linkifiersOf(tx, organizationId)
      const result = await work({ tx, before })
      const realm_linkifiers = (await linkifiersOf(tx, organizationId)).map(wireLinkifier)
      if (JSON.stringify(realm_linkifiers) !== JSON.stringify(before.map(wireLinkifier))) {
        tx.announce({ payload: { type: 'realm_linkifiers', realm_linkifiers }, audience: 'everyone' })
      }
      return result
    },
    once,
  )
}

/**
 * One of the linkifiers.
 *
 * @throws CodedError BAD_REQUEST
 */
export function linkifierAmong(linkifiers: readonly Linkifier[], id: number): Linkifier {
  const found = linkifiers.find((linkifier) => linkifier.id === id)
  if (!found) throw badRequest('Linkifier not found.')
  return found
}
