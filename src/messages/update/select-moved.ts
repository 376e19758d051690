import sql, { empty } from 'sql-template-tag'
import { canReadWholeHistory } from '../../channels/access.ts'
import { badRequest, CodedError } from '../../contract/coded-error.ts'
import type { Transaction } from '../../database/database.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import type { MessageRow } from '../message-rows.ts'
import { isPast } from '../rights.ts'
import type { MoveScope } from './update-request.ts'

/** One message that is to move. */
export interface MovedMessage {
  readonly id: number
  readonly dateSent: Date
}

/**
 * The messages that move together with one, locked: those of its topic that the mover can read.
 *
 * @param newTopic messages of the channel that are called so already stay out of it; null with another channel
 * @param limit seconds; older messages do not move
 * @returns ascending
 * @throws CodedError MOVE_MESSAGES_TIME_LIMIT_EXCEEDED when some of a whole topic are too old,
 *   BAD_REQUEST when all are
 */
export async function selectMoved(
  tx: Transaction,
  { viewer }: ViewerContext,
  channel: Channel,
  anchor: MessageRow,
  scope: MoveScope,
  newTopic: string | null,
  limit: number | null,
): Promise<MovedMessage[]> {
  if (scope !== 'all' && isPast(limit, anchor)) throw tooOld()
  const reach =
    scope === 'one' ? sql`AND m.id = ${anchor.id}` : scope === 'later' ? sql`AND m.id >= ${anchor.id}` : empty
  const readable = canReadWholeHistory(channel)
    ? empty
    : sql`AND EXISTS (SELECT FROM user_message um WHERE um.user_id = ${viewer.id} AND um.message_id = m.id)`
  const messages = await tx.query<MovedMessage & { isCalledSo: boolean }>(sql`
    SELECT m.id, m.date_sent, coalesce(m.topic = ${newTopic}::text, false) AS is_called_so FROM message m
    WHERE m.channel_id = ${channel.id} AND m.channel_id IS NOT NULL
      AND lower(m.topic) = lower(${anchor.topic}) ${reach} ${readable}
    ORDER BY m.id FOR UPDATE OF m`)
  const movable = messages.filter((message) => !isPast(limit, message))
  if (movable.length < messages.length) {
    const [first] = movable
    if (!first) throw tooOld()
    throw new CodedError(
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      'You only have permission to move some of the messages of this topic: the others are too old',
      {
        first_message_id_allowed_to_move: first.id,
        total_messages_in_topic: messages.length,
        total_messages_allowed_to_move: movable.length,
      },
    )
  }
  return messages.filter(({ isCalledSo }) => !isCalledSo)
}

function tooOld(): CodedError {
  return badRequest('The time limit for moving this message has passed')
}
