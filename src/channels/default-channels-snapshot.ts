import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { RegisterDefaultStreamGroups } from '../contract/shapes/register-default-stream-groups.ts'
import type { RegisterDefaultStreams } from '../contract/shapes/register-default-streams.ts'
import type { SnapshotShare } from '../events/snapshot.ts'

/** The channels of new users, ascending (register-response: `realm_default_streams`). */
export const defaultChannelShare: SnapshotShare = {
  gate: 'default_streams',
  async read({ tx, viewer }): Promise<RegisterDefaultStreams> {
    if (viewer.role === roles.guest) return { realm_default_streams: [] }
    const rows = await tx.query<{ channelId: number }>(sql`
      SELECT channel_id FROM default_channel WHERE organization_id = ${viewer.organizationId} ORDER BY channel_id`)
    return { realm_default_streams: rows.map(({ channelId }) => channelId) }
  },
}

/** Named sets of them to choose from (register-response: `realm_default_stream_groups`): nothing makes one. */
export const defaultChannelGroupShare: SnapshotShare = {
  gate: 'default_stream_groups',
  read: async (): Promise<RegisterDefaultStreamGroups> => ({ realm_default_stream_groups: [] }),
}
