import sql from 'sql-template-tag'
import type { ChannelReference } from '../channels/access.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { UserTopic } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { ViewerType } from '../users/viewer-type.ts'
import { setTopicVisibility, type TopicVisibility } from './set-visibility.ts'
import { type VisibilityPolicy, visibilityPolicies } from './visibility.ts'

export const TopicVisibilityPolicyType = builder.enumType('TopicVisibilityPolicy', {
  description: 'How somebody treats a topic.',
  values: {
    NONE: { value: visibilityPolicies.none, description: 'As its channel.' },
    MUTED: { value: visibilityPolicies.muted, description: 'It counts for no unread totals.' },
    UNMUTED: { value: visibilityPolicies.unmuted, description: 'It counts although its channel is muted.' },
    FOLLOWED: {
      value: visibilityPolicies.followed,
      description: 'It notifies by rules of its own, and is never muted.',
    },
  } as const,
})

const TopicVisibilityType = builder.objectRef<TopicVisibility>('TopicVisibility').implement({
  description: 'How the viewer treats a topic.',
  fields: (t) => ({
    channelDatabaseId: t.exposeInt('channelId', { description: 'Id of the topic’s channel.' }),
    topic: t.exposeString('topic', {
      description: 'As the viewer wrote it; empty for the channel’s empty topic.',
    }),
    policy: t.expose('policy', { type: TopicVisibilityPolicyType, description: 'How it is treated.' }),
  }),
})

builder.objectField(ViewerType, 'topicVisibilities', (t) =>
  t.field({
    type: [TopicVisibilityType],
    description: 'The topics that the viewer treats otherwise than their channels.',
    resolve: async ({ id }, _, { core }) => {
      const rows = await core.db.query<UserTopic>(sql`
        SELECT * FROM user_topic WHERE user_id = ${id} ORDER BY channel_id, topic_key`)
      return rows.map(({ channelId, topic, visibilityPolicy }) => ({
        channelId,
        topic,
        // Only the action writes rows.
        policy: visibilityPolicy as VisibilityPolicy,
      }))
    },
  }),
)

const SetTopicVisibilityInput = builder.inputType('SetTopicVisibilityInput', {
  description: 'How the viewer wants to treat a topic; the channel by one of both.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    channelDatabaseId: t.int({ required: false, description: 'The channel’s id.' }),
    channelName: t.string({ required: false, description: 'The channel’s name, in any case.' }),
    topic: t.string({
      required: true,
      description:
        'In any case, with or without messages; at most 60 characters. `general chat` is the empty topic.',
    }),
    policy: t.field({ type: TopicVisibilityPolicyType, required: true, description: 'How to treat it.' }),
    instead: t.field({
      type: TopicVisibilityPolicyType,
      required: false,
      description: 'Change nothing unless this is how it is treated now.',
    }),
  }),
})

builder.mutationField('setTopicVisibility', (t) =>
  t.field({
    type: TopicVisibilityType,
    description:
      'Mutes, unmutes or follows a topic. Answers how it is treated then. Errors: BAD_REQUEST for a channel that the viewer may not read.',
    args: { input: t.arg({ type: SetTopicVisibilityInput, required: true, description: 'What, and how.' }) },
    resolve: (_, { input }, context) =>
      setTopicVisibility(writing(context, 'setTopicVisibility', input), {
        channel: channelOf(input),
        topic: input.topic,
        policy: input.policy,
        instead: input.instead ?? null,
      }),
  }),
)

function channelOf({
  channelDatabaseId: id,
  channelName: name,
}: typeof SetTopicVisibilityInput.$inferInput): ChannelReference {
  if (typeof id === 'number' && typeof name !== 'string') return { id }
  if (typeof name === 'string' && typeof id !== 'number') return { name }
  throw badRequest('A channel is named either by its id or by its name')
}
