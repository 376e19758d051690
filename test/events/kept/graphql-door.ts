import type { Person } from '../../support/cast.ts'
import type { KeptMessage } from '../../support/fold/messages.ts'
import type { FoldedEvent } from '../../support/fold/state.ts'
import { follow } from '../../support/socket.ts'
import type { Door } from './keeper.ts'
import { keptTypes } from './rest-door.ts'

/** GraphQL's fields under the names of the REST reference, so that one client understands both. */
const message = `id: databaseId content: renderedContent subject: topic stream_id: channelDatabaseId
  display_recipient: channelName recipient_id: conversationDatabaseId sender_id: senderDatabaseId
  topic_links: topicLinks { text url } is_me_message: isMeMessage flags lastEditedAt lastMovedAt
  reactions { emoji_name: emojiName emoji_code: emojiCode type user_id: userDatabaseId }
  submessages { id: databaseId sender_id: senderDatabaseId msg_type: type content }
  edits { date user_id: userDatabaseId topic prev_topic: previousTopic stream: channelDatabaseId
    prev_stream: previousChannelDatabaseId prev_content: previousContent
    prev_rendered_content: previousRenderedContent }`
const reaction = `message_id: messageDatabaseId reactor: userDatabaseId emoji_name: emojiName emoji_code: emojiCode
  reaction_type: reactionType`
const events = `events { kind: __typename
  ... on MessageEvent { payload flags: messageFlags }
  ... on UpdateMessageEvent { editor: userDatabaseId rendering_only: renderingOnly message_id: messageDatabaseId
    message_ids: messageDatabaseIds flags: messageFlags editTimestamp new_stream_id: newChannelDatabaseId
    propagate_mode: propagateMode orig_subject: origTopic subject: topic topic_links: topicLinks { text url }
    orig_content: origContent orig_rendered_content: origRenderedContent text: content
    rendered_content: renderedContent is_me_message: isMeMessage }
  ... on DeleteMessageEvent { message_ids: messageDatabaseIds }
  ... on UpdateMessageFlagsAddEvent { flag all messages: messageDatabaseIds }
  ... on UpdateMessageFlagsRemoveEvent { flag all messages: messageDatabaseIds }
  ... on ReactionAddEvent { ${reaction} }
  ... on ReactionRemoveEvent { ${reaction} }
  ... on SubmessageEvent { message_id: messageDatabaseId sender_id: senderDatabaseId
    submessage_id: submessageDatabaseId msg_type: msgType data: content } }`

const window = `{ messageWindow(anchor: NEWEST, numBefore: 200) { messages { ${message} } } }`
const subscription = `subscription ($after: EventId, $types: [String!]) {
  batch: eventBatches(after: $after, types: $types) { lastEventId ${events} } }`
const changes = `query ($after: EventId!, $types: [String!]) {
  batch: changes(after: $after, types: $types) { lastEventId ${events} } }`

interface Batch {
  readonly batch: { readonly lastEventId: number; readonly events: readonly FoldedEvent[] }
}

/** Clients of GraphQL: some follow events, others are away and ask what these have come to. */
export class GraphqlDoor implements Door {
  readonly name: string
  readonly applyMarkdown = true
  readonly #reader: Person
  readonly #means: 'events' | 'changes'
  #after: number | null = null

  constructor(reader: Person, means: 'events' | 'changes') {
    this.#reader = reader
    this.#means = means
    this.name = `GraphQL (${means})`
  }

  async open(): Promise<void> {
    this.#after = (await this.#follow()).lastEventId
  }

  async read(): Promise<KeptMessage[]> {
    const { messageWindow } = await this.#reader.graphql(window)
    return messageWindow.messages.map(restMessage)
  }

  async take(): Promise<FoldedEvent[]> {
    const asked = { after: this.#after, types: keptTypes }
    const { lastEventId, events } =
      this.#means === 'events'
        ? await this.#follow()
        : ((await this.#reader.graphql(changes, asked)) as Batch).batch
    this.#after = lastEventId
    return events.map(restEvent)
  }

  /** What there is by now. */
  async #follow(): Promise<Batch['batch']> {
    const following = follow<Batch>(this.#reader, subscription, { after: this.#after, types: keptTypes })
    const { batch } = await following.next()
    await following.stop()
    return batch
  }
}

const seconds = (date: string) => Math.floor(Date.parse(date) / 1000)
const reactionTypes: Readonly<Record<string, string>> = {
  UNICODE_EMOJI: 'unicode_emoji',
  CUSTOM_EMOJI: 'realm_emoji',
  EXTRA_EMOJI: 'service_extra_emoji',
}

/** REST leaves out what is null. */
const present = (fields: FoldedEvent): FoldedEvent =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

function restMessage({ lastEditedAt, lastMovedAt, edits, reactions, submessages, ...rest }: FoldedEvent) {
  return present({
    ...rest,
    last_edit_timestamp: lastEditedAt && seconds(lastEditedAt),
    last_moved_timestamp: lastMovedAt && seconds(lastMovedAt),
    edit_history: edits?.map(({ date, ...edit }: FoldedEvent) =>
      present({ ...edit, timestamp: seconds(date) }),
    ),
    reactions: reactions.map(({ type, ...one }: FoldedEvent) => ({
      ...one,
      reaction_type: reactionTypes[type],
    })),
    submessages: submessages.map((one: FoldedEvent) => ({ ...one, message_id: rest.id })),
  })
}

/** The message as it was sent: the link shows what it is by now. */
function sentMessage({ display_recipient, rendered_content: content, ...message }: FoldedEvent): FoldedEvent {
  const {
    id,
    subject,
    stream_id,
    recipient_id,
    sender_id,
    topic_links,
    is_me_message,
    reactions,
    submessages,
  } = message
  const place = stream_id === undefined ? {} : { stream_id, display_recipient }
  return {
    id,
    content,
    subject,
    ...place,
    recipient_id,
    sender_id,
    topic_links,
    is_me_message,
    reactions,
    submessages,
  }
}

function restEvent({ kind, payload, editor, reactor, text, data, editTimestamp, ...rest }: FoldedEvent) {
  const op = kind.includes('Add') ? 'add' : 'remove'
  const event = present({ ...rest, user_id: editor ?? reactor, content: text ?? data })
  switch (kind) {
    case 'MessageEvent':
      return { ...event, type: 'message', message: sentMessage(payload.message) }
    case 'UpdateMessageEvent':
      return { ...event, type: 'update_message', edit_timestamp: seconds(editTimestamp) }
    case 'DeleteMessageEvent':
      return { ...event, type: 'delete_message' }
    case 'SubmessageEvent':
      return { ...event, type: 'submessage' }
    default:
      return { ...event, op, type: kind.startsWith('Reaction') ? 'reaction' : 'update_message_flags' }
  }
}
