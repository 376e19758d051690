import sql from 'sql-template-tag'
import * as z from 'zod'
import { badRequest } from '../contract/coded-error.ts'
import type { OrganizationSettings } from '../contract/organization-settings.ts'
import type { Queryable } from '../database/database.ts'
import { userIdOfDummyAddress } from './address.ts'

const MAX_LENGTH = 254
const address = z.email().max(MAX_LENGTH)

/** The one answer for addresses that somebody has. */
export const addressTaken = () => badRequest('email is already in use')

/**
 * A new real address as it is kept: without white space around it.
 *
 * @param hostName the organization's (organization-address.ts)
 * @param parameter what messages call it
 * @throws CodedError BAD_REQUEST when it is none, or could be taken for somebody else's
 */
export function checkedAddress(
  text: string,
  hostName: string,
  settings: OrganizationSettings,
  parameter = 'email',
): string {
  const parsed = address.safeParse(text.trim())
  if (!parsed.success) throw badRequest(`${parameter} is not an email address`)
  if (userIdOfDummyAddress(parsed.data, hostName) !== undefined) {
    throw badRequest(`${parameter} has the form of the addresses that stand for hidden ones`)
  }
  // Allowed domains are listed with the organization; as long as none is, none is allowed.
  if (settings.emailsRestrictedToDomains) throw badRequest(`${parameter} is not of an allowed domain`)
  return parsed.data
}

/**
 * Looks whether an address is free, before the work that a new account takes. The database's
 * constraint has the last word.
 *
 * @param forUserId who may have it already; null for a new account
 * @throws CodedError BAD_REQUEST when somebody in the organization has it, or a bot of the server
 */
export async function checkAddressIsFree(
  db: Queryable,
  organizationId: number,
  wanted: string,
  forUserId: number | null = null,
): Promise<void> {
  const holders = await db.query(sql`
    SELECT id FROM "user" WHERE lower(delivery_email) = lower(${wanted})
      AND (organization_id = ${organizationId} OR is_system_bot) AND id IS DISTINCT FROM ${forUserId}::int`)
  if (holders.length > 0) throw addressTaken()
}
