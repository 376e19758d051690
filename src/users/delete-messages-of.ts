import sql from 'sql-template-tag'
import type { Core } from '../core.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { deleteChannelMessages, deleteDirectMessages } from '../messages/delete-messages.ts'

/** Messages that go in one transaction. */
const BATCH = 1000

/** Kinds of messages. */
export interface MessageKinds {
  readonly inPublicChannels: boolean
  readonly inPrivateChannels: boolean
  readonly direct: boolean
}

/** Deletes a user's messages of these kinds, the newest first, in batches that are each done for good. */
export async function deleteMessagesOf(
  core: Pick<Core, 'db' | 'hub' | 'wakeUps'>,
  organizationId: number,
  userId: number,
  { inPublicChannels, inPrivateChannels, direct }: MessageKinds,
): Promise<void> {
  const inBatches = async (deleteSome: (tx: WriteTransaction) => Promise<number>) => {
    while ((await transact(core, organizationId, deleteSome)) > 0);
  }
  if (inPublicChannels) await inBatches((tx) => deleteInChannels(tx, userId, false))
  if (inPrivateChannels) await inBatches((tx) => deleteInChannels(tx, userId, true))
  if (direct) await inBatches((tx) => deleteDirect(tx, organizationId, userId))
}

async function deleteInChannels(tx: WriteTransaction, userId: number, isPrivate: boolean): Promise<number> {
  const found = await tx.query<{ channelId: number; ids: number[] }>(sql`
    SELECT newest.channel_id, array_agg(newest.id ORDER BY newest.id) AS ids FROM (
      SELECT m.id, m.channel_id FROM message m JOIN channel c ON c.id = m.channel_id
      WHERE m.sender_id = ${userId} AND c.invite_only = ${isPrivate} ORDER BY m.id DESC LIMIT ${BATCH}
    ) newest GROUP BY newest.channel_id ORDER BY newest.channel_id`)
  // Everybody who locks several channels does so in the order of their ids.
  const channels = await tx.query<Channel>(sql`
    SELECT * FROM channel WHERE id = ANY(${found.map(({ channelId }) => channelId)}::int[])
    ORDER BY id FOR NO KEY UPDATE`)
  const byId = new Map(channels.map((channel) => [channel.id, channel]))
  for (const { channelId, ids } of found) {
    const channel = byId.get(channelId)
    if (channel) await deleteChannelMessages(tx, channel, ids)
  }
  return found.length
}

async function deleteDirect(tx: WriteTransaction, organizationId: number, userId: number): Promise<number> {
  const found = await tx.query<{ id: number }>(sql`
    SELECT id FROM message WHERE sender_id = ${userId} AND direct_message_group_id IS NOT NULL
    ORDER BY id DESC LIMIT ${BATCH} FOR UPDATE`)
  await deleteDirectMessages(tx, organizationId, found.map(({ id }) => id).reverse())
  return found.length
}
