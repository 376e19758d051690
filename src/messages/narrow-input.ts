import { badRequest } from '../contract/coded-error.ts'
import { builder } from '../graphql/builder.ts'
import type { NarrowTerm } from './narrow/term.ts'

const ChannelSortType = builder.enumType('ChannelSort', {
  description: 'Channels of one sort.',
  values: {
    PUBLIC: { value: 'public', description: 'Those that everybody but guests may read.' },
    WEB_PUBLIC: { value: 'web-public', description: 'Those that visitors may read, too.' },
    ARCHIVED: { value: 'archived', description: 'Those that are archived.' },
  } as const,
})

const MessagePartType = builder.enumType('MessagePart', {
  description: 'What can be in a message, or at it.',
  values: {
    LINK: { value: 'link', description: 'A link.' },
    IMAGE: { value: 'image', description: 'An image that is shown.' },
    ATTACHMENT: { value: 'attachment', description: 'An uploaded file.' },
    REACTION: { value: 'reaction', description: 'Somebody’s emoji on it.' },
  } as const,
})

const MessageStateType = builder.enumType('MessageState', {
  description: 'What a message is to the viewer.',
  values: {
    DIRECT: { value: 'dm', description: 'A direct message.' },
    STARRED: { value: 'starred', description: 'Starred by the viewer.' },
    MENTIONED: { value: 'mentioned', description: 'One that mentions the viewer, by name or with others.' },
    UNREAD: { value: 'unread', description: 'Not read yet.' },
    ALERTED: { value: 'alerted', description: 'One with an alert word of the viewer’s.' },
    RESOLVED: { value: 'resolved', description: 'In a resolved topic.' },
    FOLLOWED: { value: 'followed', description: 'In a topic that the viewer follows.' },
    MUTED: { value: 'muted', description: 'In a topic or channel that the viewer has muted.' },
  } as const,
})

const MessageViewType = builder.enumType('MessageView', {
  description: 'One of the large views.',
  values: {
    HOME: { value: 'home', description: 'What the viewer has not muted.' },
    ALL: { value: 'all', description: 'Everything: leaves out nothing.' },
  } as const,
})

/** The operator that each typed condition stands for. */
const operators = {
  channelDatabaseId: 'channel',
  channelName: 'channel',
  channels: 'channels',
  topic: 'topic',
  directUserDatabaseIds: 'dm',
  directIncludingUserDatabaseId: 'dm-including',
  senderDatabaseId: 'sender',
  mentionedUserDatabaseId: 'mentions',
  messageDatabaseId: 'id',
  withMessageDatabaseId: 'with',
  has: 'has',
  is: 'is',
  in: 'in',
  search: 'search',
} as const

export const NarrowTermInput = builder.inputType('NarrowTermInput', {
  description:
    'One condition on messages; several must all be met. It is one of the fields, or an operator and its operand as the ' +
    'REST API writes them.',
  fields: (t) => ({
    negated: t.boolean({ required: false, description: 'Whether the condition must not be met.' }),
    channelDatabaseId: t.int({ required: false, description: 'In this channel.' }),
    channelName: t.string({ required: false, description: 'In the channel of this name, in any case.' }),
    channels: t.field({ type: ChannelSortType, required: false, description: 'In a channel of this sort.' }),
    topic: t.string({
      required: false,
      description: 'In the topic of this name, in any case; may be empty.',
    }),
    directUserDatabaseIds: t.intList({
      required: false,
      description: 'In the direct-message conversation of exactly these users and the viewer.',
    }),
    directIncludingUserDatabaseId: t.int({
      required: false,
      description: 'In any direct-message conversation that this user takes part in.',
    }),
    senderDatabaseId: t.int({ required: false, description: 'Sent by this user.' }),
    mentionedUserDatabaseId: t.int({ required: false, description: 'Mentioning this user by name.' }),
    messageDatabaseId: t.int({ required: false, description: 'This message.' }),
    withMessageDatabaseId: t.int({
      required: false,
      description: 'In the conversation that has this message now, whatever else says which one.',
    }),
    has: t.field({ type: MessagePartType, required: false, description: 'With this in it, or at it.' }),
    is: t.field({ type: MessageStateType, required: false, description: 'This to the viewer.' }),
    in: t.field({ type: MessageViewType, required: false, description: 'In this view.' }),
    search: t.string({
      required: false,
      description: 'With all these words in content or topic; in quotation marks: literally.',
    }),
    operator: t.string({
      required: false,
      description:
        '`channel`, `channels`, `topic`, `dm`, `dm-including`, `group-pm-with`, `sender`, `mentions`, `id`, `with`, ' +
        '`near`, `has`, `is`, `in` or `search`.',
    }),
    operand: t.field({
      type: 'JSON',
      required: false,
      description: 'What the operator is about: a name, an id, a list of ids.',
    }),
  }),
})

type Given = typeof NarrowTermInput.$inferInput

/**
 * Terms as they come from a client.
 *
 * @throws CodedError BAD_REQUEST for a term that is not exactly one condition
 */
export function narrowTerms(given: readonly Given[] | null | undefined): NarrowTerm[] {
  return (given ?? []).map(termOf)
}

function termOf({ negated, operator, operand, ...typed }: Given): NarrowTerm {
  const terms: Omit<NarrowTerm, 'negated'>[] = Object.entries(typed)
    .filter(([, value]) => value != null)
    .map(([name, value]) => ({ operator: operators[name as keyof typeof typed], operand: value })) // entries() widens.
  if (operator != null && operand != null) terms.push({ operator, operand })
  else if (operator != null || operand != null) throw oneCondition()
  const [term, another] = terms
  if (!term || another) throw oneCondition()
  return { ...term, negated: negated ?? false }
}

function oneCondition() {
  return badRequest(
    'Each term of a narrow is one condition: one of its fields, or an operator and its operand',
  )
}
