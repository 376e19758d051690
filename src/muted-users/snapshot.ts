import type { RegisterMutedUsers } from '../contract/shapes/register-muted-users.ts'
import type { SnapshotShare } from '../events/snapshot.ts'
import { mutedUsersOf, wireMutedUsers } from './muted-users.ts'

/** The users whom the viewer has muted (register-response: `muted_users`). */
export const mutedUserShare: SnapshotShare = {
  gate: 'muted_users',
  async read({ tx, viewer }): Promise<RegisterMutedUsers> {
    return { muted_users: wireMutedUsers(await mutedUsersOf(tx, viewer.id)) }
  },
}
