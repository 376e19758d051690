import * as z from 'zod'
import { roleSchema } from '../roles.ts'
import { profileData } from './profile-data.ts'

/** Who sees a user's real address: 1 everybody, 2 members, 3 administrators, 4 nobody, 5 moderators. */
export const emailAddressVisibility = z.literal([1, 2, 3, 4, 5])

/** Where an avatar comes from: Gravatar, generated (Jdenticon), or uploaded. */
export const avatarSource = z.enum(['G', 'J', 'U'])

/** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
export const botType = z.literal([1, 2, 3, 4])

/** What is known of a user, as one particular viewer may see it (schemas: "UserBase"). */
export const userBase = z.strictObject({
  user_id: z.int(),
  /** The real address; null for viewers who may not see it. */
  delivery_email: z.string().nullable(),
  /** The address that the API goes by: real, or a dummy that is the same for every viewer. */
  email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  bot_type: botType.nullable(),
  /** Null for people and for bots without an owner. */
  bot_owner_id: z.int().nullable(),
  role: roleSchema,
  timezone: z.string(),
  /** Null leaves it to the client to compute a Gravatar; absent only by `user_avatar_url_field_optional`. */
  avatar_url: z.string().nullable().optional(),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
  /** Present only when true. */
  is_deleted: z.boolean().optional(),
})

/** A user with profile data, which bots do not have (schemas: "User"). */
export const user = userBase.extend({ profile_data: profileData.optional() })

/** An item of the lists of active and of deactivated users: the list itself says which. */
export const listedUser = user.omit({ is_active: true })

/** A bot of the server rather than of the organization. */
export const crossRealmBot = userBase
  .omit({ is_deleted: true, avatar_url: true })
  .extend({ avatar_url: z.string().nullable(), is_system_bot: z.boolean() })

export type AvatarSource = z.output<typeof avatarSource>
export type UserBase = z.output<typeof userBase>
export type User = z.output<typeof user>
export type ListedUser = z.output<typeof listedUser>
export type CrossRealmBot = z.output<typeof crossRealmBot>
