import type { Linkifier } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { createLinkifier } from './create-linkifier.ts'
import { deleteLinkifier } from './delete-linkifier.ts'
import { LinkifierType } from './linkifier-type.ts'
import { linkifiersOf } from './read-linkifiers.ts'
import { reorderLinkifiers } from './reorder-linkifiers.ts'
import { updateLinkifier } from './update-linkifier.ts'

builder.queryField('linkifiers', (t) =>
  t.field({
    type: [LinkifierType],
    description:
      'The organization’s linkifiers, in the order in which they apply. Errors: UNAUTHORIZED for visitors.',
    resolve: (_, __, context) => {
      const { core, viewer } = requireViewer(context)
      return linkifiersOf(core.db, viewer.organizationId)
    },
  }),
)

const LinkifierPayload = builder.objectRef<{ linkifier: Linkifier }>('LinkifierPayload').implement({
  description: 'The linkifier that was made or changed.',
  fields: (t) => ({
    linkifier: t.field({
      type: LinkifierType,
      description: 'As it is now.',
      resolve: ({ linkifier }) => linkifier,
    }),
  }),
})

const CreateLinkifierInput = builder.inputType('CreateLinkifierInput', {
  description: 'A new linkifier. Each text has at most 2000 characters.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    pattern: t.string({
      required: true,
      description: 'Regular expression in RE2’s syntax, with named groups.',
    }),
    urlTemplate: t.string({
      required: true,
      description: 'RFC 6570; its variables are the pattern’s groups.',
    }),
    exampleInput: t.string({ required: false, description: 'A text that the whole pattern matches.' }),
    reverseTemplate: t.string({
      required: false,
      description:
        'Makes the text from an address: `{group}` stands for a value. It has to make the example.',
    }),
    alternativeUrlTemplates: t.stringList({
      required: false,
      description: 'RFC 6570; further addresses that the text is made from. At most 20.',
    }),
  }),
})

builder.mutationField('createLinkifier', (t) =>
  t.field({
    type: LinkifierPayload,
    description:
      'Adds a linkifier behind the others; administrators only. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST with `errors`, the messages by field.',
    args: { input: t.arg({ type: CreateLinkifierInput, required: true, description: 'The linkifier.' }) },
    resolve: async (_, { input }, context) => ({
      linkifier: await createLinkifier(writing(context, 'createLinkifier', input), {
        pattern: input.pattern,
        urlTemplate: input.urlTemplate,
        exampleInput: input.exampleInput || null,
        reverseTemplate: input.reverseTemplate || null,
        alternativeUrlTemplates: input.alternativeUrlTemplates ?? [],
      }),
    }),
  }),
)

const UpdateLinkifierInput = builder.inputType('UpdateLinkifierInput', {
  description: 'What is to be true of a linkifier. Whatever is left out stays as it is.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The linkifier.' }),
    pattern: t.string({ required: true, description: 'As for a new one.' }),
    urlTemplate: t.string({ required: true, description: 'As for a new one.' }),
    exampleInput: t.string({ required: false, description: 'As for a new one; empty for none.' }),
    reverseTemplate: t.string({ required: false, description: 'As for a new one; empty for none.' }),
    alternativeUrlTemplates: t.stringList({ required: false, description: 'As for a new one.' }),
  }),
})

builder.mutationField('updateLinkifier', (t) =>
  t.field({
    type: LinkifierPayload,
    description:
      'Changes a linkifier; administrators only. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST, with `errors` for a field that is wrong.',
    args: { input: t.arg({ type: UpdateLinkifierInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input }, context) => ({
      linkifier: await updateLinkifier(writing(context, 'updateLinkifier', input), input.databaseId, {
        pattern: input.pattern,
        urlTemplate: input.urlTemplate,
        exampleInput: input.exampleInput === '' ? null : (input.exampleInput ?? undefined),
        reverseTemplate: input.reverseTemplate === '' ? null : (input.reverseTemplate ?? undefined),
        alternativeUrlTemplates: input.alternativeUrlTemplates ?? undefined,
      }),
    }),
  }),
)

const DeleteLinkifierInput = builder.inputType('DeleteLinkifierInput', {
  description: 'A linkifier to remove.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The linkifier.' }),
  }),
})

const DeleteLinkifierPayload = builder.objectRef<{ databaseId: number }>('DeleteLinkifierPayload').implement({
  description: 'The linkifier that was removed.',
  fields: (t) => ({ databaseId: t.exposeInt('databaseId', { description: 'Its id.' }) }),
})

builder.mutationField('deleteLinkifier', (t) =>
  t.field({
    type: DeleteLinkifierPayload,
    description:
      'Removes a linkifier; messages keep their links. Administrators only. Errors: UNAUTHORIZED_PRINCIPAL, BAD_REQUEST.',
    args: { input: t.arg({ type: DeleteLinkifierInput, required: true, description: 'Which.' }) },
    resolve: async (_, { input }, context) => ({
      databaseId: await deleteLinkifier(writing(context, 'deleteLinkifier', input), input.databaseId),
    }),
  }),
)

const ReorderLinkifiersInput = builder.inputType('ReorderLinkifiersInput', {
  description: 'A new order of the linkifiers.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseIds: t.intList({ required: true, description: 'Ids of all linkifiers.' }),
  }),
})

const LinkifiersPayload = builder
  .objectRef<{ linkifiers: readonly Linkifier[] }>('LinkifiersPayload')
  .implement({
    description: 'The linkifiers in their new order.',
    fields: (t) => ({
      linkifiers: t.field({
        type: [LinkifierType],
        description: 'All of them.',
        resolve: ({ linkifiers }) => [...linkifiers],
      }),
    }),
  })

builder.mutationField('reorderLinkifiers', (t) =>
  t.field({
    type: LinkifiersPayload,
    description:
      'Puts the linkifiers into another order; administrators only. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST unless every linkifier is named once.',
    args: { input: t.arg({ type: ReorderLinkifiersInput, required: true, description: 'The order.' }) },
    resolve: async (_, { input }, context) => ({
      linkifiers: await reorderLinkifiers(writing(context, 'reorderLinkifiers', input), input.databaseIds),
    }),
  }),
)
