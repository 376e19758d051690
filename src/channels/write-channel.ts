import sql, { join, raw } from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { sqlState, type Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Writes the columns in which a channel is to differ. The channel is locked by the transaction; when
 * somebody gives another one the same name at the same time, waits for them.
 *
 * @returns the channel as it is now
 * @throws CodedError BAD_REQUEST when another channel has the name
 */
export async function writeChannel(tx: Transaction, before: Channel, wanted: Channel): Promise<Channel> {
  const columns = Object.keys(wanted) as (keyof Channel)[] // keys() widens to string.
  const differing = columns.filter((column) => wanted[column] !== before[column])
  if (differing.length === 0) return before
  const assignments = differing.map((column) => {
    const name = raw(column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    return column === 'topicsPolicy'
      ? sql`${name} = ${wanted[column]}::topics_policy`
      : sql`${name} = ${wanted[column]}`
  })
  try {
    const [written] = await tx.query<Channel>(sql`
      UPDATE channel SET ${join(assignments)} WHERE id = ${before.id} RETURNING *`)
    return written ?? wanted
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw badRequest('Channel name is already in use.')
    throw error
  }
}
