import type { RegisterPlaygrounds } from '../contract/shapes/register-playgrounds.ts'
import type { SnapshotShare } from '../events/snapshot.ts'
import { playgroundsOf, wirePlayground } from './read-playgrounds.ts'

/** The code playgrounds (register-response: `realm_playgrounds`). */
export const playgroundShare: SnapshotShare = {
  gate: 'realm_playgrounds',
  async read({ tx, organization }): Promise<RegisterPlaygrounds> {
    return { realm_playgrounds: (await playgroundsOf(tx, organization.id)).map(wirePlayground) }
  },
}
