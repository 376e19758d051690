import sql from 'sql-template-tag'
import type { CustomEmoji } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { type Context, requireViewer } from '../graphql/context.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { OrganizationType } from '../organizations/organization-type.ts'
import { emojiPictureUrl } from '../pictures/emoji-picture.ts'
import { addEmoji } from './add-emoji.ts'
import { deactivateEmoji } from './deactivate-emoji.ts'
import { customEmojiOf } from './emoji-rows.ts'

const CustomEmojiType = builder.objectRef<CustomEmoji>('CustomEmoji').implement({
  description: 'An emoji that the organization added.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses, as text.' }),
    name: t.exposeString('name', { description: 'What is written between colons.' }),
    pictureUrl: t.string({
      description: 'Its picture, relative to the organization’s address.',
      resolve: ({ organizationId, fileName }) => emojiPictureUrl(organizationId, fileName),
    }),
    stillPictureUrl: t.string({
      nullable: true,
      description: 'The first frame of an animated one; null for others.',
      resolve: ({ organizationId, stillFileName }) =>
        stillFileName && emojiPictureUrl(organizationId, stillFileName),
    }),
    isDeactivated: t.exposeBoolean('isDeactivated', {
      description: 'Whether it is out of use, and only shown where it was used before.',
    }),
    authorDatabaseId: t.exposeInt('authorId', {
      nullable: true,
      description: 'Id of who added it; null when that is not known.',
    }),
  }),
})

builder.objectField(OrganizationType, 'customEmoji', (t) =>
  t.field({
    type: [CustomEmojiType],
    description: 'All that were ever added, oldest first.',
    resolve: (_, __, context) => {
      const { viewer, core } = requireViewer(context)
      return customEmojiOf(core.db, viewer.organizationId)
    },
  }),
)

interface ChangedEmoji {
  readonly emojiId: number
}

const CustomEmojiPayload = builder.objectRef<ChangedEmoji>('CustomEmojiPayload').implement({
  description: 'The emoji that was added or changed.',
  fields: (t) => ({
    emoji: t.field({
      type: CustomEmojiType,
      description: 'The emoji as it is now.',
      resolve: ({ emojiId }, _, context) => emojiById(context, emojiId),
    }),
  }),
})

async function emojiById({ core }: Context, id: number): Promise<CustomEmoji> {
  const [emoji] = await core.db.query<CustomEmoji>(sql`SELECT * FROM custom_emoji WHERE id = ${id}`)
  if (!emoji) throw new Error(`There is no custom emoji ${id}.`)
  return emoji
}

const AddCustomEmojiInput = builder.inputType('AddCustomEmojiInput', {
  description: 'A new emoji of the organization’s own.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    name: t.string({
      required: true,
      description: 'Letters, digits, dashes and underscores; in any case; spaces become underscores.',
    }),
    picture: t.field({ type: 'Base64', required: true, description: 'An image file of at most 5 MiB.' }),
  }),
})

const DeactivateCustomEmojiInput = builder.inputType('DeactivateCustomEmojiInput', {
  description: 'Which emoji goes out of use.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    name: t.string({ required: true, description: 'Its name.' }),
  }),
})

builder.mutationField('addCustomEmoji', (t) =>
  t.field({
    type: CustomEmojiPayload,
    description:
      'Adds an emoji for everybody in the organization. Errors: BAD_IMAGE; BAD_REQUEST without the permission canAddCustomEmojiGroup, and for a name that is taken.',
    args: { input: t.arg({ type: AddCustomEmojiInput, required: true, description: 'The emoji.' }) },
    resolve: (_, { input }, context) =>
      addEmoji(writing(context, 'addCustomEmoji', input), input.name, input.picture),
  }),
)

builder.mutationField('deactivateCustomEmoji', (t) =>
  t.field({
    type: CustomEmojiPayload,
    description:
      'Takes an emoji out of use; where it was used it stays. For administrators and who added it. Errors: UNAUTHORIZED_PRINCIPAL; BAD_REQUEST when there is none.',
    args: { input: t.arg({ type: DeactivateCustomEmojiInput, required: true, description: 'Which.' }) },
    resolve: (_, { input }, context) =>
      deactivateEmoji(writing(context, 'deactivateCustomEmoji', input), input.name),
  }),
)
