import sql from 'sql-template-tag'
import type { Asker } from '../channels/access.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { invalidMessages, readableMessage } from './access.ts'
import type { SharedChannel } from './audience.ts'

/** A message to which something is added, held until the transaction ends. */
export interface LockedMessage {
  readonly id: number
  readonly senderId: number
  readonly content: string
  readonly lastEditedAt: Date | null
  readonly dateSent: Date
  /** What decides who reads it; null for direct messages. */
  readonly channel: SharedChannel | null
  readonly topic: string
  /** Everybody in the conversation, ascending; null for channel messages. */
  readonly participantIds: number[] | null
  /** Whether it is in the viewer's own history. */
  readonly isReceived: boolean
  /** Whether the viewer is subscribed to its channel and has muted that. */
  readonly isChannelMuted: boolean
}

type LockedRow = Omit<LockedMessage, 'channel'> & {
  readonly channel: (SharedChannel & Pick<Channel, 'isArchived'>) | null
}

/**
 * Loads a message to which the viewer adds something, and holds it against deletion and others who
 * do so.
 *
 * @throws CodedError BAD_REQUEST for a message that the viewer may not read, the same as for one
 *   that does not exist; and in archived channels
 */
export async function lockMessage(
  tx: Transaction,
  asker: Asker & { readonly viewer: { readonly id: number } },
  messageId: number,
): Promise<LockedMessage> {
  // Locked before it is read: the statement that waits for a move would still see the place before.
  await tx.query(sql`
    SELECT FROM message WHERE id = ${messageId} AND organization_id = ${asker.organization.id}
    FOR NO KEY UPDATE`)
  const [row] = await tx.query<LockedRow>(sql`
    SELECT m.id, m.sender_id, m.content, m.last_edited_at, m.date_sent, m.topic, g.participant_ids,
      CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'organizationId', c.organization_id,
        'inviteOnly', c.invite_only, 'isWebPublic', c.is_web_public, 'isArchived', c.is_archived,
        'historyPublicToSubscribers', c.history_public_to_subscribers) END AS channel,
      um.user_id IS NOT NULL AS is_received,
      EXISTS (SELECT FROM subscription s WHERE s.user_id = ${asker.viewer.id} AND s.channel_id = m.channel_id
        AND s.active AND s.is_muted) AS is_channel_muted
    FROM message m
      LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${asker.viewer.id}
      LEFT JOIN channel c ON c.id = m.channel_id
      LEFT JOIN direct_message_group g ON g.id = m.direct_message_group_id
    WHERE m.id = ${messageId} AND m.organization_id = ${asker.organization.id} AND ${readableMessage(asker)}`)
  if (!row) throw invalidMessages()
  if (row.channel?.isArchived) throw badRequest('Nothing can be added to messages of an archived channel')
  return row
}
