import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { User } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { seesEverybody, visibleToGuest } from '../users/access.ts'
import { STAND_IN_NAME } from '../users/stand-in.ts'

const HIDDEN_FROM_EVERYBODY = 4

/** What messages show of people. */
type Shown = Pick<
  User,
  'fullName' | 'emailAddressVisibility' | 'avatarSource' | 'avatarVersion' | 'avatarFile'
>

/**
 * Users named by messages, as the viewer may see them, each once: limited guests get stand-ins for
 * those whom they cannot see (reference: "Users visible to whom").
 */
export async function loadPeople(context: Context, userIds: Iterable<number>): Promise<User[]> {
  const users = await Promise.all([...new Set(userIds)].map((id) => context.loaders.users.load(id)))
  const { viewer, permissions, core } = context
  if (viewer?.role !== roles.guest || !permissions) return users
  if (await seesEverybody({ viewer, permissions })) return users
  const rows = await core.db.query<{ id: number }>(sql`
    SELECT u.id FROM "user" u
    WHERE u.id = ANY(${users.map(({ id }) => id)}::int[]) AND ${visibleToGuest(sql`${viewer.id}::int`)}`)
  const visible = new Set(rows.map(({ id }) => id))
  return users.map((user) => (visible.has(user.id) ? user : { ...standIn(user), timezone: '' }))
}

/** One of them. */
export async function loadPerson(context: Context, userId: number): Promise<User> {
  const [user] = await loadPeople(context, [userId])
  if (!user) throw new Error(`There is no user ${userId}.`)
  return user
}

/** What somebody sees of a user whom they cannot see. */
export function standIn<Named extends Shown>(user: Named): Named {
  return {
    ...user,
    fullName: STAND_IN_NAME,
    emailAddressVisibility: HIDDEN_FROM_EVERYBODY,
    avatarSource: 'J',
    avatarVersion: 1,
    avatarFile: null,
  }
}
