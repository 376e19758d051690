import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import { transact } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { endAnnouncements } from '../organizations/end-announcements.ts'
import { accessAdministered } from './access-administered.ts'
import { usersWhoSee } from './audience.ts'
import { tellOfArchiving } from './change-notices.ts'
import { propertyEvent } from './channel-update-events.ts'
import { announceDefaults, writeDefault } from './default-channels.ts'
import { writeChannel } from './write-channel.ts'

/**
 * Archives a channel: what is in it can be read, and nobody adds to it (reference: DELETE
 * /streams/{stream_id}). It keeps its name and subscribers; new users do not get it any more, and
 * the organization announces nothing there.
 *
 * @throws CodedError BAD_REQUEST
 */
export async function archiveChannel(context: ViewerContext, channelId: number): Promise<Channel> {
  const { core, viewer } = context
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const asker = withinTransaction(tx, context)
      const { channel } = await accessAdministered(tx, asker, channelId)
      if (channel.isArchived) throw badRequest('Channel is already archived')
      const { changed: wasDefault } = await writeDefault(tx, channel, false)
      const archived = await writeChannel(tx, channel, { ...channel, isArchived: true })
      const audience = await usersWhoSee(tx, archived, 'metadata')
      tx.announce({ payload: propertyEvent(archived, 'is_archived', true), audience })
      if (wasDefault) await announceDefaults(tx, viewer.organizationId)
      await endAnnouncements(tx, viewer.organizationId, channelId)
      await tellOfArchiving(tx, asker, archived)
      return archived
    },
    context.once,
  )
}
