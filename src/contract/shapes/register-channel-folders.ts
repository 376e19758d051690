import * as z from 'zod'
import { channelFolder } from './channel-folder.ts'

/** Fields of POST /register under the gate `channel_folders`. */
export const registerChannelFoldersFields = {
  /** In their order, archived ones too; visitors see those that hold a web-public channel. */
  channel_folders: z.array(channelFolder),
}

const registerChannelFolders = z.strictObject(registerChannelFoldersFields)

export type RegisterChannelFolders = z.output<typeof registerChannelFolders>
