import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { messagePayload } from '../messages/message-payload.ts'
import { MessageType } from '../messages/message-type.ts'
import { loadPerson } from '../users/people.ts'
import { UserType } from '../users/user-type.ts'
import { addReaction } from './add-reaction.ts'
import type { MessageReaction } from './reaction-rows.ts'
import { removeReaction } from './remove-reaction.ts'

export const ReactionEmojiType = builder.enumType('ReactionType', {
  description: 'Where an emoji is from.',
  values: {
    UNICODE_EMOJI: { value: 'unicode_emoji', description: 'Unicode. The code is its code points.' },
    CUSTOM_EMOJI: { value: 'realm_emoji', description: 'The organization. The code is its id.' },
    EXTRA_EMOJI: { value: 'service_extra_emoji', description: 'The server. The code is its name.' },
  } as const,
})

const ReactionType = builder.objectRef<MessageReaction>('Reaction').implement({
  description: 'Somebody’s emoji on a message.',
  fields: (t) => ({
    emojiName: t.exposeString('emojiName', {
      description: 'The name by which it was chosen first on this message.',
    }),
    emojiCode: t.exposeString('emojiCode', {
      description:
        'Which emoji of its type: code points in hexadecimal with dashes between them, an id, or a name.',
    }),
    type: t.expose('type', { type: ReactionEmojiType, description: 'Where the emoji is from.' }),
    userDatabaseId: t.exposeInt('userId', { description: 'Id of who reacted.' }),
    user: t.field({
      type: UserType,
      description: 'Who reacted.',
      resolve: ({ userId }, _, context) => loadPerson(context, userId),
    }),
  }),
})

builder.objectField(MessageType, 'reactions', (t) =>
  t.field({
    type: [ReactionType],
    description: 'Everybody’s emoji on it, oldest first.',
    // They come with their message.
    complexity: { field: 1, multiplier: 2 },
    resolve: ({ reactions }) => reactions ?? [],
  }),
)

const ReactionPayload = messagePayload('ReactionPayload', 'The message that was reacted to.')

const AddReactionInput = builder.inputType('AddReactionInput', {
  description: 'An emoji for a message.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseId: t.int({ required: true, description: 'The message.' }),
    emojiName: t.string({ required: true, description: 'The emoji’s name, such as `tada`.' }),
    emojiCode: t.string({
      required: false,
      description:
        'As in Reaction; left out: that of the name. Joins in a reaction that has the code; that of a Unicode emoji stands whatever the name.',
    }),
    type: t.field({
      type: ReactionEmojiType,
      required: false,
      description: 'Left out: custom emoji go before Unicode, and that before the extra one.',
    }),
  }),
})

const RemoveReactionInput = builder.inputType('RemoveReactionInput', {
  description: 'One of the viewer’s reactions to a message, by name or code.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    messageDatabaseId: t.int({ required: true, description: 'The message.' }),
    emojiName: t.string({ required: false, description: 'The emoji’s name.' }),
    emojiCode: t.string({ required: false, description: 'As in Reaction; goes before the name.' }),
    type: t.field({ type: ReactionEmojiType, required: false, description: 'Left out: any.' }),
  }),
})

builder.mutationField('addReaction', (t) =>
  t.field({
    type: ReactionPayload,
    description:
      'Reacts to a message. Errors: REACTION_ALREADY_EXISTS; BAD_REQUEST for a message that the viewer may not read, in archived channels, and for what is no emoji.',
    args: { input: t.arg({ type: AddReactionInput, required: true, description: 'Message and emoji.' }) },
    resolve: (_, { input }, context) =>
      addReaction(writing(context, 'addReaction', input), input.messageDatabaseId, {
        name: input.emojiName,
        code: input.emojiCode,
        type: input.type,
      }),
  }),
)

builder.mutationField('removeReaction', (t) =>
  t.field({
    type: ReactionPayload,
    description:
      'Takes a reaction of the viewer’s back. Errors: REACTION_DOES_NOT_EXIST; BAD_REQUEST for a message that the viewer may not read, in archived channels, and for what is no emoji.',
    args: { input: t.arg({ type: RemoveReactionInput, required: true, description: 'Which reaction.' }) },
    resolve: (_, { input }, context) =>
      removeReaction(writing(context, 'removeReaction', input), input.messageDatabaseId, {
        name: input.emojiName,
        code: input.emojiCode,
        type: input.type,
      }),
  }),
)
