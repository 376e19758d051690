import DataLoader from 'dataloader'
import type { ViewerContext } from '../graphql/context.ts'
import { perRequest } from '../graphql/per-request.ts'
import { noSuchUser } from './access.ts'
import { listUsers } from './queries.ts'
import type { UserRow } from './user-row.ts'

const loaders = perRequest((context) => {
  const reader = context as ViewerContext // Asked below with one only.
  return new DataLoader<number, UserRow>(async (ids) => {
    const seen = await listUsers(reader.core.db, reader, ids)
    const users = new Map(seen.map((user) => [user.id, user]))
    return ids.map((id) => users.get(id) ?? noSuchUser())
  })
})

/**
 * Users whom the viewer sees, by id; for lists, where accessUser() would ask for each.
 *
 * @throws CodedError (from `load`) BAD_REQUEST for nobody, and for somebody whom they do not see
 */
export function seenUsers(viewing: ViewerContext): DataLoader<number, UserRow> {
  return loaders(viewing)
}
