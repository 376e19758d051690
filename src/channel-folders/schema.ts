import type { ChannelFolder } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { createFolder } from './create-folder.ts'
import { ChannelFolderType } from './folder-type.ts'
import { foldersOf } from './read-folders.ts'
import { reorderFolders } from './reorder-folders.ts'
import { updateFolder } from './update-folder.ts'

builder.queryField('channelFolders', (t) =>
  t.field({
    type: [ChannelFolderType],
    description:
      'The organization’s folders for channels, in their order. Errors: UNAUTHORIZED for visitors.',
    args: {
      includeArchived: t.arg.boolean({ defaultValue: false, description: 'Archived folders, too.' }),
    },
    resolve: async (_, { includeArchived }, context) => {
      const { core, viewer } = requireViewer(context)
      const all = await foldersOf(core.db, viewer.organizationId)
      return includeArchived ? all : all.filter(({ isArchived }) => !isArchived)
    },
  }),
)

const ChannelFolderPayload = builder
  .objectRef<{ channelFolder: ChannelFolder }>('ChannelFolderPayload')
  .implement({
    description: 'The folder that was made or changed.',
    fields: (t) => ({
      channelFolder: t.field({
        type: ChannelFolderType,
        description: 'As it is now.',
        resolve: ({ channelFolder }) => channelFolder,
      }),
    }),
  })

const CreateChannelFolderInput = builder.inputType('CreateChannelFolderInput', {
  description: 'A new folder for channels.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    name: t.string({ required: true, description: 'At most 60 characters.' }),
    description: t.string({ required: false, description: 'Markdown, at most 1024 characters.' }),
  }),
})

builder.mutationField('createChannelFolder', (t) =>
  t.field({
    type: ChannelFolderPayload,
    description:
      'Makes a folder for channels, behind the others; administrators only. Errors: UNAUTHORIZED_PRINCIPAL, BAD_REQUEST.',
    args: { input: t.arg({ type: CreateChannelFolderInput, required: true, description: 'The folder.' }) },
    resolve: async (_, { input }, context) => ({
      channelFolder: await createFolder(writing(context, 'createChannelFolder', input), {
        name: input.name,
        description: input.description ?? '',
      }),
    }),
  }),
)

const UpdateChannelFolderInput = builder.inputType('UpdateChannelFolderInput', {
  description: 'What is to change about a folder. Whatever is left out stays as it is.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'The folder.' }),
    name: t.string({ required: false, description: 'At most 60 characters.' }),
    description: t.string({ required: false, description: 'Markdown, at most 1024 characters.' }),
    isArchived: t.boolean({
      required: false,
      description: 'Archive it, or take it back. Channels stay in an archived folder.',
    }),
  }),
})

builder.mutationField('updateChannelFolder', (t) =>
  t.field({
    type: ChannelFolderPayload,
    description: 'Changes a folder; administrators only. Errors: UNAUTHORIZED_PRINCIPAL, BAD_REQUEST.',
    args: { input: t.arg({ type: UpdateChannelFolderInput, required: true, description: 'The changes.' }) },
    resolve: async (_, { input }, context) => ({
      channelFolder: await updateFolder(writing(context, 'updateChannelFolder', input), input.databaseId, {
        name: input.name ?? undefined,
        description: input.description ?? undefined,
        isArchived: input.isArchived ?? undefined,
      }),
    }),
  }),
)

const ReorderChannelFoldersInput = builder.inputType('ReorderChannelFoldersInput', {
  description: 'A new order of the folders.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseIds: t.intList({ required: true, description: 'Ids of all folders, archived ones too.' }),
  }),
})

const ChannelFoldersPayload = builder
  .objectRef<{ channelFolders: readonly ChannelFolder[] }>('ChannelFoldersPayload')
  .implement({
    description: 'The folders in their new order.',
    fields: (t) => ({
      channelFolders: t.field({
        type: [ChannelFolderType],
        description: 'All of them.',
        resolve: ({ channelFolders }) => [...channelFolders],
      }),
    }),
  })

builder.mutationField('reorderChannelFolders', (t) =>
  t.field({
    type: ChannelFoldersPayload,
    description:
      'Puts the folders into another order; administrators only. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST unless every folder is named once.',
    args: { input: t.arg({ type: ReorderChannelFoldersInput, required: true, description: 'The order.' }) },
    resolve: async (_, { input }, context) => ({
      channelFolders: await reorderFolders(
        writing(context, 'reorderChannelFolders', input),
        input.databaseIds,
      ),
    }),
  }),
)
