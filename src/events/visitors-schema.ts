import * as z from 'zod'
import { badRequest } from '../contract/coded-error.ts'
import { presentation } from '../contract/presentation.ts'
import { builder } from '../graphql/builder.ts'
import { IncludeSubscribers } from './include-subscribers.ts'
import { registerVisitor } from './visitors.ts'

const VisitorsSnapshotInput = builder.inputType('VisitorsSnapshotInput', {
  description: 'What a visitor wants to be shown, and how.',
  fields: (t) => ({
    fetchEventTypes: t.stringList({
      required: false,
      description: 'Types whose snapshots to return; left out: all that visitors may see.',
    }),
    includeSubscribers: t.field({
      type: IncludeSubscribers,
      required: false,
      description: 'Left out: NONE; ALL is refused.',
    }),
    clientGravatar: t.boolean({ required: false, description: 'Refused when it is true.' }),
    capabilities: t.field({
      type: 'JSON',
      required: false,
      description: 'The client’s capabilities, named as in the REST reference, each true or false.',
    }),
  }),
})

builder.queryField('visitorsSnapshot', (t) =>
  t.field({
    type: 'JSON',
    description:
      'What somebody without an account may know of the organization: the fields of the REST reference’s POST /register, ' +
      'without a queue. Errors: UNAUTHORIZED where no channel is open to visitors; BAD_REQUEST.',
    args: {
      input: t.arg({ type: VisitorsSnapshotInput, required: true, description: 'What is wanted.' }),
    },
    resolve: (_, { input }, context) => {
      const shown = presentation.safeParse({
        applyMarkdown: false,
        clientGravatar: input.clientGravatar ?? false,
        slimPresence: false,
        capabilities: input.capabilities ?? {},
      })
      if (!shown.success) throw badRequest(`Invalid capabilities: ${z.prettifyError(shown.error)}`)
      return registerVisitor(context, {
        fetchEventTypes: input.fetchEventTypes ?? null,
        presentation: shown.data,
        snapshot: { includeSubscribers: input.includeSubscribers ?? 'false', presenceHistoryLimitDays: 14 },
      })
    },
  }),
)
