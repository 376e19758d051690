import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { mayPostTo } from '../messages/posting.ts'
import { systemBotsOf } from '../organizations/system-organization.ts'
import { accessChannel } from './access.ts'

/**
 * The address by which somebody who may post to a channel mails to it (reference: GET
 * /streams/{stream_id}/email_address): a secret of theirs, made when it is first asked for. Nobody
 * hears of it.
 *
 * @param senderId who appears as sender: the viewer, a bot of theirs, or the email gateway (null)
 * @throws CodedError BAD_REQUEST
 */
export async function channelEmailAddress(
  context: ViewerContext,
  channelId: number,
  senderId: number | null,
): Promise<string> {
  const { core, viewer } = context
  return core.db.transaction('read committed', async (tx) => {
    const asker = withinTransaction(tx, context)
    const { channel } = await accessChannel(tx, asker, { id: channelId }, 'metadata')
    if (!(await mayPostTo(tx, context, channelId))) {
      throw badRequest('You do not have permission to post in this channel')
    }
    const token = await tokenFor(tx, channelId, viewer.id, await accessSender(tx, viewer.id, senderId))
    return `${[slug(channel), token, 'show-sender'].filter(Boolean).join('.')}@${core.config.mailDomain}`
  })
}

/** @throws CodedError BAD_REQUEST for anybody whom mails of this user cannot appear to be of */
async function accessSender(tx: Transaction, userId: number, senderId: number | null): Promise<number> {
  const { email: gateway } = await systemBotsOf(tx)
  if (senderId === null || senderId === gateway.id) return gateway.id
  if (senderId === userId) return userId
  const [bot] = await tx.query(sql`
    SELECT id FROM "user" WHERE id = ${senderId} AND bot_owner_id = ${userId} AND is_active`)
  if (!bot) throw badRequest('Invalid sender ID')
  return senderId
}

async function tokenFor(
  tx: Transaction,
  channelId: number,
  userId: number,
  senderId: number,
): Promise<string> {
  const drawn = randomBytes(16).toString('hex')
  // Somebody who asks for the same at the same time is waited for, and has the same answer.
  const [row] = await tx.query<{ token: string }>(sql`
    INSERT INTO channel_email_address (token, channel_id, user_id, sender_id)
    VALUES (${drawn}, ${channelId}, ${userId}, ${senderId})
    ON CONFLICT (channel_id, user_id, sender_id) DO UPDATE SET token = channel_email_address.token
    RETURNING token`)
  return row?.token ?? drawn
}

/** What of a channel's name can stand in an address: for people to know it by. */
function slug({ name }: Pick<Channel, 'name'>): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
