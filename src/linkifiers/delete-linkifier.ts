import sql from 'sql-template-tag'
import type { ViewerContext } from '../graphql/context.ts'
import { changeLinkifiers, linkifierAmong } from './change-linkifiers.ts'

/**
 * Removes a linkifier (reference: DELETE /realm/filters/{filter_id}). Messages keep the links that it made.
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export function deleteLinkifier(context: ViewerContext, linkifierId: number): Promise<number> {
  return changeLinkifiers(context, async ({ tx, before }) => {
    const { id } = linkifierAmong(before, linkifierId)
    await tx.query(sql`DELETE FROM linkifier WHERE id = ${id}`)
    return id
  })
}
