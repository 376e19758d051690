import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'

/** Seconds for which the first answer to a request is kept under its client's key. */
const KEY_LIFETIME_SECONDS = 86_400

/**
 * Forgets the first answers that were kept for a day (once.ts).
 *
 * @returns how many
 */
export async function collectKeys(db: Queryable): Promise<number> {
  const collected = await db.query(sql`
    DELETE FROM idempotency_key WHERE created_at < now() - make_interval(secs => ${KEY_LIFETIME_SECONDS})
    RETURNING key`)
  return collected.length
}
