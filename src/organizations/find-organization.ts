import sql from 'sql-template-tag'
import type { ViewerOrganization } from '../access/viewer.ts'
import type { Config } from '../config.ts'
import { CodedError } from '../contract/coded-error.ts'
import type { Queryable } from '../database/database.ts'

const nonexistent = () => new CodedError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain')

/**
 * The subdomain that a host name selects: `acme.chat.example.com` is "acme" below the server's
 * public address, and the address itself is the root organization, "". Ports make no difference. As
 * long as no public address is configured, every other host name means the root organization.
 *
 * @param requestHost as in a Host header
 * @throws CodedError NONEXISTENT_SUBDOMAIN when the host is not below the configured address
 */
export function subdomainOf(config: Config, requestHost: string): string {
  const host = requestHost.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  const root = new URL(config.publicUrl).hostname
  if (host === root) return ''
  if (host.endsWith(`.${root}`)) return host.slice(0, -root.length - 1)
  if (config.publicUrlIsGiven && !isLoopback(host)) throw nonexistent()
  return ''
}

/** Health checks and programs on the same machine reach the root organization without its name. */
function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
}

/**
 * Loads the organization of a subdomain.
 *
 * @throws CodedError NONEXISTENT_SUBDOMAIN
 */
export async function findOrganization(db: Queryable, subdomain: string): Promise<ViewerOrganization> {
  const [row] = await db.query<ViewerOrganization>(
    sql`SELECT id, subdomain, name, settings, linkifiers_version FROM organization WHERE subdomain = ${subdomain}`,
  )
  if (!row) throw nonexistent()
  return row
}
