import sql from 'sql-template-tag'
import { unixSeconds } from '../../contract/unix-seconds.ts'
import type { WriteTransaction } from '../../events/transact.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import { audienceOf, receiversOf } from '../audience.ts'
import { flagsOf, toldFlags } from './told-flags.ts'

/**
 * Tells everybody who can read a message that its HTML has changed, and nothing else (reference: event
 * update_message, `rendering_only`).
 *
 * @param message held by the transaction, with its channel; null for direct messages
 */
export async function announceRendering(
  tx: WriteTransaction,
  message: {
    readonly id: number
    readonly channel: Channel | null
    readonly content: string
    readonly html: string
  },
): Promise<void> {
  const { id, channel, content, html } = message
  const audience = channel ? await audienceOf(tx, channel, [id]) : await receiversOf(tx, [id], sql`true`)
  const known = (await flagsOf(tx, [id])).get(id)
  for (const { userIds } of audience) {
    tx.announce({
      payload: {
        type: 'update_message',
        user_id: null,
        rendering_only: true,
        message_id: id,
        message_ids: [id],
        edit_timestamp: unixSeconds(new Date()),
        ...(channel && { stream_name: channel.name, stream_id: channel.id }),
        content,
        rendered_content: html,
      },
      audience: userIds,
      perUser: { flags: toldFlags(known, userIds) },
    })
  }
}
