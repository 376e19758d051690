import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '../database/database.ts'

/**
 * Takes the log's counter before the transaction's end: from here on nobody's event comes before its own, so
 * that what it reads and tells is true of everything that anybody was told of before.
 *
 * @param organizationId the id, or a query of it
 */
export async function holdLog(tx: Transaction, organizationId: number | Sql): Promise<void> {
  await tx.query(sql`SELECT FROM organization WHERE id = (${organizationId}) FOR UPDATE`)
}
