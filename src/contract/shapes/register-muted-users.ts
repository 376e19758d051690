import * as z from 'zod'
import { mutedUser } from './muted-user.ts'

/** Fields of POST /register under the gate `muted_users`. */
export const registerMutedUsersFields = {
  /** The first one first. */
  muted_users: z.array(mutedUser),
}

const registerMutedUsers = z.strictObject(registerMutedUsersFields)

export type RegisterMutedUsers = z.output<typeof registerMutedUsers>
