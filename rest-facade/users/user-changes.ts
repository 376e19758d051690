import { z } from 'zod'
import { roleSchema } from '../../src/contract/roles.ts'
import { profileDataUpdate } from '../../src/contract/shapes/profile-data.ts'
import type { UpdateUserInput } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'
import type { ParameterValues } from '../parameters/parameter.ts'
import { text } from '../parameters/text.ts'

/** What an administrator changes about a user (schemas: "UpdateUser"). */
export const userChanges = {
  full_name: text().optional().describe('The name, 2 to 100 characters.'),
  role: json(roleSchema)
    .optional()
    .describe('100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  profile_data: json(z.array(profileDataUpdate))
    .optional()
    .describe('Values of custom profile fields; null removes one.'),
  new_email: text()
    .optional()
    .describe('The real address; for owners to whom the server’s operator has granted it.'),
}

/** The same as the core's input. */
export function userChangesInput(
  databaseId: number,
  { full_name, role, profile_data, new_email }: ParameterValues<typeof userChanges>,
): UpdateUserInput {
  return {
    databaseId,
    fullName: full_name,
    role,
    newEmail: new_email,
    profileData: profile_data?.map(({ id, value }) => ({ fieldDatabaseId: id, value })),
  }
}
