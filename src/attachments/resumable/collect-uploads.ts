import sql from 'sql-template-tag'
import { timeLimits } from '../../contract/limits.ts'
import type { Database } from '../../database/database.ts'

/**
 * Forgets uploads that were not completed in time. What had come of them is on the list of what is to be removed
 * anyway.
 *
 * @returns how many
 */
export async function collectUploads(db: Database): Promise<number> {
  const removed = await db.query(sql`
    DELETE FROM resumable_upload
    WHERE created_at < now() - make_interval(hours => ${timeLimits.unfinishedUploadHours}) RETURNING id`)
  return removed.length
}
