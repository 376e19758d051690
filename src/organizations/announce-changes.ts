import type { OrganizationChanges } from '../contract/events/realm.ts'
import type { GroupSettingValue } from '../contract/group-setting.ts'
import { mandatoryTopics } from '../contract/legacy-policies.ts'
import {
  type OrganizationSettingName,
  type OrganizationSettings,
  organizationSettingTable,
} from '../contract/organization-settings.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { WrittenChanges } from './write-organization.ts'

/**
 * Tells everyone of changed settings, one event for each (reference: events, "Organization setting";
 * event realm op update_dict, rule 1).
 *
 * @param values the settings as they are now, at least those that changed
 * @param permissions the new values of those that changed, by name
 */
export function announceChanges(
  tx: WriteTransaction,
  { name, description, settings }: WrittenChanges,
  values: Partial<OrganizationSettings>,
  permissions: Iterable<readonly [string, GroupSettingValue]>,
): void {
  const audience = 'everyone'
  const together = (data: OrganizationChanges) => announceTogether(tx, data)
  const alone = (property: string, value: string | number | boolean | null) =>
    tx.announce({ payload: { type: 'realm', op: 'update', property, value }, audience })

  if (name !== null) alone('name', name)
  if (description !== null) {
    together({ description: description.markdown, rendered_description: description.html })
  }
  for (const setting of settings) {
    const value = values[setting]
    if (value === undefined) continue
    const { wireName, announcedBy } = organizationSettingTable[setting]
    if (announcedBy === 'update') alone(wireName, value)
    else together({ [wireName]: value, ...derivedFrom(setting, values) })
  }
  for (const [permission, value] of permissions) together({ [permission]: value })
}

/**
 * Tells everyone of what changed together.
 *
 * @param property which picture it is about, if it is about one
 */
export function announceTogether(
  tx: WriteTransaction,
  data: OrganizationChanges,
  property: 'default' | 'icon' | 'logo' | 'night_logo' = 'default',
): void {
  tx.announce({ payload: { type: 'realm', op: 'update_dict', property, data }, audience: 'everyone' })
}

/** Old settings that follow from a new one and that events tell, too. */
function derivedFrom(
  setting: OrganizationSettingName,
  { topicsPolicy }: Partial<OrganizationSettings>,
): OrganizationChanges {
  if (setting !== 'topicsPolicy' || topicsPolicy === undefined) return {}
  return { mandatory_topics: mandatoryTopics(topicsPolicy) }
}
