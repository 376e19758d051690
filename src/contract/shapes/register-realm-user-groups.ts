import * as z from 'zod'
import { userGroup } from './user-group.ts'

/** Fields of POST /register under the gate `realm_user_groups`. */
export const registerRealmUserGroupsFields = { realm_user_groups: z.array(userGroup) }

const registerRealmUserGroups = z.strictObject(registerRealmUserGroupsFields)

export type RegisterRealmUserGroups = z.output<typeof registerRealmUserGroups>
