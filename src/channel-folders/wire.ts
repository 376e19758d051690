import type { ChannelFolder as WireFolder } from '../contract/shapes/channel-folder.ts'
import { unixSeconds } from '../contract/unix-seconds.ts'
import type { ChannelFolder } from '../generated/prisma/client.ts'

/** A folder as snapshots and events tell of it. */
export function wireFolder(folder: ChannelFolder): WireFolder {
  return {
    id: folder.id,
    name: folder.name,
    order: folder.position,
    date_created: unixSeconds(folder.dateCreated),
    creator_id: folder.creatorId,
    description: folder.description,
    rendered_description: folder.renderedDescription,
    is_archived: folder.isArchived,
  }
}
