import sql from 'sql-template-tag'
import { renderDescription } from '../channels/channel-text.ts'
import {
  type OrganizationSettingName,
  organizationSettings,
  organizationSettingTable,
} from '../contract/organization-settings.ts'
import type { Transaction } from '../database/database.ts'
import { givenSettings, type OrganizationUpdate } from './checked-update.ts'

/** What an update made different. */
export interface WrittenChanges {
  readonly name: string | null
  readonly description: { readonly markdown: string; readonly html: string } | null
  readonly settings: readonly OrganizationSettingName[]
}

interface Row {
  readonly name: string
  readonly description: string
  readonly settings: unknown
}

/**
 * Writes the organization's row, as one of the last things that the transaction does: everybody who
 * announces waits for it.
 */
export async function writeOrganization(
  tx: Transaction,
  organizationId: number,
  update: OrganizationUpdate,
): Promise<WrittenChanges> {
  const names = givenSettings(update)
  if (update.name === undefined && update.description === undefined && names.length === 0) {
    return { name: null, description: null, settings: [] }
  }
  const [row] = await tx.query<Row>(sql`
    SELECT name, description, settings FROM organization WHERE id = ${organizationId} FOR NO KEY UPDATE`)
  if (!row) throw new Error(`Organization ${organizationId} is gone.`)
  const current = organizationSettings(row.settings)
  const changed = names.filter((name) => update.settings[name] !== current[name])
  const name = update.name === undefined || update.name.trim() === row.name ? null : update.name.trim()
  const markdown = update.description
  const description =
    markdown === undefined || markdown === row.description
      ? null
      : { markdown, html: renderDescription(markdown) }
  // Of others who write a setting nothing is overwritten, and defaults are not stored.
  const isDefault = (setting: OrganizationSettingName) =>
    update.settings[setting] === organizationSettingTable[setting].default
  const stored = Object.fromEntries(
    changed.filter((setting) => !isDefault(setting)).map((setting) => [setting, update.settings[setting]]),
  )
  await tx.query(sql`
    UPDATE organization SET name = ${name ?? row.name}, description = ${description?.markdown ?? row.description},
      rendered_description = coalesce(${description?.html ?? null}, rendered_description),
      settings = (settings || ${JSON.stringify(stored)}::jsonb) - ${changed.filter(isDefault)}::text[]
    WHERE id = ${organizationId}`)
  return { name, description, settings: changed }
}
