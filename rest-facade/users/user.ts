import { isAtLeast, type Role, roles } from '../../src/contract/roles.ts'
import type { ProfileData } from '../../src/contract/shapes/profile-data.ts'
import type { User } from '../../src/contract/shapes/user.ts'
import type { UserFieldsFragment } from '../generated/operations.ts'

/** A user as the core returns it, in the wire's form. */
export function wireUser({ isDeleted, profileData, bot_type, ...user }: UserFieldsFragment): User {
  // The core's Int is wider than what it ever sends: one of the five roles, one of the four kinds of bot.
  const role = user.role as Role
  return {
    ...user,
    bot_type: bot_type as User['bot_type'],
    role,
    is_owner: role === roles.owner,
    is_admin: isAtLeast(role, roles.administrator),
    is_guest: role === roles.guest,
    ...(isDeleted && { is_deleted: true }),
    // Null for bots, undefined when it was not asked for; else what the core checked when it was stored.
    ...(profileData ? { profile_data: profileData as ProfileData } : {}),
  }
}
