import { isAtLeast, isRole, type Role, roles } from '../contract/roles.ts'
import {
  type AvatarSource,
  botType,
  type CrossRealmBot,
  type ListedUser,
  type UserBase,
  type User as WireUser,
} from '../contract/shapes/user.ts'
import { type AddressReader, apiAddress, deliveryAddressFor, maySeeAddress } from './address.ts'
import { avatarUrl, isGravatar, type Pictured } from './avatar.ts'
import type { UserRow } from './user-row.ts'

/** How a reader sees users. */
export interface UserView {
  readonly reader: AddressReader
  /** The organization's, for dummy addresses (organization-address.ts). */
  readonly hostName: string
  /** The reader computes Gravatar URLs itself where it knows the address. */
  readonly clientGravatar: boolean
}

/**
 * The picture's URL, or null where this reader computes it: with `client_gravatar`, for Gravatars of
 * users whose real address the reader may see.
 */
export function avatarUrlFor(
  { reader, clientGravatar }: Pick<UserView, 'clientGravatar'> & { readonly reader: AddressReader | null },
  user: Pictured,
): string | null {
  return clientGravatar && isGravatar(user) && maySeeAddress(reader, user) ? null : avatarUrl(user)
}

/** The role of a row: the database holds only the five numbers. */
export function roleOf({ role }: Pick<UserRow, 'role'>): Role {
  if (!isRole(role)) throw new Error(`No role has the number ${role}.`)
  return role
}

/** Where a row's picture comes from: the database holds only the three letters. */
export function avatarSourceOf({ avatarSource: letter }: Pick<UserRow, 'avatarSource'>): AvatarSource {
  if (letter !== 'G' && letter !== 'J' && letter !== 'U') throw new Error(`No picture comes from ${letter}.`)
  return letter
}

/**
 * What all forms of a user have. Written out without spreads, because lists of users are long.
 *
 * @returns a new object, for the caller to complete
 */
function wireFields(user: UserRow, view: UserView): Omit<UserBase, 'is_active'> {
  const role = roleOf(user)
  const fields: Omit<UserBase, 'is_active'> = {
    user_id: user.id,
    delivery_email: deliveryAddressFor(view.reader, user),
    email: apiAddress(user, view.hostName),
    full_name: user.fullName,
    date_joined: user.dateJoined.toISOString(),
    is_owner: role === roles.owner,
    is_admin: isAtLeast(role, roles.administrator),
    is_guest: role === roles.guest,
    is_bot: user.botType !== null,
    bot_type: user.botType === null ? null : botType.parse(user.botType),
    bot_owner_id: user.botOwnerId,
    role,
    timezone: user.timezone,
    avatar_url: avatarUrlFor(view, user),
    avatar_version: user.avatarVersion,
    is_imported_stub: user.isImportedStub,
  }
  if (user.isDeleted) fields.is_deleted = true
  return fields
}

/** A user as this reader sees them, without profile data (schemas: "UserBase"). */
export function wireUserBase(user: UserRow, view: UserView): UserBase {
  return { ...wireFields(user, view), is_active: user.isActive }
}

/** A user in the snapshot's lists, which say themselves who is active; bots have no profile data. */
export function wireListedUser(user: UserRow, view: UserView): ListedUser {
  const listed: ListedUser = wireFields(user, view)
  if (user.botType === null) listed.profile_data = {}
  return listed
}

/** The same outside such lists. */
export function wireUser(user: UserRow, view: UserView): WireUser {
  return { ...wireListedUser(user, view), is_active: user.isActive }
}

/** A bot of the server itself. */
export function wireCrossRealmBot(user: UserRow, view: UserView): CrossRealmBot {
  const { avatar_url, is_deleted: _, ...base } = wireUserBase(user, view)
  return { ...base, avatar_url: avatar_url ?? null, is_system_bot: user.isSystemBot }
}
