import { flagNames } from '../contract/message-flags.ts'
import type { Presentation } from '../contract/presentation.ts'
import { builder } from '../graphql/builder.ts'
import type { LoggedEvent } from './log.ts'
import { flagsFor } from './reader.ts'

/** An event as one reader gets it. */
export interface DeliveredEvent {
  readonly event: LoggedEvent
  readonly userId: number
  /** The queue on which it is delivered, if it is one. */
  readonly queueId: string | null
}

/** Plain, without a type per kind: what every long-poll reads is compiled and has to stay lean. */
const QueuedEventType = builder.objectRef<DeliveredEvent>('QueuedEvent').implement({
  description: 'An event on a registered queue, for clients that speak the REST reference’s language.',
  fields: (t) => ({
    id: t.field({
      type: 'EventId',
      description: 'Position in the organization’s event log: resume with `after` this.',
      resolve: ({ event }) => event.id,
    }),
    payload: t.field({
      type: 'EventPayload',
      description: 'The event itself, in the spelling of the REST reference.',
      resolve: ({ event }) => event.payload,
    }),
    messageFlags: t.stringList({
      description: 'The viewer’s flags for the message that is new or edited; none for other events.',
      resolve: ({ event, userId }) => flagNames(flagsFor(event, userId)),
    }),
    localMessageId: t.string({
      nullable: true,
      description: 'What the sending client called the message: only on the queue that it sent from.',
      resolve: ({ event, queueId }) => {
        const echo = event.perUser?.echo
        return echo && echo.queueId === queueId ? echo.localId : null
      },
    }),
  }),
})

/** Events of one step, and the position after them. */
export interface DeliveredBatch {
  readonly events: DeliveredEvent[]
  readonly lastEventId: number
}

/** Events of one step on a registered queue. */
export interface DeliveredQueueBatch extends DeliveredBatch {
  readonly presentation: Presentation
}

export const EventQueueBatchType = builder.objectRef<DeliveredQueueBatch>('EventQueueBatch').implement({
  description: 'Events of a registered queue in order, possibly none.',
  fields: (t) => ({
    events: t.field({
      type: [QueuedEventType],
      description: 'Oldest first.',
      resolve: ({ events }) => events,
    }),
    lastEventId: t.field({
      type: 'EventId',
      description: 'Everything up to here has been delivered: resume with `after` this.',
      resolve: (batch) => batch.lastEventId,
    }),
    presentation: t.field({
      type: 'JSON',
      description: 'How the client asked to be shown events when it registered.',
      resolve: (batch) => batch.presentation,
    }),
  }),
})
