import type { Attachment } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import type { Referenced } from './read-attachments.ts'
import { hasThumbnail } from './thumbnails.ts'
import { attachmentUrl } from './wire.ts'

const AttachmentImageType = builder.objectRef<Attachment>('AttachmentImage').implement({
  description: 'What is known of an uploaded image.',
  fields: (t) => ({
    width: t.int({ description: 'Pixels, as it is shown upright.', resolve: (row) => row.imageWidth ?? 0 }),
    height: t.int({ description: 'Pixels, as it is shown upright.', resolve: (row) => row.imageHeight ?? 0 }),
    isAnimated: t.boolean({
      description: 'Whether it moves.',
      resolve: ({ imageFrames }) => (imageFrames ?? 1) > 1,
    }),
  }),
})

export const AttachmentType = builder.objectRef<Referenced<Attachment>>('Attachment').implement({
  description: 'A file that the viewer uploaded (schemas: "Attachment").',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    name: t.exposeString('name', { description: 'As its uploader named it.' }),
    pathId: t.exposeString('pathId', { description: 'Its address below `/user_uploads/`.' }),
    url: t.string({
      description: 'Where it is, relative to the organization’s address. Credentials are needed there.',
      resolve: attachmentUrl,
    }),
    size: t.exposeInt('size', { description: 'Bytes.' }),
    contentType: t.exposeString('contentType', { description: 'As it was given, such as `image/png`.' }),
    dateCreated: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is deleted unless a message refers to it by then; null while one does.',
    }),
    messageDatabaseIds: t.exposeIntList('messageIds', {
      description: 'Ids of the messages of anybody that refer to it, ascending.',
    }),
    image: t.field({
      type: AttachmentImageType,
      nullable: true,
      description: 'What is known of it as an image; null for other files.',
      resolve: (row) => (hasThumbnail(row) ? row : null),
    }),
  }),
})
