import { boolean } from '../parameters/json.ts'

/** Parameters of every endpoint that returns users (schemas: ClientGravatar, IncludeCustomProfileFields). */
export const userParameters = {
  client_gravatar: boolean()
    .default(true)
    .describe('Leave out Gravatar URLs that follow from an address which the caller may see.'),
  include_custom_profile_fields: boolean().default(false).describe('Add `profile_data`.'),
}
