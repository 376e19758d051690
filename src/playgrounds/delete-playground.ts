import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { changePlaygrounds } from './change-playgrounds.ts'

/**
 * Removes a code playground (reference: DELETE /realm/playgrounds/{playground_id}).
 *
 * @returns its id
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export function deletePlayground(context: ViewerContext, playgroundId: number): Promise<number> {
  return changePlaygrounds(context, async ({ tx, before }) => {
    const found = before.find(({ id }) => id === playgroundId)
    if (!found) throw badRequest('Invalid playground')
    await tx.query(sql`DELETE FROM playground WHERE id = ${found.id}`)
    return found.id
  })
}
