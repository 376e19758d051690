import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import type { Linkifier } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { changeLinkifiers } from './change-linkifiers.ts'

/**
 * Puts the linkifiers into another order (reference: PATCH /realm/linkifiers).
 *
 * @param order ids of all of them, each once
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export function reorderLinkifiers(context: ViewerContext, order: readonly number[]): Promise<Linkifier[]> {
  return changeLinkifiers(context, async ({ tx, before }) => {
    const byId = new Map(before.map((linkifier) => [linkifier.id, linkifier]))
    const reordered = [...new Set(order)].flatMap((id, position) => {
      const linkifier = byId.get(id)
      return linkifier ? [{ ...linkifier, position }] : []
    })
    if (order.length !== before.length || reordered.length !== before.length) {
      throw badRequest('ordered_linkifier_ids must name every linkifier exactly once.')
    }
    await tx.query(sql`
      UPDATE linkifier SET position = given.place - 1
      FROM unnest(${order}::int[]) WITH ORDINALITY AS given(id, place) WHERE linkifier.id = given.id`)
    return reordered
  })
}
