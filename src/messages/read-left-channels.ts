import sql, { raw } from 'sql-template-tag'
import { messageFlagBits } from '../contract/message-flags.ts'
import type { Transaction } from '../database/database.ts'

/** The end of a subscription. */
interface Departure {
  readonly userId: number
  readonly channelId: number
}

/** A message that has become read for somebody. */
export interface ReadMessage extends Departure {
  readonly messageId: number
}

/** The bit stands in the text, as it does in the partial index's. */
const isUnread = raw(`um.flags & ${messageFlagBits.read} = 0`)

/**
 * Marks as read what people had not read in channels that they have just left: only what one is subscribed to counts
 * as unread, and it does not come back with another subscription (events: "update_message_flags op add", rule 1).
 *
 * @returns what became read, ascending
 */
export function readLeftChannels(tx: Transaction, left: readonly Departure[]): Promise<ReadMessage[]> {
  const userIds = left.map(({ userId }) => userId)
  const channelIds = left.map(({ channelId }) => channelId)
  return tx.query<ReadMessage>(sql`
    WITH wanted AS (
      SELECT um.user_id, um.message_id, m.channel_id
      FROM unnest(${userIds}::int[], ${channelIds}::int[]) AS departure(user_id, channel_id)
        JOIN user_message um ON um.user_id = departure.user_id AND ${isUnread}
        JOIN message m ON m.id = um.message_id AND m.channel_id = departure.channel_id
      ORDER BY um.message_id, um.user_id FOR UPDATE OF um
    ), read AS (
      UPDATE user_message um SET flags = um.flags | ${messageFlagBits.read}::int
      FROM wanted WHERE um.user_id = wanted.user_id AND um.message_id = wanted.message_id
    )
    SELECT * FROM wanted ORDER BY message_id, user_id`)
}
