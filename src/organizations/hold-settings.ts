import sql from 'sql-template-tag'
import type { Transaction } from '../database/database.ts'

const lockName = sql`hashtext('parley organization settings')`

/** Holds back others who change the same organization's settings, or hold them, until the transaction ends. */
export async function lockSettings(tx: Transaction, organizationId: number): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(${lockName}, ${organizationId})`)
}

/**
 * An organization's stored settings, which nobody changes until the transaction ends: those of the request
 * were read before it.
 *
 * @returns to be read through organizationSettings()
 */
export async function holdSettings(tx: Transaction, organizationId: number): Promise<unknown> {
  await tx.query(sql`SELECT pg_advisory_xact_lock_shared(${lockName}, ${organizationId})`)
  const [row] = await tx.query<{ settings: unknown }>(
    sql`SELECT settings FROM organization WHERE id = ${organizationId}`,
  )
  return row?.settings
}
