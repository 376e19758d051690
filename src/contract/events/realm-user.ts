import * as z from 'zod'
import { roleSchema } from '../roles.ts'
import { avatarSource, user } from '../shapes/user.ts'
import { eventKind, eventKindInTwoForms } from './event-kind.ts'

/** A user joined, or a guest has come to see one. */
export const realmUserAdd = eventKindInTwoForms(
  'realm_user',
  {
    op: z.literal('add'),
    person: user,
    /** The person is a stand-in for somebody its readers may not see: not for clients with user_list_incomplete. */
    stand_in: z.literal(true).optional(),
  },
  { op: z.literal('add'), person: user },
)

/** A guest no longer sees a user. */
export const realmUserRemove = eventKind('realm_user', {
  op: z.literal('remove'),
  person: z.strictObject({ user_id: z.int(), full_name: z.string() }),
})

const id = { user_id: z.int() }

/** What changed about a user: one of these forms in each event. */
export const personChange = z.union([
  z.strictObject({ ...id, full_name: z.string() }),
  z.strictObject({
    ...id,
    avatar_url: z.string(),
    avatar_source: avatarSource,
    avatar_url_medium: z.string(),
    avatar_version: z.int(),
  }),
  z.strictObject({ ...id, email: z.string(), timezone: z.string() }),
  z.strictObject({ ...id, bot_owner_id: z.int() }),
  z.strictObject({ ...id, role: roleSchema }),
  z.strictObject({ ...id, delivery_email: z.string().nullable() }),
  z.strictObject({
    ...id,
    custom_profile_field: z.strictObject({
      id: z.int(),
      value: z.string().nullable(),
      rendered_value: z.string().optional(),
    }),
  }),
  z.strictObject({ ...id, new_email: z.string() }),
  z.strictObject({ ...id, is_active: z.boolean() }),
  z.strictObject({ ...id, is_imported_stub: z.literal(false) }),
  z.strictObject({ ...id, date_joined: z.string() }),
])

export type PersonChange = z.output<typeof personChange>

/** Something about a user changed. */
export const realmUserUpdate = eventKind('realm_user', { op: z.literal('update'), person: personChange })
