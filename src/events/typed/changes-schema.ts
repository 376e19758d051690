import { builder } from '../../graphql/builder.ts'
import { requireViewer } from '../../graphql/context.ts'
import { type Changes, changesSince } from '../changes.ts'
import { EventType } from './event-types.ts'

const ChangesRefusalType = builder.enumType('ChangesRefusal', {
  description: 'Why a client has to register anew.',
  values: {
    PRUNED: { value: 'pruned', description: 'The log no longer reaches back to where the client stood.' },
    TOO_MANY: { value: 'too many', description: 'There is so much that a fresh snapshot is cheaper.' },
  } as const,
})

const ChangesType = builder.objectRef<Changes>('Changes').implement({
  description: 'What a client that was away has to know, or that it has to register anew.',
  fields: (t) => ({
    refusal: t.field({
      type: ChangesRefusalType,
      nullable: true,
      description: 'Why the changes are not told: then register. Null when they are.',
      resolve: ({ refusal }) => refusal,
    }),
    lastEventId: t.field({
      type: 'EventId',
      description: 'Where the client stands once it has applied the events: follow on `after` this.',
      resolve: (changes) => changes.lastEventId,
    }),
    events: t.field({
      type: [EventType],
      description:
        'To be applied in this order. What was overwritten or taken back meanwhile is left out, and what happened in ' +
        'pieces is told at once; several can have the same id.',
      resolve: ({ events }) => events,
    }),
    eventCount: t.int({
      description: 'How many events of the log these stand for.',
      resolve: ({ eventCount }) => eventCount,
    }),
  }),
})

builder.queryField('changes', (t) =>
  t.field({
    type: ChangesType,
    description:
      'What the viewer’s events after a position have come to, in the fewest events that say it: applied to what a client ' +
      'knew at that position, it knows what a fresh register would tell. Errors: BAD_REQUEST when the log has never been as far.',
    args: {
      after: t.arg({ type: 'EventId', required: true, description: 'The last event that the client has.' }),
      types: t.arg.stringList({ required: false, description: 'Only of these types; left out: of all.' }),
    },
    resolve: (_, { after, types }, context) => changesSince(requireViewer(context), after, types ?? null),
  }),
)
