import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import { GRAVATAR_URL } from '../../../src/contract/server.ts'
import type { Variant } from './variant.ts'

/**
 * Stand-ins only without user_list_incomplete. With client_gravatar, as in snapshots, no URL that
 * follows from the real address that the person comes with.
 */
export const realmUserAddVariant: Variant<CanonicalEventOf<'realm_user/add'>> = (event, shown) => {
  const { stand_in, ...wire } = event
  if (stand_in && shown.capabilities.user_list_incomplete) return []
  const { delivery_email, avatar_url } = event.person
  const isComputable = delivery_email !== null && avatar_url?.startsWith(GRAVATAR_URL) === true
  if (!shown.clientGravatar || !isComputable) return [wire]
  return [{ ...wire, person: { ...event.person, avatar_url: null } }]
}
