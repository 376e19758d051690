import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import { roles } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessChannel } from './access.ts'

/** Ids of the channels that new users are subscribed to, ascending. */
export async function defaultChannelsOf(tx: Transaction, organizationId: number): Promise<number[]> {
  const rows = await tx.query<{ channelId: number }>(sql`
    SELECT channel_id FROM default_channel WHERE organization_id = ${organizationId} ORDER BY channel_id`)
  return rows.map(({ channelId }) => channelId)
}

/**
 * Makes a locked channel one for new users, or one no more. Only channels that new users find by
 * themselves can be.
 *
 * @param wanted undefined: as it is
 * @throws CodedError BAD_REQUEST for a default channel that is, or becomes, private or archived
 */
export async function writeDefault(
  tx: Transaction,
  channel: Pick<Channel, 'id' | 'organizationId' | 'inviteOnly' | 'isArchived'>,
  wanted: boolean | undefined,
): Promise<{ readonly changed: boolean }> {
  const { id, organizationId, inviteOnly, isArchived } = channel
  const [row] = await tx.query(sql`SELECT 1 FROM default_channel WHERE channel_id = ${id}`)
  const isDefault = row !== undefined
  const becomes = wanted ?? isDefault
  if (becomes && inviteOnly) throw badRequest('A default channel cannot be private.')
  if (becomes && isArchived) throw badRequest('A default channel cannot be archived.')
  if (becomes === isDefault) return { changed: false }
  await tx.query(
    becomes
      ? sql`INSERT INTO default_channel (channel_id, organization_id) VALUES (${id}, ${organizationId})`
      : sql`DELETE FROM default_channel WHERE channel_id = ${id}`,
  )
  return { changed: true }
}

/** Tells non-guests, who are the ones that know of them, which channels new users get. */
export async function announceDefaults(tx: WriteTransaction, organizationId: number): Promise<void> {
  const audience = await tx.query<{ id: number }>(sql`
    SELECT id FROM "user" WHERE organization_id = ${organizationId} AND is_active AND role <> ${roles.guest}`)
  tx.announce({
    payload: { type: 'default_streams', default_streams: await defaultChannelsOf(tx, organizationId) },
    audience: audience.map(({ id }) => id),
  })
}

/**
 * Adds a channel to those of new users, or takes it out (reference: POST and DELETE
 * /default_streams). What is so already stays so.
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL, BAD_REQUEST
 */
export async function setDefaultChannel(
  context: ViewerContext,
  channelId: number,
  isDefault: boolean,
): Promise<Channel> {
  const { core, viewer } = context
  requireRole(viewer, 'administrator')
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const asker = withinTransaction(tx, context)
      const { channel } = await accessChannel(tx, asker, { id: channelId }, 'metadata', { lock: 'update' })
      const { changed } = await writeDefault(tx, channel, isDefault)
      if (changed) await announceDefaults(tx, viewer.organizationId)
      return channel
    },
    context.once,
  )
}
