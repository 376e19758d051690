import { defaultChannelShare } from '../channels/default-channels-snapshot.ts'
import { channelShare } from '../channels/snapshot.ts'
import { versionOf } from '../contract/version.ts'
import { groupShare } from '../groups/snapshot.ts'
import { messageShare } from '../messages/snapshot.ts'
import { starredMessageShare } from '../messages/starred-snapshot.ts'
import { organizationShare } from '../organizations/snapshot.ts'
import { subscriptionShare } from '../subscriptions/snapshot.ts'
import { userSettingsDefaultsShare, userSettingsShare } from '../users/settings-snapshot.ts'
import { userShare } from '../users/snapshot.ts'
import { VERSION } from '../version.ts'
import type { SnapshotReader, SnapshotShare } from './snapshot.ts'

const versionShare: SnapshotShare = { gate: null, read: async () => versionOf(VERSION) }

/** Every noun's share. */
const shares: readonly SnapshotShare[] = [
  channelShare,
  defaultChannelShare,
  groupShare,
  messageShare,
  organizationShare,
  starredMessageShare,
  subscriptionShare,
  userSettingsDefaultsShare,
  userSettingsShare,
  userShare,
  versionShare,
]

/** Reads the shares under the gates that are asked for; null asks for all. */
export async function readSnapshot(
  reader: SnapshotReader,
  fetchEventTypes: readonly string[] | null,
): Promise<Readonly<Record<string, unknown>>> {
  const snapshot: Record<string, unknown> = {}
  for (const { gate, read } of shares) {
    if (gate === null || fetchEventTypes === null || fetchEventTypes.includes(gate)) {
      Object.assign(snapshot, await read(reader))
    }
  }
  return snapshot
}
