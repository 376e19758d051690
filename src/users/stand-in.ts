import { roles } from '../contract/roles.ts'
import type { User as WireUser } from '../contract/shapes/user.ts'
import { dummyAddress } from './address.ts'
import type { UserRow } from './user-row.ts'

/** What a limited guest is shown of users whom they may not see: only the id is real. */
export const STAND_IN_NAME = 'Unknown user'

/** An id that nobody has. */
const NOBODY = '0'
const NEVER = new Date(0)
const HIDDEN_FROM_EVERYBODY = 4

/** What names and pictures a user. */
type Shown = Pick<
  UserRow,
  'fullName' | 'emailAddressVisibility' | 'avatarSource' | 'avatarVersion' | 'avatarFile'
>

/** The picture of users whom one may not see, and of nobody: as {@link nameless} ones have it. */
export function standInAvatarUrl(organizationId: number, size: 'small' | 'medium'): string {
  return `/user_avatars/${organizationId}/${NOBODY}${size === 'medium' ? '-medium' : ''}.png?v=1`
}

/** What somebody sees of the name and picture of a user whom they cannot see. */
export function nameless<Named extends Shown>(user: Named): Named {
  return {
    ...user,
    fullName: STAND_IN_NAME,
    emailAddressVisibility: HIDDEN_FROM_EVERYBODY,
    avatarSource: 'J',
    avatarVersion: 1,
    avatarFile: NOBODY,
  }
}

/** The row that stands for a user whom its reader may not see: {@link standIn} before it is shown. */
export function standInRow(user: UserRow): UserRow {
  return {
    ...nameless(user),
    role: roles.member,
    isActive: true,
    isDeleted: false,
    isImportedStub: false,
    dateJoined: NEVER,
    timezone: '',
  }
}

/**
 * The record that stands for a user whom its reader may not see, for clients that expect everybody
 * in the list (reference: capability `user_list_incomplete`).
 *
 * @param hostName the organization's (organization-address.ts)
 */
export function standIn(userId: number, organizationId: number, hostName: string): WireUser {
  return {
    user_id: userId,
    delivery_email: null,
    email: dummyAddress(userId, hostName),
    full_name: STAND_IN_NAME,
    date_joined: NEVER.toISOString(),
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: roles.member,
    timezone: '',
    avatar_url: standInAvatarUrl(organizationId, 'small'),
    avatar_version: 1,
    is_imported_stub: false,
    profile_data: {},
  }
}
