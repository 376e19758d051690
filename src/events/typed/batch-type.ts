import { builder } from '../../graphql/builder.ts'
import { sameForAll } from '../../graphql/shared-results.ts'
import type { DeliveredBatch } from '../event-types.ts'
import { EventType } from './event-types.ts'

export const EventBatchType = builder.objectRef<DeliveredBatch>('EventBatch').implement({
  description: 'Events in order, possibly none.',
  fields: (t) => ({
    events: t.field({
      type: [EventType],
      description: 'Oldest first.',
      extensions: sameForAll,
      resolve: ({ events }) => events,
    }),
    lastEventId: t.field({
      type: 'EventId',
      description: 'Everything up to here has been delivered: resume with `after` this.',
      extensions: sameForAll,
      resolve: (batch) => batch.lastEventId,
    }),
  }),
})
