import { claimAttachments } from '../attachments/claims.ts'
import { linkedFiles } from '../attachments/linked-files.ts'
import type { ChannelReference } from '../channels/access.ts'
import { announceActivity } from '../channels/announce-activity.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { requestPreviews } from '../link-previews/preview-requests.ts'
import { insertWidget } from '../submessages/insert-submessage.ts'
import { widgetOf } from '../submessages/parse-widget.ts'
import { raiseForMentioned, raiseVisibilitiesOnSending } from '../user-topics/automatic-visibility.ts'
import { eventsFromOutside } from './hidden-sender.ts'
import { insertChannelMessage } from './insert-message.ts'
import { mentionedUsers, wildcardReach } from './mentions.ts'
import { newMessage, type Outgoing, renderOutgoing, type Sent, sentMessage } from './outgoing.ts'
import { accessPlaceToPost } from './posting.ts'
import { normalizeTopic } from './topic.ts'
import { topicLinks } from './topic-links.ts'
import { messageEvent } from './wire.ts'

/** The channel's row has to change, which takes more than the lock that lets others send. */
class NeedsStrongerLock extends Error {
  override readonly name = 'NeedsStrongerLock'
}

/**
 * Sends to a topic of a channel and tells everybody who receives it (reference: POST /messages).
 *
 * @param to.topic as written; normalised here
 * @returns what was written, as plain JSON
 * @throws CodedError STREAM_DOES_NOT_EXIST, STREAM_ or TOPIC_WILDCARD_MENTION_NOT_ALLOWED, BAD_REQUEST
 */
export async function sendChannelMessage(
  context: ViewerContext,
  to: { readonly channel: ChannelReference; readonly topic: string },
  outgoing: Outgoing,
): Promise<Sent> {
  const { core, viewer } = context
  const topic = normalizeTopic(to.topic)
  const rendered = await renderOutgoing(context, outgoing)
  const mentionedUserIds = await mentionedUsers(core.db, context.permissions, rendered)

  const links = topicLinks(topic, rendered.linkifiers)
  const attempt = async (tx: WriteTransaction, lock: 'share' | 'update') => {
    const place = await accessPlaceToPost(tx, context, to.channel, topic, lock)
    const { channel, isSubscribed } = place
    const sender = outgoing.appearsAs ?? place.sender
    if (lock === 'share' && changesChannel(channel)) throw new NeedsStrongerLock()
    const permissions = context.permissions.within(tx)
    const reach = await wildcardReach(tx, permissions, { channel, topic, senderId: sender.id }, rendered)
    const inserted = await insertChannelMessage(
      tx,
      newMessage(context, outgoing, rendered, mentionedUserIds),
      { channelId: channel.id, topic, topicLinks: links, topicWildcardUserIds: reach.topicWildcardUserIds },
    )
    await claimAttachments(tx, { ...context, permissions }, inserted.id, linkedFiles(rendered.html))
    await requestPreviews(tx, inserted.id, rendered)
    const widget = outgoing.widget ?? widgetOf(rendered.content)
    const submessages = await insertWidget(tx, inserted.id, sender.id, widget)
    const written = { inserted, sender, submessages, to: { channel, topic, topicLinks: links } }
    const sent = sentMessage(context, outgoing, rendered, written)
    const topicOfMessage = { channelId: channel.id, topic, newMessageId: inserted.id }
    const mentioned = rendered.mentionedUserIds.filter((userId) => inserted.flags.has(userId))
    let newVisibility: Sent['newVisibility'] = null
    if (outgoing.appearsAs) await raiseForMentioned(tx, topicOfMessage, mentioned)
    else {
      const whole = { ...topicOfMessage, isChannelMuted: place.isMuted }
      const occasion = place.topicExists ? 'send' : 'initiation'
      newVisibility = await raiseVisibilitiesOnSending(tx, viewer, whole, occasion, mentioned)
    }
    // Whoever is in the channel sees those who are in it, and bots.
    if (isSubscribed || viewer.isBot || outgoing.appearsAs) tx.announce(messageEvent(sent))
    else {
      const systemGroups = await core.systemGroups.of(tx, viewer.organizationId)
      for (const event of await eventsFromOutside(tx, systemGroups, sent)) tx.announce(event)
    }
    if (!channel.isRecentlyActive) await announceActivity(tx, channel, true)
    return { messageId: inserted.id, newVisibility }
  }

  const send = (lock: 'share' | 'update') =>
    transact(core, viewer.organizationId, (tx) => attempt(tx, lock), context.once)
  const sent = await send('share').catch((error: unknown) => {
    // Two who hold a shared lock could never both get the stronger one: start again with that.
    if (error instanceof NeedsStrongerLock) return send('update')
    throw error
  })
  if (rendered.pages.length > 0) core.linkPreviews.look()
  return sent
}

/** Whether a message is the channel's first, or its first for long. */
function changesChannel({ firstMessageId, isRecentlyActive }: Channel): boolean {
  return firstMessageId === null || !isRecentlyActive
}
