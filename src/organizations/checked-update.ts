import { requireRole } from '../access/require-role.ts'
import type { Viewer } from '../access/viewer.ts'
import { type Asker, accessChannel, invalidChannel } from '../channels/access.ts'
import type { Config } from '../config.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { GroupSettingValueUpdate } from '../contract/group-setting.ts'
import { textLimits } from '../contract/limits.ts'
import {
  channelSettings,
  NO_CHANNEL,
  type OrganizationSettingName,
  type OrganizationSettings,
  organizationSettingTable,
} from '../contract/organization-settings.ts'
import { type OrganizationPermission, ownersPermissions } from '../contract/permission-settings.ts'
import { videoChatProviders } from '../contract/server.ts'
import type { Transaction } from '../database/database.ts'
import type { SignInMethodChanges } from './sign-in-methods.ts'

/** What is to be different about an organization; whatever is left out stays. */
export interface OrganizationUpdate {
  readonly name?: string | undefined
  /** Markdown. */
  readonly description?: string | undefined
  readonly settings: Partial<OrganizationSettings>
  readonly signInMethods: SignInMethodChanges
  readonly permissions: { readonly [Permission in OrganizationPermission]?: GroupSettingValueUpdate }
}

/** The names of what is given. */
export function givenSettings({ settings }: OrganizationUpdate): OrganizationSettingName[] {
  return (Object.keys(settings) as OrganizationSettingName[]) // keys() widens to string
    .filter((name) => settings[name] !== undefined)
}

/**
 * Checks all of an update that depends on no row: who asks, and each value (reference: permissions,
 * "Organization permission settings"; register-response, "Organization settings").
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL below administrators, and below owners for what is theirs;
 *   BAD_REQUEST that names a wrong value
 */
export function checkUpdate(viewer: Viewer, config: Config, update: OrganizationUpdate): void {
  requireRole(viewer, 'administrator')
  const names = givenSettings(update)
  const isOwners =
    names.some((name) => organizationSettingTable[name].changedBy === 'owner') ||
    Object.values(update.signInMethods).some((isOpen) => isOpen !== undefined) ||
    ownersPermissions.some((permission) => update.permissions[permission] !== undefined)
  if (isOwners) requireRole(viewer, 'owner')
  checkName(update.name)
  checkDescription(update.description)
  for (const name of names) {
    const { schema, wireName, changedBy } = organizationSettingTable[name]
    if (changedBy === 'nobody' || !schema.safeParse(update.settings[name]).success) {
      throw badRequest(`Invalid ${wireName}`)
    }
  }
  checkAgainstServer(config, update.settings)
}

function checkName(name: string | undefined): void {
  if (name === undefined) return
  if (name.trim() === '') throw badRequest('name cannot be blank')
  checkText('name', name, textLimits.organizationName)
}

function checkDescription(description: string | undefined): void {
  if (description !== undefined) checkText('description', description, textLimits.organizationDescription)
}

function checkText(name: string, text: string, limit: number): void {
  if ([...text].length > limit) throw badRequest(`${name} is too long (limit: ${limit} characters)`)
  if (text.includes('\0')) throw badRequest(`${name} must not contain null bytes`)
}

/** What this server cannot do, nobody can choose. */
function checkAgainstServer(config: Config, settings: Partial<OrganizationSettings>): void {
  if (settings.enableSpectatorAccess && !config.webPublicChannels) {
    throw badRequest('Invalid enable_spectator_access: this server has no web-public channels')
  }
  const provider = settings.videoChatProvider
  if (provider !== undefined && !Object.values(videoChatProviders).some(({ id }) => id === provider)) {
    throw badRequest(`Invalid video_chat_provider: ${provider} is not available on this server`)
  }
}

/**
 * Checks that the channels which settings name are there for the viewer, and holds them.
 *
 * @throws CodedError BAD_REQUEST for one that the viewer may not read or that is archived, and for
 *   reported messages in one that is not private
 */
export async function accessNamedChannels(
  tx: Transaction,
  asker: Asker,
  settings: Partial<OrganizationSettings>,
): Promise<void> {
  const named = channelSettings
    .flatMap((name) => {
      const id = settings[name]
      return id === undefined || id === NO_CHANNEL ? [] : [{ name, id }]
    })
    .sort((left, right) => left.id - right.id)
  for (const { name, id } of named) {
    const { channel } = await accessChannel(tx, asker, { id }, 'content', { lock: 'share' })
    if (channel.isArchived) throw invalidChannel({ id })
    if (name === 'moderationRequestChannelId' && !channel.inviteOnly) {
      throw badRequest('Moderation request channel must be private.')
    }
  }
}
