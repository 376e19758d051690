import { organizationSettings } from '../contract/organization-settings.ts'
import type { RegisterChannelFolders } from '../contract/shapes/register-channel-folders.ts'
import type { SnapshotShare } from '../events/snapshot.ts'
import { foldersForVisitors, foldersOf } from './read-folders.ts'
import { wireFolder } from './wire.ts'

/** The folders, archived ones too, in their order (register-response: `channel_folders`). */
export const channelFolderShare: SnapshotShare = {
  gate: 'channel_folders',
  async read({ tx, organization }): Promise<RegisterChannelFolders> {
    return { channel_folders: (await foldersOf(tx, organization.id)).map(wireFolder) }
  },
  async readForVisitors({ tx, organization }): Promise<RegisterChannelFolders> {
    if (!organizationSettings(organization.settings).enableSpectatorAccess) return { channel_folders: [] }
    return { channel_folders: (await foldersForVisitors(tx, organization.id)).map(wireFolder) }
  },
}
