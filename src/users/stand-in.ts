import { roles } from '../contract/roles.ts'
import type { User as WireUser } from '../contract/shapes/user.ts'
import { dummyAddress } from './address.ts'

/** What a limited guest is shown of users whom they may not see: only the id is real. */
export const STAND_IN_NAME = 'Unknown user'

/** The picture of users whom one may not see, and of nobody: the pattern of an id that nobody has. */
export function standInAvatarUrl(organizationId: number, size: 'small' | 'medium'): string {
  return `/user_avatars/${organizationId}/0${size === 'medium' ? '-medium' : ''}.png?v=1`
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
    date_joined: new Date(0).toISOString(),
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
