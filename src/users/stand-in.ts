import { roles } from '../contract/roles.ts'
import type { User as WireUser } from '../contract/shapes/user.ts'
import { dummyAddress } from './address.ts'

/** What a limited guest is shown of users whom they may not see: only the id is real. */
export const STAND_IN_NAME = 'Unknown user'

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
    // The pattern of an id that nobody has.
    avatar_url: `/user_avatars/${organizationId}/0.png?v=1`,
    avatar_version: 1,
    is_imported_stub: false,
    profile_data: {},
  }
}
