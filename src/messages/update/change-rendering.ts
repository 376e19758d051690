import sql from 'sql-template-tag'
import { unixSeconds } from '../../contract/unix-seconds.ts'
import type { Transaction } from '../../database/database.ts'
import type { WriteTransaction } from '../../events/transact.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import { audienceOf, receiversOf } from '../audience.ts'
import { flagsOf, toldFlags } from './told-flags.ts'

/** A message whose HTML the server itself may change, held until the transaction ends. */
export interface HeldRendering {
  readonly id: number
  /** Null for direct messages. */
  readonly channel: Channel | null
  readonly content: string
  readonly html: string
}

type MessageRow = Pick<HeldRendering, 'content' | 'html'> & { readonly channelId: number | null }

/**
 * Holds a message as those who edit it do, but for nobody in particular: first its channel, so that nobody moves it,
 * then the message. Undefined when there is none.
 */
export async function holdRendering(tx: Transaction, messageId: number): Promise<HeldRendering | undefined> {
  for (;;) {
    const [place] = await tx.query<Pick<MessageRow, 'channelId'>>(
      sql`SELECT channel_id FROM message WHERE id = ${messageId}`,
    )
    if (!place) return undefined
    const [channel] = await tx.query<Channel>(
      sql`SELECT * FROM channel WHERE id = ${place.channelId}::int FOR SHARE`,
    )
    const [message] = await tx.query<MessageRow>(sql`
      SELECT channel_id, content, rendered_content AS html FROM message WHERE id = ${messageId} FOR UPDATE`)
    if (!message) return undefined
    const { channelId, content, html } = message
    // Somebody may have moved it while its channel was waited for.
    if (channelId === place.channelId) return { id: messageId, channel: channel ?? null, content, html }
  }
}

/**
 * Gives a held message other HTML of the same content, and tells everybody who can read it (reference: event
 * update_message, `rendering_only`).
 */
export async function changeRendering(
  tx: WriteTransaction,
  { id, channel, content }: HeldRendering,
  html: string,
): Promise<void> {
  await tx.query(sql`UPDATE message SET rendered_content = ${html} WHERE id = ${id}`)
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
