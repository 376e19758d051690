import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { readMatching } from './matching.ts'
import { NarrowTermInput, narrowTerms } from './narrow-input.ts'
import type { SearchMatch } from './search-matches.ts'

export const SearchMatchType = builder.objectRef<SearchMatch>('SearchMatch').implement({
  description: 'A message as a search shows it.',
  fields: (t) => ({
    messageDatabaseId: t.exposeInt('messageId', { description: 'The message.' }),
    content: t.exposeString('content', {
      description: 'HTML of the content; what was found is in `<span class="highlight">`.',
    }),
    topic: t.exposeString('topic', { description: 'HTML of the topic, likewise; empty where the topic is.' }),
  }),
})

builder.queryField('matchingMessages', (t) =>
  t.field({
    type: [SearchMatchType],
    description:
      'Those of some messages that match a narrow and are in the viewer’s own history, ascending. ' +
      'Errors: BAD_NARROW; BAD_REQUEST for more than 5000 messages.',
    args: {
      messageDatabaseIds: t.arg.intList({ required: true, description: 'The messages.' }),
      narrow: t.arg({ type: [NarrowTermInput], required: true, description: 'The conditions.' }),
    },
    resolve: (_, { messageDatabaseIds, narrow }, context) =>
      readMatching(requireViewer(context), messageDatabaseIds, narrowTerms(narrow)),
  }),
)
