import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { Transaction } from '../database/database.ts'

/**
 * Refuses a name that another active account has, where names are unique: bots' names always are among
 * bots, others where the organization wants it. One name is looked for at a time.
 *
 * @param account.settings the organization's, stored
 * @param account.id who may have it already
 * @throws CodedError BAD_REQUEST
 */
export async function checkNameIsFree(
  tx: Transaction,
  organizationId: number,
  fullName: string,
  { id = null, isBot, settings }: { id?: number | null; isBot: boolean; settings: unknown },
): Promise<void> {
  const { requireUniqueNames } = organizationSettings(settings)
  if (!requireUniqueNames && !isBot) return
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('parley full names'), ${organizationId})`)
  const bearers = await tx.query(sql`
    SELECT id FROM "user"
    WHERE organization_id = ${organizationId} AND is_active AND lower(full_name) = lower(${fullName})
      AND id IS DISTINCT FROM ${id}::int AND (${requireUniqueNames} OR bot_type IS NOT NULL)`)
  if (bearers.length > 0) throw badRequest('full_name is already in use')
}
