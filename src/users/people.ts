import DataLoader from 'dataloader'
import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Context } from '../graphql/context.ts'
import { perRequest } from '../graphql/per-request.ts'
import { seesEverybody, visibleToGuest } from './access.ts'
import { standInRow } from './stand-in.ts'
import type { UserRow } from './user-row.ts'

const peopleOfGuests = perRequest(
  (context) => new DataLoader<number, UserRow>((userIds) => asGuestSees(context, userIds)),
)

async function asGuestSees(context: Context, userIds: readonly number[]): Promise<UserRow[]> {
  const { viewer, permissions, core, loaders } = context
  const users = await Promise.all(userIds.map((id) => loaders.users.load(id)))
  if (!viewer || !permissions || (await seesEverybody({ viewer, permissions }))) return users
  const rows = await core.db.query<{ id: number }>(sql`
    SELECT u.id FROM "user" u
    WHERE u.id = ANY(${userIds}::int[]) AND ${visibleToGuest(sql`${viewer.id}::int`)}`)
  const visible = new Set(rows.map(({ id }) => id))
  return users.map((user) => (visible.has(user.id) ? user : standInRow(user)))
}

/**
 * A user whom something that the viewer may see names by id, such as a message or a channel: limited
 * guests get a stand-in for somebody whom they cannot see (reference: "Users visible to whom"). For
 * lists, too: all that a request asks for at a time is one query.
 */
export function loadPerson(context: Context, userId: number): Promise<UserRow> {
  const isGuest = context.viewer?.role === roles.guest
  return (isGuest ? peopleOfGuests(context) : context.loaders.users).load(userId)
}

/** Several of them, each once. */
export function loadPeople(context: Context, userIds: Iterable<number>): Promise<UserRow[]> {
  return Promise.all([...new Set(userIds)].map((id) => loadPerson(context, id)))
}
