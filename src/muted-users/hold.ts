import sql, { type Sql } from 'sql-template-tag'
import type { Transaction } from '../database/database.ts'

// A message that is being sent while somebody mutes its sender is either seen by who mutes, who marks it
// read, or sees the mute and arrives read.

const lockName = sql`hashtext('parley muting')`

/**
 * Holds back whoever wants to mute a sender until the transaction ends, as a table of one row for a FROM
 * clause; statements that come after it see who has muted the sender before.
 */
export function heldAgainstMuting(senderId: number): Sql {
  return sql`(SELECT pg_advisory_xact_lock_shared(${lockName}, ${senderId}::int)) AS held_against_muting`
}

/** Waits for messages that a user is sending, and holds back further ones until the transaction ends. */
export async function holdMessagesOf(tx: Transaction, senderId: number): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${lockName}, ${senderId}::int)`)
}
