import sql, { type Sql } from 'sql-template-tag'
import { messageFlagBits } from '../contract/message-flags.ts'
import type { Queryable } from '../database/database.ts'
import { type UserReader, visibleToVisitors, visibleUsers } from './access.ts'
import { type UserRow, userColumns } from './user-row.ts'

/**
 * The users whom the reader sees, deactivated ones too, by id.
 *
 * @param only ids to restrict the answer to; null for all
 */
export async function listUsers(
  db: Queryable,
  reader: UserReader,
  only: readonly number[] | null,
): Promise<UserRow[]> {
  return list(db, await visibleUsers(reader), only)
}

/** The same for a visitor of an organization that is open to visitors. */
export function listUsersForVisitors(
  db: Queryable,
  organizationId: number,
  only: readonly number[] | null,
): Promise<UserRow[]> {
  return list(db, visibleToVisitors(organizationId), only)
}

function list(db: Queryable, visible: Sql, only: readonly number[] | null): Promise<UserRow[]> {
  const restriction = only === null ? sql`` : sql`AND u.id = ANY(${only}::int[])`
  return db.query<UserRow>(sql`
    SELECT ${userColumns} FROM "user" u WHERE ${visible} ${restriction} ORDER BY u.id`)
}

/**
 * Id of the newest message that a user received, not only starred later; -1 for none (GET /users/me:
 * `max_message_id`).
 */
export async function newestMessageIdOf(db: Queryable, userId: number): Promise<number> {
  const [newest] = await db.query<{ messageId: number }>(sql`
    SELECT message_id FROM user_message
    WHERE user_id = ${userId} AND flags & ${messageFlagBits.historical}::int = 0
    ORDER BY message_id DESC LIMIT 1`)
  return newest?.messageId ?? -1
}
