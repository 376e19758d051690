import { externalAccounts } from '../contract/external-accounts.ts'
import {
  allowEditHistory,
  channelCreationPolicy,
  mandatoryTopics,
  type PermissionHolder,
  webPublicChannelCreationPolicy,
  wildcardMentionPolicy,
} from '../contract/legacy-policies.ts'
import {
  LIMITED_PLAN,
  type OrganizationSettings,
  organizationSettings,
  organizationSettingTable,
} from '../contract/organization-settings.ts'
import type { OrganizationPermission } from '../contract/permission-settings.ts'
import { EMPTY_TOPIC_DISPLAY_NAME, videoChatProviders } from '../contract/server.ts'
import { wireValues } from '../contract/setting-table.ts'
import { prefixed } from '../contract/shapes/prefixed.ts'
import type { RegisterRealm } from '../contract/shapes/register-realm.ts'
import { unixSeconds } from '../contract/unix-seconds.ts'
import type { Core } from '../core.ts'
import type { SnapshotReader, SnapshotShare } from '../events/snapshot.ts'
import { organizationHostName, organizationUrl } from './organization-address.ts'
import { pictureUrl } from './pictures.ts'
import { permissionValues, readOrganization, type WholeOrganization } from './read-organization.ts'
import { limitFields, serverFields } from './server-fields.ts'
import { authenticationMethods, signInMethods } from './sign-in-methods.ts'

/**
 * The gate `realm` of POST /register (register-response: "Organization settings", "General, limits
 * and timing"): the organization, its settings and permissions, and the server that it is on. Two
 * queries.
 */
export const organizationShare: SnapshotShare = {
  gate: 'realm',
  read: readShare,
  readForVisitors: readShare,
}

async function readShare({
  core,
  tx,
  organization: { id },
}: Pick<SnapshotReader, 'core' | 'tx' | 'organization'>): Promise<RegisterRealm> {
  const organization = await readOrganization(tx, id)
  const systemGroups = await core.systemGroups.of(tx, id)
  const permissions = await permissionValues(tx, systemGroups, organization.permissionGroups)
  const settings = organizationSettings(organization.settings)
  const holderOf = (permission: OrganizationPermission): PermissionHolder =>
    systemGroups.nameOf.get(organization.permissionGroups[permission]) ?? null
  return {
    ...wireValues(organizationSettingTable, 'realm_', settings),
    ...prefixed('realm_', permissions),
    ...organizationFields(core, organization, settings),
    ...legacyFields(core, settings, holderOf),
    ...limitFields,
    ...serverFields(core),
  }
}

function organizationFields(
  { config }: Core,
  organization: WholeOrganization,
  settings: OrganizationSettings,
) {
  // Only the system organization has no subdomain, and it has no viewers.
  const address = { subdomain: organization.subdomain ?? '' }
  const url = organizationUrl(config, address)
  const hasPasswords = signInMethods(config, organization).includes('password')
  return {
    realm_name: organization.name,
    realm_description: organization.description,
    realm_date_created: unixSeconds(organization.dateCreated),
    realm_url: url,
    realm_uri: url,
    realm_uuid: organization.uuid,
    realm_bot_domain: organizationHostName(config, address),
    realm_icon_url: pictureUrl(organization, 'icon'),
    realm_logo_url: pictureUrl(organization, 'logo'),
    realm_night_logo_url: pictureUrl(organization, 'nightLogo'),
    realm_authentication_methods: authenticationMethods(config, organization),
    realm_email_auth_enabled: hasPasswords,
    realm_password_auth_enabled: hasPasswords,
    realm_push_notifications_enabled: false,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_available_video_chat_providers: videoChatProviders,
    realm_default_external_accounts: externalAccounts,
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    zulip_plan_is_not_limited: settings.planType !== LIMITED_PLAN,
    upgrade_text_for_wide_organization_logo: '',
  } satisfies Partial<RegisterRealm>
}

function legacyFields(
  { config }: Core,
  settings: OrganizationSettings,
  holderOf: (permission: OrganizationPermission) => PermissionHolder,
) {
  return {
    realm_allow_edit_history: allowEditHistory(settings.messageEditHistoryVisibilityPolicy),
    realm_mandatory_topics: mandatoryTopics(settings.topicsPolicy),
    realm_create_public_stream_policy: channelCreationPolicy(holderOf('can_create_public_channel_group')),
    realm_create_private_stream_policy: channelCreationPolicy(holderOf('can_create_private_channel_group')),
    realm_create_web_public_stream_policy: webPublicChannelCreationPolicy(
      holderOf('can_create_web_public_channel_group'),
    ),
    realm_wildcard_mention_policy: wildcardMentionPolicy(holderOf('can_mention_many_users_group')),
    jitsi_server_url: settings.jitsiServerUrl ?? config.jitsiUrl,
  } satisfies Partial<RegisterRealm>
}
