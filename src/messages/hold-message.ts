import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { accessibleChannels } from '../channels/access.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessMessage, invalidMessages } from './access.ts'
import type { MessageRow } from './message-rows.ts'

/** A message that is about to change, held until the transaction ends. */
export interface HeldMessage {
  readonly message: MessageRow
  /** Its channel; null for direct messages. */
  readonly channel: Channel | null
  /** The channels that were asked for besides, by id, as far as the viewer may read them. */
  readonly others: ReadonlyMap<number, Channel>
}

const ATTEMPTS = 5

/**
 * Loads and locks a message that the viewer may read: its channel first, and the other channels with
 * it in the order of their ids, then the message. Everybody who changes messages takes locks so.
 *
 * @param hold.channel `share` lets others send to the channels and edit in them, `update` does not
 * @param hold.others ids of other channels that the change concerns
 * @throws CodedError BAD_REQUEST, the same for a message that does not exist
 */
export async function holdMessage(
  tx: WriteTransaction,
  context: ViewerContext,
  messageId: number,
  hold: { readonly channel: 'share' | 'update'; readonly others?: readonly number[] },
): Promise<HeldMessage> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const place = await placeOf(tx, context, messageId, false)
    const wanted = [...(place.channelId === null ? [] : [place.channelId]), ...(hold.others ?? [])]
    const channels = await accessibleChannels(tx, context, wanted, 'content', { lock: hold.channel })
    const now = await placeOf(tx, context, messageId, true)
    // Somebody may have moved it while its channel was waited for.
    if (now.channelId !== place.channelId) continue
    const message = await accessMessage(tx, withinTransaction(tx, context), messageId)
    return {
      message,
      channel: place.channelId === null ? null : (channels.get(place.channelId)?.channel ?? null),
      others: new Map([...channels].map(([id, { channel }]) => [id, channel])),
    }
  }
  throw new Error(`Message ${messageId} is being moved all the time.`)
}

async function placeOf(
  tx: WriteTransaction,
  { viewer }: ViewerContext,
  messageId: number,
  isLocked: boolean,
): Promise<{ channelId: number | null }> {
  const statement = sql`
    SELECT channel_id FROM message WHERE id = ${messageId} AND organization_id = ${viewer.organizationId}`
  const [row] = await tx.query<{ channelId: number | null }>(
    isLocked ? sql`${statement} FOR UPDATE` : statement,
  )
  if (!row) throw invalidMessages()
  return row
}
