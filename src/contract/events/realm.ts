import * as z from 'zod'
import { organizationSettingTable } from '../organization-settings.ts'
import { wireFields } from '../setting-table.ts'
import { authenticationMethods } from '../shapes/authentication-method.ts'
import { organizationPermissionFields } from '../shapes/organization-permissions.ts'
import { eventKind } from './event-kind.ts'

/** One setting of the organization changed, by its name without a prefix. */
export const realmUpdate = eventKind('realm', {
  op: z.literal('update'),
  property: z.string(),
  value: z.union([z.string(), z.boolean(), z.int(), z.null()]),
})

/** The settings of the organization that events can announce: only those that changed are present. */
export const organizationChanges = z
  .strictObject({
    ...wireFields(organizationSettingTable, ''),
    ...organizationPermissionFields,
    name: z.string(),
    /** Markdown; HTML comes with it. */
    description: z.string(),
    rendered_description: z.string(),
    authentication_methods: authenticationMethods,
    icon_url: z.string(),
    logo_url: z.string(),
    night_logo_url: z.string(),
    mandatory_topics: z.boolean(),
    max_file_upload_size_mib: z.int(),
    push_notifications_enabled: z.boolean(),
    push_notifications_enabled_end_timestamp: z.int().nullable(),
  })
  .omit({ message_retention_days: true, avatar_changes_disabled: true, owner_full_content_access: true })
  .partial()

export type OrganizationChanges = z.output<typeof organizationChanges>

/** Several settings changed together. */
export const realmUpdateDict = eventKind('realm', {
  op: z.literal('update_dict'),
  /** Which picture changed, if one did. */
  property: z.enum(['default', 'icon', 'logo', 'night_logo']),
  data: organizationChanges,
})

/** The organization was deactivated: nobody can authenticate any more. */
export const realmDeactivated = eventKind('realm', { op: z.literal('deactivated'), realm_id: z.int() })
