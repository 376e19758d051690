import sql, { type Sql } from 'sql-template-tag'
import type { WireMutedUser } from '../contract/shapes/muted-user.ts'
import { unixSeconds } from '../contract/unix-seconds.ts'
import type { Queryable } from '../database/database.ts'

/** Somebody whom a user has muted, and since when. */
export interface MutedUser {
  readonly userId: number
  readonly mutedAt: Date
}

/** The users whom somebody has muted, the first one first. */
export async function mutedUsersOf(db: Queryable, userId: number): Promise<MutedUser[]> {
  return db.query<MutedUser>(sql`
    SELECT muted_user_id AS user_id, muted_at FROM muted_user
    WHERE user_id = ${userId} ORDER BY muted_at, muted_user_id`)
}

/** The same as clients are told it: UNIX seconds. */
export function wireMutedUsers(users: readonly MutedUser[]): WireMutedUser[] {
  return users.map(({ userId, mutedAt }) => ({
    id: userId,
    timestamp: unixSeconds(mutedAt),
  }))
}

/** Users whom this one has muted, as a query of one column. */
export function mutedBy(userId: number): Sql {
  return sql`SELECT muting.muted_user_id FROM muted_user muting WHERE muting.user_id = ${userId}`
}

/** Users who have muted this one, as a query of one column. */
export function whoMuted(userId: number): Sql {
  return sql`SELECT muting.user_id FROM muted_user muting WHERE muting.muted_user_id = ${userId}`
}
