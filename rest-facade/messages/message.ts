import type { DisplayRecipient, Message } from '../../src/contract/shapes/message.ts'
import { unixSeconds } from '../../src/contract/unix-seconds.ts'
import { shownReactionType } from '../events/variants/shown-reaction-type.ts'
import type { MessageFieldsFragment, MessagePersonFieldsFragment } from '../generated/operations.ts'
import { reactionTypeOf } from '../reactions/reaction-type.ts'
import { topicFor, wireEdit } from './edit-history.ts'

/** How a client wants messages to be shown. */
export interface MessageView {
  readonly applyMarkdown: boolean
  /** Whether the client can show an empty topic. */
  readonly allowEmptyTopicName: boolean
  /** The organization's part of its host name. */
  readonly subdomain: string
  /** Senders and participants of the messages, by id. */
  readonly people: ReadonlyMap<number, MessagePersonFieldsFragment>
}

/** People by id, for a {@link MessageView}. */
export function peopleById(
  people: readonly MessagePersonFieldsFragment[],
): ReadonlyMap<number, MessagePersonFieldsFragment> {
  return new Map(people.map((person) => [person.id, person]))
}

/** A message as GET /messages lists it, in the reference's spelling. */
export function wireMessage(
  message: MessageFieldsFragment,
  view: MessageView,
): Message & { flags: string[] } {
  const { people, applyMarkdown } = view
  const sender = personOf(people, message.senderDatabaseId)
  return {
    id: message.id,
    sender_id: sender.id,
    content: (applyMarkdown ? message.renderedContent : message.content) ?? '',
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    recipient_id: message.conversationDatabaseId,
    timestamp: unixSeconds(message.dateSent),
    client: message.client,
    ...placeOf(message, view),
    topic_links: message.topicLinks,
    is_me_message: message.isMeMessage,
    reactions: message.reactions.map(({ type, ...reaction }) => ({
      ...reaction,
      reaction_type: shownReactionType(reactionTypeOf[type]),
    })),
    submessages: message.submessages.map((submessage) => ({ ...submessage, message_id: message.id })),
    flags: [...message.flags],
    sender_full_name: sender.full_name,
    sender_email: sender.email,
    // The only senders from elsewhere are the server's own bots, whose organization has no subdomain.
    sender_realm_str: sender.isSystemBot ? '' : view.subdomain,
    avatar_url: sender.avatarUrl ?? null,
    ...(message.lastEditedAt != null && { last_edit_timestamp: unixSeconds(message.lastEditedAt) }),
    ...(message.lastMovedAt != null && { last_moved_timestamp: unixSeconds(message.lastMovedAt) }),
    ...(message.edits && { edit_history: message.edits.map((edit) => wireEdit(edit, view)) }),
  }
}

type Place = Pick<Message, 'type' | 'display_recipient' | 'stream_id' | 'subject'>

function placeOf(message: MessageFieldsFragment, view: MessageView): Place {
  const { channelDatabaseId, channelName, participantDatabaseIds, topic } = message
  if (channelDatabaseId != null && channelName != null) {
    const subject = topicFor(topic, view)
    return { type: 'stream', display_recipient: channelName, stream_id: channelDatabaseId, subject }
  }
  const display_recipient = (participantDatabaseIds ?? []).map((id): DisplayRecipient => {
    const { email, full_name } = personOf(view.people, id)
    return { id, email, full_name, is_mirror_dummy: false }
  })
  return { type: 'private', display_recipient, subject: '' }
}

function personOf(people: MessageView['people'], id: number): MessagePersonFieldsFragment {
  const person = people.get(id)
  if (!person) throw new Error(`User ${id} is not among the people of the messages.`)
  return person
}
