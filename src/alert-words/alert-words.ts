import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'

/** The words that alert a user, the oldest first. */
export async function alertWordsOf(db: Queryable, userId: number): Promise<string[]> {
  const rows = await db.query<{ word: string }>(sql`
    SELECT word FROM alert_word WHERE user_id = ${userId} ORDER BY id`)
  return rows.map(({ word }) => word)
}
