import type { Playground } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { createPlayground } from './create-playground.ts'
import { deletePlayground } from './delete-playground.ts'
import { PlaygroundType } from './playground-type.ts'
import { playgroundsOf } from './read-playgrounds.ts'

builder.queryField('playgrounds', (t) =>
  t.field({
    type: [PlaygroundType],
    description: 'The organization’s code playgrounds, the oldest first. Errors: UNAUTHORIZED for visitors.',
    resolve: (_, __, context) => {
      const { core, viewer } = requireViewer(context)
      return playgroundsOf(core.db, viewer.organizationId)
    },
  }),
)

const CreatePlaygroundInput = builder.inputType('CreatePlaygroundInput', {
  description: 'A new code playground.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    name: t.string({
      required: true,
      description: 'What people read; at most 100 characters, and no other one of the language has it.',
    }),
    language: t.string({
      required: true,
      description:
        'The language’s name, as code blocks carry it: at most 60 letters, digits, spaces and `_+,./#-`.',
    }),
    urlTemplate: t.string({
      required: true,
      description: 'RFC 6570, http or https, with the one variable `code`; at most 2000 characters.',
    }),
  }),
})

const CreatePlaygroundPayload = builder
  .objectRef<{ playground: Playground }>('CreatePlaygroundPayload')
  .implement({
    description: 'The code playground that was added.',
    fields: (t) => ({
      playground: t.field({
        type: PlaygroundType,
        description: 'As it is now.',
        resolve: ({ playground }) => playground,
      }),
    }),
  })

builder.mutationField('createPlayground', (t) =>
  t.field({
    type: CreatePlaygroundPayload,
    description:
      'Adds a code playground; administrators only. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST with `errors`, the messages by field.',
    args: { input: t.arg({ type: CreatePlaygroundInput, required: true, description: 'The playground.' }) },
    resolve: async (_, { input }, context) => ({
      playground: await createPlayground(writing(context, 'createPlayground', input), {
        name: input.name,
        language: input.language,
        urlTemplate: input.urlTemplate,
      }),
    }),
  }),
)

const DeletePlaygroundInput = builder.inputType('DeletePlaygroundInput', {
  description: 'A code playground to remove.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The playground.' }),
  }),
})

const DeletePlaygroundPayload = builder
  .objectRef<{ databaseId: number }>('DeletePlaygroundPayload')
  .implement({
    description: 'The code playground that was removed.',
    fields: (t) => ({ databaseId: t.exposeInt('databaseId', { description: 'Its id.' }) }),
  })

builder.mutationField('deletePlayground', (t) =>
  t.field({
    type: DeletePlaygroundPayload,
    description:
      'Removes a code playground; administrators only. Errors: UNAUTHORIZED_PRINCIPAL, BAD_REQUEST.',
    args: { input: t.arg({ type: DeletePlaygroundInput, required: true, description: 'Which.' }) },
    resolve: async (_, { input }, context) => ({
      databaseId: await deletePlayground(writing(context, 'deletePlayground', input), input.databaseId),
    }),
  }),
)
