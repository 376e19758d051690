import type { RegisterStream } from '../contract/shapes/register-stream.ts'
import type { SnapshotReader, SnapshotShare, VisitorsSnapshotReader } from '../events/snapshot.ts'
import { visibleChannels } from './access.ts'
import type { AccessedChannel } from './load-channels.ts'
import { type ChannelPresenter, channelPresenter } from './wire.ts'

/** The channels of one snapshot, and how they are presented. */
export interface SnapshotChannels {
  readonly visible: readonly AccessedChannel[]
  readonly present: ChannelPresenter
}

type Reader = SnapshotReader | VisitorsSnapshotReader

const bySnapshot = new WeakMap<Reader, Promise<SnapshotChannels>>()

/** The channels that the viewer sees, read once for all shares of a snapshot. */
export function snapshotChannels(reader: Reader): Promise<SnapshotChannels> {
  let channels = bySnapshot.get(reader)
  if (!channels) {
    channels = readChannels(reader)
    bySnapshot.set(reader, channels)
  }
  return channels
}

async function readChannels(reader: Reader): Promise<SnapshotChannels> {
  const all = await visibleChannels(reader.tx, reader)
  const showsArchived = reader.presentation.capabilities.archived_channels
  const visible = showsArchived ? all : all.filter(({ channel }) => !channel.isArchived)
  const systemGroups = await reader.core.systemGroups.of(reader.tx, reader.organization.id)
  const present = await channelPresenter(
    reader.tx,
    systemGroups,
    visible.map(({ channel }) => channel),
  )
  return { visible, present }
}

/** Every channel that the viewer knows of (register-response: `streams`). */
export const channelShare: SnapshotShare = { gate: 'stream', read: readShare, readForVisitors: readShare }

async function readShare(reader: Reader): Promise<RegisterStream> {
  const { visible, present } = await snapshotChannels(reader)
  return { streams: visible.map(({ channel }) => present(channel)) }
}
