import sql from 'sql-template-tag'
import type { Core } from '../core.ts'
import { organizationUrl } from '../organizations/organization-address.ts'
import { refuseInProduction } from './sign-in.ts'

/** Somebody whom a development server lets in with a click. */
export interface DevelopmentUser {
  readonly address: string
  readonly organizationUrl: string
  readonly role: number
}

/**
 * All active people of a development server, in all its organizations (reference: "GET
 * /dev_list_users").
 *
 * @throws CodedError BAD_REQUEST on production servers
 */
export async function listDevelopmentUsers(core: Core): Promise<DevelopmentUser[]> {
  refuseInProduction(core)
  const rows = await core.db.query<{ address: string; role: number; subdomain: string }>(sql`
    SELECT u.delivery_email AS address, u.role, o.subdomain
    FROM "user" u JOIN organization o ON o.id = u.organization_id
    WHERE u.bot_type IS NULL AND u.is_active AND o.is_active AND o.subdomain IS NOT NULL
    ORDER BY u.delivery_email, o.id`)
  return rows.map(({ address, role, subdomain }) => ({
    address,
    role,
    organizationUrl: organizationUrl(core.config, { subdomain }),
  }))
}
