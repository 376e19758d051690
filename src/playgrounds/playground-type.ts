import type { Playground } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'

export const PlaygroundType = builder.objectRef<Playground>('Playground').implement({
  description: 'A site that runs code blocks of one language.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    name: t.exposeString('name', { description: 'What people read; several may share a language.' }),
    language: t.exposeString('language', {
      description: 'The language’s name, as code blocks carry it (`pygments_language` over REST).',
    }),
    urlTemplate: t.exposeString('urlTemplate', {
      description: 'RFC 6570; its one variable, `code`, stands for the code.',
    }),
  }),
})
