import sql from 'sql-template-tag'
import type { ViewerOrganization } from '../access/viewer.ts'
import { announceActivity } from '../channels/announce-activity.ts'
import type { TopicLink } from '../contract/shapes/topic-link.ts'
import type { Core } from '../core.ts'
import type { Transaction } from '../database/database.ts'
import { ensureDirectMessageGroup } from '../direct-messages/find-group.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel, User } from '../generated/prisma/client.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { type SystemBotName, systemBotsOf } from '../organizations/system-organization.ts'
import { raiseForMentioned } from '../user-topics/automatic-visibility.ts'
import { type InsertedMessage, insertChannelMessage, insertDirectMessage } from './insert-message.ts'
import { mentionedUsers, wildcardReach } from './mentions.ts'
import { type RenderedMessage, renderMessage } from './render-message.ts'
import { topicLinks } from './topic-links.ts'
import { messageEvent, type SentTo } from './wire.ts'

/** What one of the server's own bots says, and where. Topic and content are taken as they are. */
export interface SystemMessage {
  readonly bot: SystemBotName
  readonly to:
    | { readonly channelId: number; readonly topic: string }
    /** The conversation of the bot with these users. */
    | { readonly userIds: readonly number[] }
  readonly content: string
  /** Receivers for whom it starts out read; nobody unless told. */
  readonly readBy?: readonly number[]
}

/** The name under which the server's own messages are sent. */
const SENDING_CLIENT = 'Internal'

/**
 * Sends messages of the server's bots inside an action's own transaction, and announces them. No
 * permission applies, and an archived channel takes them too: whether it should is the caller's to
 * know.
 *
 * @param organization in which the messages are sent; settings as stored
 * @returns the messages' ids, in order
 */
export async function sendAsSystem(
  tx: WriteTransaction,
  core: Pick<Core, 'config' | 'linkifiers' | 'secrets'>,
  organization: ViewerOrganization,
  messages: readonly SystemMessage[],
): Promise<number[]> {
  if (messages.length === 0) return []
  const bots = await systemBotsOf(tx)
  const ids: number[] = []
  for (const { bot, to, content, readBy = [] } of messages) {
    const sender = bots[bot]
    const writer = { organizationId: organization.id }
    const rendered = await renderMessage(tx, core, writer, organization, content)
    const { inserted, place } = await write(tx, organization.id, sender, to, rendered, readBy)
    if ('channel' in place) {
      const mentioned = rendered.mentionedUserIds.filter((userId) => inserted.flags.has(userId))
      const topic = { channelId: place.channel.id, topic: place.topic, newMessageId: inserted.id }
      await raiseForMentioned(tx, topic, mentioned)
    }
    tx.announce(
      messageEvent({
        inserted,
        to: place,
        sender,
        content,
        renderedContent: rendered.html,
        sendingClient: SENDING_CLIENT,
        organization,
        hostName: organizationHostName(core.config, organization),
      }),
    )
    if ('channel' in place && !place.channel.isRecentlyActive) await announceActivity(tx, place.channel, true)
    ids.push(inserted.id)
  }
  return ids
}

/** A place in the rows' own form. */
type WrittenPlace =
  | Extract<SentTo, { directMessageGroupId: number }>
  | { readonly channel: Channel; readonly topic: string; readonly topicLinks: readonly TopicLink[] }

async function write(
  tx: Transaction,
  organizationId: number,
  sender: User,
  to: SystemMessage['to'],
  rendered: RenderedMessage,
  readByUserIds: readonly number[],
): Promise<{ inserted: InsertedMessage; place: WrittenPlace }> {
  const message = {
    organizationId,
    senderId: sender.id,
    content: rendered.content,
    renderedContent: rendered.html,
    sendingClient: SENDING_CLIENT,
    readBySender: true,
    readByUserIds,
    mentionedUserIds: await mentionedUsers(tx, null, rendered),
    channelWildcard: rendered.channelWildcard,
  }
  if ('userIds' in to) {
    const participantIds = [sender.id, ...to.userIds]
    const groupId = await ensureDirectMessageGroup(tx, organizationId, participantIds)
    const inserted = await insertDirectMessage(tx, message, { groupId, participantIds })
    const participants = await tx.query<User>(
      sql`SELECT * FROM "user" WHERE id = ANY(${participantIds}::int[])`,
    )
    return { inserted, place: { directMessageGroupId: groupId, participants } }
  }
  const { channelId, topic } = to
  // Held as by others who send, and strongly enough for the first message of a channel.
  const [channel] = await tx.query<Channel>(
    sql`SELECT * FROM channel WHERE id = ${channelId} FOR NO KEY UPDATE`,
  )
  if (!channel) throw new Error(`There is no channel ${channelId}.`)
  const reach = await wildcardReach(tx, null, { channel, topic, senderId: sender.id }, rendered)
  const links = topicLinks(topic, rendered.linkifiers)
  const inserted = await insertChannelMessage(tx, message, {
    channelId,
    topic,
    topicLinks: links,
    topicWildcardUserIds: reach.topicWildcardUserIds,
  })
  return { inserted, place: { channel, topic, topicLinks: links } }
}
