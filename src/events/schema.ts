import * as z from 'zod'
import { badRequest } from '../contract/coded-error.ts'
import { presentation } from '../contract/presentation.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { deliverQueue } from './delivery.ts'
import { type DeliveredQueueBatch, EventQueueBatchType } from './event-types.ts'
import { IncludeSubscribers } from './include-subscribers.ts'
import { EventNarrowTermInput, queueNarrow } from './narrow-input.ts'
import { deleteQueue } from './queues.ts'
import { type Registered, registerQueue } from './register.ts'
import { transact } from './transact.ts'

builder.subscriptionField('eventQueue', (t) =>
  t.field({
    type: EventQueueBatchType,
    description:
      'A registered queue’s events, filtered as it was registered. Asking acknowledges everything up to `after`; ' +
      'a second subscription to the queue ends the first. Errors: BAD_EVENT_QUEUE_ID.',
    args: {
      id: t.arg.string({ required: true, description: 'The queue, as registerEventQueue named it.' }),
      after: t.arg({
        type: 'EventId',
        required: true,
        description: 'What the client has; anything older than the queue means its beginning.',
      }),
    },
    subscribe: (_, { id, after }, context) => deliverQueue(requireViewer(context), id, after),
    resolve: (batch: DeliveredQueueBatch) => batch,
  }),
)

const RegisterEventQueueInput = builder.inputType('RegisterEventQueueInput', {
  description: 'What a client wants to be told, and how.',
  fields: (t) => ({
    eventTypes: t.stringList({ required: false, description: 'Types of the events to come; left out: all.' }),
    fetchEventTypes: t.stringList({
      required: false,
      description: 'Types whose snapshots to return; left out: those of eventTypes, else all.',
    }),
    allPublicChannels: t.boolean({
      required: false,
      description: 'Also messages of public channels without a subscription.',
    }),
    narrow: t.field({
      type: [EventNarrowTermInput],
      required: false,
      description: 'Conditions on message events.',
    }),
    idleTimeoutSeconds: t.int({
      required: false,
      description: 'Least number of seconds to keep the queue without a reader; at most 7 days.',
    }),
    isMobile: t.boolean({ required: false, description: 'Leave the timeout to the server, for a phone.' }),
    includeSubscribers: t.field({
      type: IncludeSubscribers,
      required: false,
      description: 'Left out: NONE.',
    }),
    presenceHistoryLimitDays: t.int({
      required: false,
      description: 'Presence data no older than this; 14 by default.',
    }),
    applyMarkdown: t.boolean({
      required: false,
      description: 'HTML instead of Markdown in message events of the queue.',
    }),
    clientGravatar: t.boolean({
      required: false,
      description: 'The client computes Gravatar addresses itself; true by default.',
    }),
    slimPresence: t.boolean({ required: false, description: 'Presence by user id, in the modern form.' }),
    capabilities: t.field({
      type: 'JSON',
      required: false,
      description: 'The client’s capabilities, named as in the REST reference, each true or false.',
    }),
    knowsPronouns: t.boolean({
      required: false,
      description: 'The client knows profile fields of the pronouns type; true by default.',
    }),
  }),
})

const RegisterEventQueuePayload = builder.objectRef<Registered>('RegisterEventQueuePayload').implement({
  description: 'A new queue, and the state of things at the moment from which it delivers.',
  fields: (t) => ({
    queueId: t.string({ description: 'Unguessable; the viewer’s own.', resolve: ({ queue }) => queue.id }),
    lastEventId: t.field({
      type: 'EventId',
      description: 'The last event that the snapshot knows of: the first `after` to ask with.',
      resolve: ({ queue }) => queue.registeredAtId,
    }),
    idleTimeoutSeconds: t.int({
      description: 'Seconds for which the queue is kept without a reader.',
      resolve: ({ queue }) => queue.idleTimeoutSeconds,
    }),
    snapshot: t.field({
      type: 'JSON',
      description: 'The fields of the REST reference’s POST /register under the gates asked for.',
      resolve: ({ snapshot }) => snapshot,
    }),
  }),
})

builder.mutationField('registerEventQueue', (t) =>
  t.field({
    type: RegisterEventQueuePayload,
    description:
      'Registers an event queue and reads the snapshot that goes with it: every change is in one of both, none in both. ' +
      'A repetition registers another queue; one that nobody reads goes away by itself.',
    args: { input: t.arg({ type: RegisterEventQueueInput, required: true, description: 'What is wanted.' }) },
    resolve: (_, { input }, context) => {
      const shown = presentation.safeParse({
        applyMarkdown: input.applyMarkdown ?? false,
        clientGravatar: input.clientGravatar ?? true,
        slimPresence: input.slimPresence ?? false,
        capabilities: input.capabilities ?? {},
        listsUserTopic: input.eventTypes?.includes('user_topic') ?? false,
        knowsPronouns: input.knowsPronouns ?? true,
      })
      if (!shown.success) throw badRequest(`Invalid capabilities: ${z.prettifyError(shown.error)}`)
      return registerQueue(requireViewer(context), {
        eventTypes: input.eventTypes ?? null,
        fetchEventTypes: input.fetchEventTypes ?? input.eventTypes ?? null,
        allPublicChannels: input.allPublicChannels ?? false,
        narrow: queueNarrow(input.narrow),
        idleQueueTimeout: input.isMobile ? 'mobile' : (input.idleTimeoutSeconds ?? null),
        presentation: shown.data,
        snapshot: {
          includeSubscribers: input.includeSubscribers ?? 'false',
          presenceHistoryLimitDays: input.presenceHistoryLimitDays ?? 14,
        },
      })
    },
  }),
)

const DeleteEventQueueInput = builder.inputType('DeleteEventQueueInput', {
  description: 'The queue to end.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    queueId: t.string({ required: true, description: 'One of the viewer’s queues.' }),
  }),
})

const DeleteEventQueuePayload = builder.objectRef<{ queueId: string }>('DeleteEventQueuePayload').implement({
  description: 'The queue that is no more.',
  fields: (t) => ({
    queueId: t.string({ description: 'Its former id.', resolve: ({ queueId }) => queueId }),
  }),
})

builder.mutationField('deleteEventQueue', (t) =>
  t.field({
    type: DeleteEventQueuePayload,
    description: 'Ends one of the viewer’s queues; a reader of it ends too. Errors: BAD_EVENT_QUEUE_ID.',
    args: { input: t.arg({ type: DeleteEventQueueInput, required: true, description: 'Which queue.' }) },
    resolve: async (_, { input }, context) => {
      const { core, viewer, once } = writing(context, 'deleteEventQueue', input)
      const { queueId } = input
      await transact(core, viewer.organizationId, (tx) => deleteQueue(tx, viewer.id, queueId), once)
      core.polls.end(queueId)
      core.wakeUps.endPoll(queueId)
      return { queueId }
    },
  }),
)
