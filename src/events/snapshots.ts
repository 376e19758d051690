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
import type { SnapshotReader, SnapshotShare, VisitorsSnapshotReader } from './snapshot.ts'

const versionShare: SnapshotShare = {
  gate: null,
  read: async () => versionOf(VERSION),
  readForVisitors: async () => versionOf(VERSION),
}

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

const isAsked = (gate: string | null, fetchEventTypes: readonly string[] | null): boolean =>
  gate === null || fetchEventTypes === null || fetchEventTypes.includes(gate)

/** Reads the shares under the gates that are asked for; null asks for all. */
export async function readSnapshot(
  reader: SnapshotReader,
  fetchEventTypes: readonly string[] | null,
): Promise<Readonly<Record<string, unknown>>> {
  const snapshot: Record<string, unknown> = {}
  for (const { gate, read } of shares) {
    if (isAsked(gate, fetchEventTypes)) Object.assign(snapshot, await read(reader))
  }
  return snapshot
}

/** The same for somebody without an account. */
export async function readVisitorsSnapshot(
  reader: VisitorsSnapshotReader,
  fetchEventTypes: readonly string[] | null,
): Promise<Readonly<Record<string, unknown>>> {
  const snapshot: Record<string, unknown> = {}
  for (const { gate, readForVisitors } of shares) {
    if (readForVisitors && isAsked(gate, fetchEventTypes))
      Object.assign(snapshot, await readForVisitors(reader))
  }
  return snapshot
}
