import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { Queryable } from '../database/database.ts'

/**
 * Whether an organization may have web-public channels, open to visitors: both the server and the
 * organization have to allow it (register: `server_web_public_streams_enabled`,
 * `realm_enable_spectator_access`).
 *
 * @param storedSettings the organization's settings as its row has them
 */
export function allowsWebPublicChannels(config: Config, storedSettings: unknown): boolean {
  return config.webPublicChannels && organizationSettings(storedSettings).enableSpectatorAccess
}

/**
 * An organization as requests of visitors are judged by it: where the server has no web-public channels, none
 * is open, whatever the organization once chose.
 */
export function shownToVisitors<Shown extends { readonly settings: unknown }>(
  config: Config,
  organization: Shown,
): Shown {
  if (config.webPublicChannels) return organization
  const settings = { ...organizationSettings(organization.settings), enableSpectatorAccess: false }
  return { ...organization, settings }
}

/** Whether visitors find at least one channel that is open to them (server settings: `realm_web_public_access_enabled`). */
export async function hasWebPublicAccess(
  db: Queryable,
  config: Config,
  organization: { readonly id: number; readonly settings: unknown },
): Promise<boolean> {
  if (!allowsWebPublicChannels(config, organization.settings)) return false
  const open = await db.query(sql`
    SELECT 1 FROM channel WHERE organization_id = ${organization.id} AND is_web_public AND NOT is_archived LIMIT 1`)
  return open.length > 0
}
