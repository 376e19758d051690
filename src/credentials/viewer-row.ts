import sql from 'sql-template-tag'
import type { Viewer } from '../access/viewer.ts'
import type { Role } from '../contract/roles.ts'

/** A user and their organization, as {@link viewerColumns} reads them. */
export interface ViewerRow {
  id: number
  organizationId: number
  role: Role
  fullName: string
  deliveryEmail: string
  emailAddressVisibility: number
  dateJoined: Date
  isActive: boolean
  botType: number | null
  botOwnerId: number | null
  settings: unknown
  canCreateUsers: boolean
  canChangeUserEmails: boolean
  canForgeSender: boolean
  subdomain: string | null
  organizationName: string
  organizationSettings: unknown
  organizationIsActive: boolean
  linkifiersVersion: number
}

/** What a viewer is made of: of a user `u` and their organization `o`. */
export const viewerColumns = sql`u.id, u.organization_id, u.role, u.full_name, u.delivery_email,
  u.email_address_visibility, u.date_joined, u.is_active, u.bot_type, u.bot_owner_id, u.settings,
  u.can_create_users, u.can_change_user_emails, u.can_forge_sender, o.subdomain, o.name AS organization_name,
  o.settings AS organization_settings, o.is_active AS organization_is_active, o.linkifiers_version`

/** The user on whose behalf something happens; whether they are active is the caller's to look at. */
export function viewerOf(row: ViewerRow): Viewer {
  return {
    id: row.id,
    organizationId: row.organizationId,
    organization: {
      id: row.organizationId,
      subdomain: row.subdomain ?? '',
      name: row.organizationName,
      settings: row.organizationSettings,
      linkifiersVersion: row.linkifiersVersion,
    },
    role: row.role,
    fullName: row.fullName,
    deliveryEmail: row.deliveryEmail,
    emailAddressVisibility: row.emailAddressVisibility,
    dateJoined: row.dateJoined,
    isBot: row.botType !== null,
    botType: row.botType,
    botOwnerId: row.botOwnerId,
    settings: row.settings,
    canCreateUsers: row.canCreateUsers,
    canChangeUserEmails: row.canChangeUserEmails,
    canForgeSender: row.canForgeSender,
  }
}
