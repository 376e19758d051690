import sql from 'sql-template-tag'
import { organizationSettings } from '../contract/organization-settings.ts'
import { isAtLeast, roles } from '../contract/roles.ts'
import type { RegisterRealmUser } from '../contract/shapes/register-realm-user.ts'
import type { ListedUser } from '../contract/shapes/user.ts'
import type { SnapshotReader, SnapshotShare } from '../events/snapshot.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { seesEverybody, visibleToGuest } from './access.ts'
import { apiAddress } from './address.ts'
import { avatarUrl, mediumAvatarUrl } from './avatar.ts'
import { standIn } from './stand-in.ts'
import { type UserRow, userColumns } from './user-row.ts'
import { avatarSourceOf, type UserView, wireCrossRealmBot, wireListedUser } from './wire.ts'

/** The gate `realm_user`: everybody's data, and the requester's own. */
export const userShare: SnapshotShare = {
  gate: 'realm_user',
  async read(reader): Promise<RegisterRealmUser> {
    const { viewer, core, organization } = reader
    const view: UserView = {
      reader: viewer,
      hostName: organizationHostName(core.config, organization),
      clientGravatar: reader.presentation.clientGravatar,
    }
    const users = await usersIn(reader)
    const own = users.find(({ id }) => id === viewer.id)
    if (!own) throw new Error(`User ${viewer.id} is gone.`)
    return {
      ...listed(reader, users, view),
      cross_realm_bots: (await systemBots(reader)).map((bot) => wireCrossRealmBot(bot, view)),
      avatar_source: avatarSourceOf(own),
      avatar_url: avatarUrl(own),
      avatar_url_medium: mediumAvatarUrl(own),
      ...(await ownPermissions(reader)),
      is_admin: isAtLeast(own.role, roles.administrator),
      is_owner: own.role === roles.owner,
      is_moderator: isAtLeast(own.role, roles.moderator),
      is_guest: own.role === roles.guest,
      user_id: own.id,
      email: apiAddress(own, view.hostName),
      delivery_email: own.deliveryEmail,
      full_name: own.fullName,
    }
  },
}

interface ReadUser extends UserRow {
  readonly isVisible: boolean
}

/** Everybody, and whether the reader may see them. */
async function usersIn(reader: SnapshotReader): Promise<ReadUser[]> {
  const visible = (await seesEverybody(reader)) ? sql`true` : visibleToGuest(sql`${reader.viewer.id}::int`)
  return reader.tx.query<ReadUser>(sql`
    SELECT ${userColumns}, ${visible} AS is_visible FROM "user" u
    WHERE u.organization_id = ${reader.viewer.organizationId} ORDER BY u.id`)
}

function systemBots(reader: SnapshotReader): Promise<UserRow[]> {
  return reader.tx.query<UserRow>(
    sql`SELECT ${userColumns} FROM "user" u WHERE u.is_system_bot ORDER BY u.id`,
  )
}

function listed(
  { viewer, presentation }: SnapshotReader,
  users: readonly ReadUser[],
  view: UserView,
): Pick<RegisterRealmUser, 'realm_users' | 'realm_non_active_users'> {
  const active: ListedUser[] = []
  const inactive: ListedUser[] = []
  for (const user of users) {
    if (user.isVisible) {
      const list = user.isActive ? active : inactive
      list.push(wireListedUser(user, view))
    } else if (!presentation.capabilities.user_list_incomplete) {
      const { is_active: _, ...unknown } = standIn(user.id, viewer.organizationId, view.hostName)
      active.push(unknown)
    }
  }
  return { realm_users: active, realm_non_active_users: inactive }
}

async function ownPermissions({ permissions, organization }: SnapshotReader) {
  const publicChannels = await permissions.holds('can_create_public_channel_group')
  const privateChannels = await permissions.holds('can_create_private_channel_group')
  const { enableSpectatorAccess } = organizationSettings(organization.settings)
  return {
    can_create_streams: publicChannels || privateChannels,
    can_create_public_streams: publicChannels,
    can_create_private_streams: privateChannels,
    can_create_web_public_streams:
      enableSpectatorAccess && (await permissions.holds('can_create_web_public_channel_group')),
    can_subscribe_other_users: await permissions.holds('can_add_subscribers_group'),
    can_invite_others_to_realm: await permissions.holds('can_invite_users_group'),
  }
}
