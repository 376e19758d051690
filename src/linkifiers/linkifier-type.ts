import type { Linkifier } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'

export const LinkifierType = builder.objectRef<Linkifier>('Linkifier').implement({
  description: 'A pattern whose matches in messages and topics become links.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    pattern: t.exposeString('pattern', { description: 'Regular expression in RE2’s syntax.' }),
    urlTemplate: t.exposeString('urlTemplate', {
      description: 'RFC 6570; its variables are the pattern’s named groups.',
    }),
    exampleInput: t.exposeString('exampleInput', {
      nullable: true,
      description: 'A text that the pattern matches.',
    }),
    reverseTemplate: t.exposeString('reverseTemplate', {
      nullable: true,
      description: 'How clients make the text from a pasted address.',
    }),
    alternativeUrlTemplates: t.exposeStringList('alternativeUrlTemplates', {
      description: 'RFC 6570; further addresses that clients make the text from.',
    }),
  }),
})
