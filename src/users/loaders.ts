import DataLoader from 'dataloader'
import sql from 'sql-template-tag'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { perRequest } from '../graphql/per-request.ts'
import { noSuchUser, visibleUsers } from './access.ts'

const loaders = perRequest((context) => {
  const reader = context as ViewerContext // Asked below with one only.
  return new DataLoader<number, User>(async (ids) => {
    const rows = await reader.core.db.query<User>(sql`
      SELECT * FROM "user" u WHERE u.id = ANY(${ids}::int[]) AND ${await visibleUsers(reader)}`)
    const users = new Map(rows.map((user) => [user.id, user]))
    return ids.map((id) => users.get(id) ?? noSuchUser())
  })
})

/**
 * Users whom the viewer sees, by id; for lists, where accessUser() would ask for each.
 *
 * @throws CodedError (from `load`) BAD_REQUEST for nobody, and for somebody whom they do not see
 */
export function seenUsers(viewing: ViewerContext): DataLoader<number, User> {
  return loaders(viewing)
}
