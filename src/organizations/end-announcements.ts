import sql from 'sql-template-tag'
import type { OrganizationChanges } from '../contract/events/realm.ts'
import {
  channelSettings,
  NO_CHANNEL,
  organizationSettings,
  organizationSettingTable,
} from '../contract/organization-settings.ts'
import type { WriteTransaction } from '../events/transact.ts'
import { announceTogether } from './announce-changes.ts'

/**
 * Takes from a channel what it is to the whole organization, and tells everyone if it was something
 * (reference: events, "Archive, unarchive channel").
 *
 * @param channelId locked by the transaction
 */
export async function endAnnouncements(
  tx: WriteTransaction,
  organizationId: number,
  channelId: number,
): Promise<void> {
  const held = async (lock: boolean) => {
    const [row] = await tx.query<{ settings: unknown }>(sql`
      SELECT settings FROM organization WHERE id = ${organizationId} ${lock ? sql`FOR NO KEY UPDATE` : sql``}`)
    const settings = organizationSettings(row?.settings)
    return channelSettings.filter((name) => settings[name] === channelId)
  }
  // Everybody who announces waits for the organization's row: it is locked only for a reason.
  if ((await held(false)).length === 0) return
  const ended = await held(true)
  const stored = JSON.stringify(Object.fromEntries(ended.map((name) => [name, NO_CHANNEL])))
  await tx.query(sql`
    UPDATE organization SET settings = settings || ${stored}::jsonb WHERE id = ${organizationId}`)
  const data: OrganizationChanges = Object.fromEntries(
    ended.map((name) => [organizationSettingTable[name].wireName, NO_CHANNEL]),
  )
  announceTogether(tx, data)
}
