import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'

/** Seconds for which an unnamed group outlives its use: longer than any request that has read its id. */
const ABANDONED_GROUP_SECONDS = 600

/**
 * Deletes the unnamed groups that have kept no setting's value for a while (change-settings.ts).
 *
 * @returns how many
 */
export async function collectGroups(db: Queryable): Promise<number> {
  const collected = await db.query(sql`
    DELETE FROM user_group WHERE abandoned_at < now() - make_interval(secs => ${ABANDONED_GROUP_SECONDS})
    RETURNING id`)
  return collected.length
}
