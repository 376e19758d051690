import { badRequest } from '../../contract/coded-error.ts'
import { countLimits } from '../../contract/limits.ts'
import { builder } from '../../graphql/builder.ts'
import { requireViewer } from '../../graphql/context.ts'
import { MessageType } from '../message-type.ts'
import { NarrowTermInput, narrowTerms } from '../narrow-input.ts'
import { followNarrow, type NarrowChange } from './live-narrow.ts'

const NarrowChangeType = builder.objectRef<NarrowChange>('NarrowChange').implement({
  description: 'What has become of a narrow.',
  fields: (t) => ({
    current: t.field({
      type: [MessageType],
      description:
        'Messages that are in the narrow, ascending by id: those that have entered it, and those that have changed. ' +
        'Some may be older than what the client holds.',
      resolve: ({ current }) => current,
    }),
    goneDatabaseIds: t.intList({
      description:
        'Messages that are not in the narrow, or not any more; the client need not have known of them.',
      resolve: ({ gone }) => [...gone],
    }),
    isStale: t.exposeBoolean('isStale', {
      description:
        'Whether more has changed than single messages, such as a subscription or what is muted: read the narrow anew. ' +
        'Then both lists are empty.',
    }),
    lastEventId: t.expose('lastEventId', {
      type: 'EventId',
      description: 'The position after this change: the `after` to come back with.',
    }),
  }),
})

builder.subscriptionField('messages', (t) =>
  t.field({
    type: NarrowChangeType,
    description:
      'Keeps a narrow current. The first value comes at once: the newest messages that were asked for, and what has ' +
      'become of the narrow since `after`. Then comes every change: apply it to what is held, messages by their ids. A client that was ' +
      'dropped comes back with the last `lastEventId` it saw. Errors: BAD_NARROW; EVENTS_PRUNED, with the oldest id ' +
      'that the log has, when `after` is too old; BAD_REQUEST when the log has never been as far.',
    args: {
      narrow: t.arg({ type: [NarrowTermInput], required: false, description: 'Left out: no condition.' }),
      after: t.arg({
        type: 'EventId',
        required: false,
        description: 'Start behind this event; left out: now.',
      }),
      newest: t.arg.int({
        defaultValue: 0,
        description: 'How many of the newest messages come with the first value; at most 5000.',
      }),
    },
    subscribe: (_, { narrow, after, newest }, context) => {
      const count = newest ?? 0
      if (count < 0 || count > countLimits.messagesPerFetch) {
        throw badRequest(`newest is from 0 to ${countLimits.messagesPerFetch}`)
      }
      return followNarrow(requireViewer(context), {
        terms: narrowTerms(narrow),
        after: after ?? null,
        newest: count,
      })
    },
    resolve: (change: NarrowChange) => change,
  }),
)
