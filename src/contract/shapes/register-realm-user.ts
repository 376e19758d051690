import * as z from 'zod'
import { avatarSource, crossRealmBot, listedUser } from './user.ts'

/** Fields of POST /register under the gate `realm_user`: everybody's data, and the requester's own. */
export const registerRealmUserFields = {
  realm_users: z.array(listedUser),
  /** Deactivated users. */
  realm_non_active_users: z.array(listedUser),
  cross_realm_bots: z.array(crossRealmBot),
  avatar_source: avatarSource,
  /** 500 pixels wide. */
  avatar_url_medium: z.string(),
  /** 100 pixels wide. */
  avatar_url: z.string(),
  /** Old: either of the next two. */
  can_create_streams: z.boolean(),
  can_create_public_streams: z.boolean(),
  can_create_private_streams: z.boolean(),
  can_create_web_public_streams: z.boolean(),
  can_subscribe_other_users: z.boolean(),
  can_invite_others_to_realm: z.boolean(),
  /** Administrators and better. */
  is_admin: z.boolean(),
  is_owner: z.boolean(),
  /** Moderators and better. */
  is_moderator: z.boolean(),
  is_guest: z.boolean(),
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string(),
  full_name: z.string(),
}

export const registerRealmUser = z.strictObject(registerRealmUserFields)

export type RegisterRealmUser = z.output<typeof registerRealmUser>
