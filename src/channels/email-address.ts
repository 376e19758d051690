import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { addressKey, openAddress } from '../mail/channel-address.ts'
import { mayPostTo } from '../messages/posting.ts'
import { systemBotsOf } from '../organizations/system-organization.ts'
import { accessChannel } from './access.ts'

/**
 * The address by which somebody who may post to a channel mails to it (reference: GET
 * /streams/{stream_id}/email_address): a secret of theirs, the same each time. Nobody
 * hears of it, and mail to it is taken from then on (docs/mail.md).
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
  const key = await addressKey(core)
  return core.db.transaction('read committed', async (tx) => {
    const asker = withinTransaction(tx, context)
    const { channel } = await accessChannel(tx, asker, { id: channelId }, 'metadata')
    if (!(await mayPostTo(tx, context, channelId))) {
      throw badRequest('You do not have permission to post in this channel')
    }
    const sender = await accessSender(tx, viewer.id, senderId)
    const address = { channelId, userId: viewer.id, senderId: sender }
    return `${await openAddress(tx, key, address, channel.name)}@${core.config.mailDomain}`
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
