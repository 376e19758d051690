import { alertWordShare } from '../alert-words/snapshot.ts'
import { channelFolderShare } from '../channel-folders/snapshot.ts'
import { defaultChannelGroupShare, defaultChannelShare } from '../channels/default-channels-snapshot.ts'
import { channelShare } from '../channels/snapshot.ts'
import { versionOf } from '../contract/version.ts'
import { customEmojiShare } from '../emoji/snapshot.ts'
import { groupShare } from '../groups/snapshot.ts'
import { linkifierShare } from '../linkifiers/snapshot.ts'
import { recentConversationShare } from '../messages/recent-conversations-snapshot.ts'
import { messageShare } from '../messages/snapshot.ts'
import { starredMessageShare } from '../messages/starred-snapshot.ts'
import { unreadMessageShare } from '../messages/unread-snapshot.ts'
import { mutedUserShare } from '../muted-users/snapshot.ts'
import { organizationShare } from '../organizations/snapshot.ts'
import { playgroundShare } from '../playgrounds/snapshot.ts'
import { subscriptionShare } from '../subscriptions/snapshot.ts'
import { mutedTopicShare, userTopicShare } from '../user-topics/snapshot.ts'
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
  alertWordShare,
  channelFolderShare,
  channelShare,
  customEmojiShare,
  defaultChannelGroupShare,
  defaultChannelShare,
  groupShare,
  linkifierShare,
  messageShare,
  mutedTopicShare,
  mutedUserShare,
  organizationShare,
  playgroundShare,
  recentConversationShare,
  starredMessageShare,
  subscriptionShare,
  unreadMessageShare,
  userSettingsDefaultsShare,
  userSettingsShare,
  userShare,
  userTopicShare,
  versionShare,
]

function isAsked({ gate, supersededBy }: SnapshotShare, fetchEventTypes: readonly string[] | null): boolean {
  if (gate === null || fetchEventTypes === null) return true
  if (supersededBy !== undefined && fetchEventTypes.includes(supersededBy)) return false
  return [gate].flat().every((type) => fetchEventTypes.includes(type))
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Puts shares together that are read side by side: while the database answers one, the rows of another
 * are turned into its fields. Ends when all have ended, because they share a transaction.
 */
async function together(reading: readonly Promise<Fields>[]): Promise<Fields> {
  const snapshot: Record<string, unknown> = {}
  for (const result of await Promise.allSettled(reading)) {
    if (result.status === 'rejected') throw result.reason
    Object.assign(snapshot, result.value)
  }
  return snapshot
}

/** Reads the shares under the gates that are asked for; null asks for all. */
export function readSnapshot(
  reader: SnapshotReader,
  fetchEventTypes: readonly string[] | null,
): Promise<Fields> {
  const asked = shares.filter((share) => isAsked(share, fetchEventTypes))
  return together(asked.map((share) => share.read(reader)))
}

/** The same for somebody without an account. */
export function readVisitorsSnapshot(
  reader: VisitorsSnapshotReader,
  fetchEventTypes: readonly string[] | null,
): Promise<Fields> {
  const asked = shares.filter((share) => isAsked(share, fetchEventTypes))
  return together(asked.flatMap((share) => share.readForVisitors?.(reader) ?? []))
}
