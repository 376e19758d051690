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
  // The newest message says how a topic is spelled; the oldest that is spelled so stays, whatever happens to
  // the notices behind it.
  const [found] = await db.query<{ id: number; topic: string }>(sql`
    WITH readable AS (
      SELECT m.id, m.topic FROM message m JOIN channel c ON c.id = m.channel_id
        LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${context.viewer.id}
      WHERE m.channel_id = ${channelId} AND lower(m.topic) = lower(${topic}) AND ${readable}
    ), newest AS (SELECT topic FROM readable ORDER BY id DESC LIMIT 1)
    SELECT id, topic FROM readable JOIN newest USING (topic) ORDER BY id LIMIT 1`)
  if (!found) throw badRequest('There is no such topic')
  if (isResolved(found.topic) === resolve) throw nothingToChange()
  const name = toggledName(found.topic, resolve ? 'resolve' : 'unresolve')
  return updateMessage(context, {
    messageId: found.id,
    edit: null,
    move: {
      channelId: null,
      topic: name,
      from: { channelId, topic: found.topic },
      scope: 'all',
      tellOldTopic: false,
      tellNewTopic: true,
    },
  })
}
