import sql from 'sql-template-tag'
import { timeLimits } from '../contract/limits.ts'
import type { Queryable } from '../database/database.ts'

/**
 * Forgets deleted messages that operators have had long enough to restore.
 *
 * @returns how many
 */
export async function forgetDeletedMessages(db: Queryable): Promise<number> {
  const forgotten = await db.query(sql`
    DELETE FROM deleted_message
    WHERE deleted_at < now() - make_interval(days => ${timeLimits.deletedMessageArchiveDays}) RETURNING id`)
  return forgotten.length
}
