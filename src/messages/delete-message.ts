import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { transact } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { deleteChannelMessages, deleteDirectMessages } from './delete-messages.ts'
import { holdMessage } from './hold-message.ts'
import { deletionRefusal } from './rights.ts'

/**
 * Deletes one message for everybody (reference: DELETE /messages/{message_id}).
 *
 * @returns its id
 * @throws CodedError BAD_REQUEST, the same for a message that does not exist and one that the viewer may
 *   not read
 */
export async function deleteMessage(context: ViewerContext, messageId: number): Promise<number> {
  const { core, viewer, once } = context
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const { message, channel } = await holdMessage(tx, context, messageId, { channel: 'update' })
      const [sender] = await tx.query<{ botOwnerId: number | null }>(sql`
        SELECT bot_owner_id FROM "user" WHERE id = ${message.senderId}`)
      const refusal = await deletionRefusal(
        withinTransaction(tx, context),
        { message, channel },
        sender?.botOwnerId ?? null,
      )
      if (refusal) throw refusal
      if (channel) await deleteChannelMessages(tx, channel, [message.id], viewer.id)
      else await deleteDirectMessages(tx, viewer.organizationId, [message.id])
      return message.id
    },
    once,
  )
}
