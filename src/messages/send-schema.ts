import { createHash } from 'node:crypto'
import type { ChannelReference } from '../channels/access.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Addressees } from '../direct-messages/named-users.ts'
import { sendDirectMessage } from '../direct-messages/send-direct-message.ts'
import { builder } from '../graphql/builder.ts'
import { requireSender } from '../graphql/context.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { givenWidget } from '../submessages/widget-data.ts'
import { TopicVisibilityPolicyType } from '../user-topics/schema.ts'
import { accessMessage } from './access.ts'
import { MessageType } from './message-type.ts'
import { echoOf, type Sent } from './outgoing.ts'
import { sendChannelMessage } from './send-channel-message.ts'

const ChannelDestinationInput = builder.inputType('ChannelDestinationInput', {
  description: 'A topic of a channel; the channel by one of both.',
  fields: (t) => ({
    channelDatabaseId: t.int({ required: false, description: 'The channel’s id.' }),
    channelName: t.string({ required: false, description: 'The channel’s name, in any case.' }),
    topic: t.string({
      required: false,
      description:
        'Cut after 60 characters; left out: the empty topic. `general chat` and `(no topic)` mean that, too.',
    }),
  }),
})

const DirectDestinationInput = builder.inputType('DirectDestinationInput', {
  description: 'A conversation: its users by one of both. The sender belongs to it, named or not.',
  fields: (t) => ({
    userDatabaseIds: t.intList({ required: false, description: 'The users’ ids.' }),
    addresses: t.stringList({
      required: false,
      description: 'The users’ addresses, dummy or real ones that the sender may see.',
    }),
  }),
})

const SendMessageInput = builder.inputType('SendMessageInput', {
  description: 'A message, and where it goes: to a channel or to users.',
  fields: (t) => ({
    channel: t.field({ type: ChannelDestinationInput, required: false, description: 'A channel’s topic.' }),
    direct: t.field({
      type: DirectDestinationInput,
      required: false,
      description: 'A conversation of users.',
    }),
    content: t.string({ required: true, description: 'Markdown; cut after 10000 characters.' }),
    readBySender: t.boolean({
      required: false,
      description:
        'Whether the message starts out read for its sender; left out: only when sent by a program that people read in.',
    }),
    widgetContent: t.field({
      type: 'JSON',
      required: false,
      description:
        'For programs: a form that clients show with the message, `{widget_type: "zform", extra_data}`. Polls and to-do lists begin with `/poll` and `/todo` in the content.',
    }),
    queueId: t.string({
      required: false,
      description: 'Together with localId: the event queue of the client that sends.',
    }),
    localId: t.string({
      required: false,
      description:
        'What the client calls the message; its own queue gets it with the event. A repeated request with both answers as the first did.',
    }),
    ...idempotencyKeyField(t),
  }),
})

const SendMessagePayload = builder.objectRef<Sent>('SendMessagePayload').implement({
  description: 'What was sent.',
  fields: (t) => ({
    messageDatabaseId: t.exposeInt('messageId', { description: 'The integer that REST uses.' }),
    newVisibilityPolicy: t.expose('newVisibility', {
      type: TopicVisibilityPolicyType,
      nullable: true,
      description:
        'How the sender treats the topic now, when sending has changed that because of their settings; else null.',
    }),
    message: t.field({
      type: MessageType,
      description: 'The message as the sender has it. Errors: BAD_REQUEST when they cannot read the channel.',
      resolve: ({ messageId }, _, context) => accessMessage(context.core.db, context, messageId),
    }),
  }),
})

builder.mutationField('sendMessage', (t) =>
  t.field({
    type: SendMessagePayload,
    description:
      'Sends a message. Errors: STREAM_DOES_NOT_EXIST with `stream` or `stream_id`, STREAM_WILDCARD_MENTION_NOT_ALLOWED, ' +
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED, IDEMPOTENCY_KEY_REUSED, BAD_REQUEST for everything else that is not allowed.',
    args: {
      input: t.arg({ type: SendMessageInput, required: true, description: 'The message and its place.' }),
    },
    resolve: (_, { input }, context) => {
      const viewing = writing(context, 'sendMessage', input, {
        fallbackKey: localKey(input),
        admit: requireSender,
      })
      const outgoing = {
        content: input.content,
        readBySender: input.readBySender ?? null,
        widget: input.widgetContent == null ? null : givenWidget(input.widgetContent),
        echo: echoOf(input.queueId ?? null, input.localId ?? null),
      }
      if (input.channel && !input.direct) {
        const to = { channel: channelOf(input.channel), topic: input.channel.topic ?? '' }
        return sendChannelMessage(viewing, to, outgoing)
      }
      if (!input.channel && input.direct) {
        return sendDirectMessage(viewing, addresseesOf(input.direct), outgoing)
      }
      throw badRequest('A message goes either to a channel or to users')
    },
  }),
)

type Input = typeof SendMessageInput.$inferInput

function channelOf({
  channelDatabaseId: id,
  channelName: name,
}: typeof ChannelDestinationInput.$inferInput): ChannelReference {
  if (id != null && name == null) return { id }
  if (id == null && name != null) return { name: checkedText(name) }
  throw badRequest('A channel is named either by its id or by its name')
}

function addresseesOf({ userDatabaseIds, addresses }: typeof DirectDestinationInput.$inferInput): Addressees {
  if (userDatabaseIds && !addresses) return { userIds: userDatabaseIds }
  if (!userDatabaseIds && addresses) return { addresses: addresses.map(checkedText) }
  throw badRequest('Users are named either by their ids or by their addresses')
}

/** Refuses what no text in the database can hold. */
function checkedText(text: string): string {
  if (text.includes('\0')) throw badRequest('A name or address must not contain null bytes')
  return text
}

/**
 * The client's own name for the message, as a key. It counts only together with the request itself,
 * because clients were never asked to use a name once.
 */
function localKey({ idempotencyKey: _key, ...request }: Input): string | undefined {
  if (request.queueId == null || request.localId == null) return undefined
  return `local ${createHash('sha256').update(JSON.stringify(request)).digest('hex')}`
}
