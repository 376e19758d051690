import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Playground } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { playgroundsOf, wirePlayground } from './read-playgrounds.ts'

/** What a change is made from: the playgrounds as they are, which nobody else changes meanwhile. */
interface Change {
  readonly tx: WriteTransaction
  readonly before: readonly Playground[]
}

/**
 * Changes an administrator's organization's code playgrounds in one transaction, and tells everybody all
 * of them as they are then.
 *
 * @param work makes the change, or throws
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, and what `work` throws
 */
export function changePlaygrounds<Result>(
  { core, viewer, once }: ViewerContext,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  requireRole(viewer, 'administrator')
  const { organizationId } = viewer
  return transact(
    core,
    organizationId,
    async (tx) => {
      // Holds back others who change them: each event tells all of them.
      await tx.query(sql`SELECT id FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`)
      const result = await work({ tx, before: await playgroundsOf(tx, organizationId) })
      const realm_playgrounds = (await playgroundsOf(tx, organizationId)).map(wirePlayground)
      tx.announce({ payload: { type: 'realm_playgrounds', realm_playgrounds }, audience: 'everyone' })
      return result
    },
    once,
  )
}
