import type { CanonicalMessage, DisplayRecipient, Submessage } from '../contract/shapes/message.ts'
import type { TopicLink } from '../contract/shapes/topic-link.ts'
import { unixSeconds } from '../contract/unix-seconds.ts'
import type { NewEvent } from '../events/log.ts'
import type { Channel, User } from '../generated/prisma/client.ts'
import type { MessageSubmessage } from '../submessages/submessage-rows.ts'
import { type AddressedUser, apiAddress } from '../users/address.ts'
import { avatarUrl, isGravatarOfApiAddress, type Pictured } from '../users/avatar.ts'
import { isMeMessage } from './content.ts'
import { conversationId } from './conversation-id.ts'
import type { InsertedMessage } from './insert-message.ts'

/** What a message says of its sender. */
export type Sender = Pictured & Pick<User, 'fullName'>

/** What a direct message says of each participant. */
export type Participant = AddressedUser & Pick<User, 'fullName'>

/** Where a message was sent. */
export type SentTo =
  | {
      readonly channel: Pick<Channel, 'id' | 'name' | 'inviteOnly'>
      readonly topic: string
      /** Of the topic (topic-links.ts). */
      readonly topicLinks: readonly TopicLink[]
    }
  | {
      readonly directMessageGroupId: number
      /** All of them, the sender included. */
      readonly participants: readonly Participant[]
    }

/** What a written message consists of besides its rows' own values. */
export interface SentMessage {
  readonly inserted: InsertedMessage
  readonly to: SentTo
  readonly sender: Sender
  readonly content: string
  readonly renderedContent: string
  readonly sendingClient: string
  /** The organization in which it was sent. */
  readonly organization: { readonly id: number; readonly subdomain: string }
  /** That organization's host name (organization-address.ts). */
  readonly hostName: string
  /** What its widget starts from; none unless told. */
  readonly submessages?: readonly MessageSubmessage[]
  /** What the sending client calls the message, for its own queue. */
  readonly echo?: { readonly queueId: string; readonly localId: string } | undefined
}

/** A new message as the log keeps it. */
export function canonicalMessage(message: SentMessage): CanonicalMessage {
  const { inserted, to, sender, content, organization } = message
  const place =
    'channel' in to
      ? {
          type: 'stream' as const,
          display_recipient: to.channel.name,
          recipient_id: conversationId({ channelId: to.channel.id, directMessageGroupId: null }),
          stream_id: to.channel.id,
          subject: to.topic,
        }
      : {
          type: 'private' as const,
          display_recipient: displayRecipients(to.participants, message.hostName),
          recipient_id: conversationId({ channelId: null, directMessageGroupId: to.directMessageGroupId }),
          subject: '',
        }
  return {
    id: inserted.id,
    ...place,
    client: message.sendingClient,
    content,
    rendered_content: message.renderedContent,
    is_me_message: isMeMessage(content),
    sender_id: sender.id,
    sender_email: apiAddress(sender, message.hostName),
    sender_full_name: sender.fullName,
    // Senders from elsewhere are the server's own bots, whose organization has no subdomain.
    sender_realm_str: sender.organizationId === organization.id ? organization.subdomain : '',
    avatar_url: avatarUrl(sender),
    avatar_is_gravatar: isGravatarOfApiAddress(sender),
    timestamp: unixSeconds(inserted.dateSent),
    topic_links: 'channel' in to ? [...to.topicLinks] : [],
    reactions: [],
    submessages: (message.submessages ?? []).map((submessage) => wireSubmessage(inserted.id, submessage)),
  }
}

function wireSubmessage(messageId: number, { id, senderId, type, content }: MessageSubmessage): Submessage {
  return { id, message_id: messageId, sender_id: senderId, msg_type: type, content }
}

function displayRecipients(participants: readonly Participant[], hostName: string): DisplayRecipient[] {
  return [...participants]
    .sort((left, right) => left.id - right.id)
    .map((user) => ({
      id: user.id,
      email: apiAddress(user, hostName),
      full_name: user.fullName,
      is_mirror_dummy: false,
    }))
}

/** The event that tells of a new message: everybody who received it, each with their flags. */
export function messageEvent(message: SentMessage): NewEvent {
  const { inserted, to, echo } = message
  const flags: Record<number, number> = {}
  for (const [userId, bits] of inserted.flags) if (bits !== 0) flags[userId] = bits
  return {
    payload: { type: 'message', message: canonicalMessage(message) },
    audience: [...inserted.flags.keys()],
    perUser: echo ? { flags, echo } : { flags },
    ...('channel' in to && !to.channel.inviteOnly && { reach: 'public' as const }),
  }
}
