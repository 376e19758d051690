import type { ArgBuilder } from '@pothos/core'
import { badRequest } from '../../contract/coded-error.ts'
import { roles } from '../../contract/roles.ts'
import { builder, type SchemaTypes } from '../../graphql/builder.ts'
import { requireViewer, type ViewerContext } from '../../graphql/context.ts'
import { madeOf } from '../../graphql/shared-results.ts'
import { deliverBatches, deliverEvents } from '../delivery.ts'
import type { DeliveredBatch, DeliveredEvent } from '../event-types.ts'
import { narrowMatcher } from '../narrow.ts'
import { EventNarrowTermInput, queueNarrow } from '../narrow-input.ts'
import type { EventReader } from '../reader.ts'
import { EventBatchType } from './batch-type.ts'
import { EventType } from './event-types.ts'

type Arguments = ArgBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>>

/** What both forms of the subscription take. */
const argumentsOf = (arg: Arguments) => ({
  after: arg({ type: 'EventId', required: false, description: 'Start behind this event; left out: now.' }),
  types: arg.stringList({
    required: false,
    description: 'Only events of these types; left out: all. Unknown types are ignored.',
  }),
  narrow: arg({
    type: [EventNarrowTermInput],
    required: false,
    description: 'Conditions that message events must all meet.',
  }),
  allPublicChannels: arg.boolean({
    defaultValue: false,
    description: 'Also messages of public channels that the viewer has not subscribed to; not for guests.',
  }),
})

const errors =
  'Errors: EVENTS_PRUNED, with the oldest id that the log has, when `after` is too old; BAD_REQUEST when the log ' +
  'has never been as far.'

interface Given {
  readonly types?: readonly string[] | null | undefined
  readonly narrow?: readonly (typeof EventNarrowTermInput.$inferInput)[] | null | undefined
  readonly allPublicChannels?: boolean | null | undefined
}

/** @throws CodedError BAD_REQUEST for guests who ask for all public channels, and for unknown narrows */
function readerOf({ viewer }: ViewerContext, given: Given): EventReader {
  const isGuest = viewer.role === roles.guest
  const allPublicChannels = given.allPublicChannels ?? false
  if (isGuest && allPublicChannels) throw badRequest('User not authorized for this query')
  return {
    organizationId: viewer.organizationId,
    userId: viewer.id,
    isGuest,
    types: given.types ? new Set(given.types) : null,
    allPublicChannels,
    oldForms: false,
    matchesNarrow: narrowMatcher(queueNarrow(given.narrow)),
  }
}

builder.subscriptionField('events', (t) =>
  t.field({
    type: EventType,
    description:
      'The viewer’s events, one by one: what there is after `after`, then as they come. A client that was dropped comes ' +
      `back with the id of the last event it saw and misses nothing. ${errors}`,
    extensions: madeOf<DeliveredEvent>(({ event }) => [event]),
    args: argumentsOf(t.arg),
    subscribe: (_, args, context) => {
      const viewing = requireViewer(context)
      return deliverEvents(viewing, readerOf(viewing, args), args.after ?? null)
    },
    resolve: (event: DeliveredEvent) => event,
  }),
)

builder.subscriptionField('eventBatches', (t) =>
  t.field({
    type: EventBatchType,
    description:
      'The viewer’s events: at once what there is after `after` (possibly none), then each further batch. ' +
      `A client that was dropped comes back with the last \`lastEventId\` it saw and misses nothing. ${errors}`,
    // How far an empty batch has looked is its reader's own.
    extensions: madeOf<DeliveredBatch>(({ events }) =>
      events.length > 0 ? events.map(({ event }) => event) : null,
    ),
    args: argumentsOf(t.arg),
    subscribe: (_, args, context) => {
      const viewing = requireViewer(context)
      return deliverBatches(viewing, readerOf(viewing, args), args.after ?? null)
    },
    resolve: (batch: DeliveredBatch) => batch,
  }),
)
