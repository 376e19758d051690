import sql from 'sql-template-tag'
import { accessChannel, canReadWholeHistory } from '../../channels/access.ts'
import { badRequest } from '../../contract/coded-error.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { readableMessage } from '../access.ts'
import { isResolved, toggledName } from './resolved-topics.ts'
import { updateMessage } from './update-message.ts'
import { nothingToChange, type UpdatedMessages } from './update-request.ts'

/**
 * Resolves a topic, or takes that back: moves all of it to the name that says so (reference: "Resolved
 * topics").
 *
 * @param topic without regard to case
 * @throws CodedError BAD_REQUEST, also when the topic is so already or has no message that the viewer may read
 */
export async function resolveTopic(
  context: ViewerContext,
  channelId: number,
  topic: string,
  resolve: boolean,
): Promise<UpdatedMessages> {
  const { db } = context.core
  const { channel } = await accessChannel(db, context, { id: channelId }, 'content')
  const readable = canReadWholeHistory(channel) ? sql`true` : readableMessage(context)
  const [newest] = await db.query<{ id: number; topic: string }>(sql`
    SELECT m.id, m.topic FROM message m JOIN channel c ON c.id = m.channel_id
      LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${context.viewer.id}
    WHERE m.channel_id = ${channelId} AND lower(m.topic) = lower(${topic}) AND ${readable}
    ORDER BY m.id DESC LIMIT 1`)
  if (!newest) throw badRequest('There is no such topic')
  if (isResolved(newest.topic) === resolve) throw nothingToChange()
  const name = toggledName(newest.topic, resolve ? 'resolve' : 'unresolve')
  return updateMessage(context, {
    messageId: newest.id,
    edit: null,
    move: {
      channelId: null,
      topic: name,
      from: { channelId, topic: newest.topic },
      scope: 'all',
      tellOldTopic: false,
      tellNewTopic: true,
    },
  })
}
