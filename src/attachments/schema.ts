import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { pageCost, pageOf } from '../graphql/pages.ts'
import { idempotencyKeyField } from '../idempotency/key-field.ts'
import { writing } from '../idempotency/writing.ts'
import { ViewerType } from '../users/viewer-type.ts'
import { accessFile } from './access.ts'
import { AttachmentType } from './attachment-type.ts'
import { deleteAttachment } from './delete-attachment.ts'
import { ownAttachments } from './read-attachments.ts'
import { spaceUsed } from './space.ts'
import { temporaryUrl } from './temporary-url.ts'
import { hasThumbnail } from './thumbnails.ts'

builder.objectFields(ViewerType, (t) => ({
  attachments: t.connection(
    {
      type: AttachmentType,
      description: 'The files that the viewer uploaded, by ascending id.',
      complexity: pageCost,
      resolve: ({ id }, args, { core }) => pageOf(args, (range) => ownAttachments(core.db, id, range)),
    },
    { description: 'A page of files.' },
    { description: 'A file, and its place.' },
  ),
  uploadSpaceUsed: t.float({
    description: 'Bytes of all uploads of the whole organization.',
    resolve: ({ organizationId }, _, { core }) => spaceUsed(core.db, organizationId),
  }),
}))

const UploadedFileType = builder
  .objectRef<{ readonly temporaryUrl: () => Promise<string>; readonly hasThumbnail: boolean }>('UploadedFile')
  .implement({
    description: 'An uploaded file that the viewer may see.',
    fields: (t) => ({
      temporaryUrl: t.string({
        description:
          'An address, relative to the organization’s, that serves it for 60 seconds without credentials.',
        resolve: (file) => file.temporaryUrl(),
      }),
      hasThumbnail: t.exposeBoolean('hasThumbnail', {
        description: 'Whether it is an image that has thumbnails (docs/uploads.md).',
      }),
    }),
  })

builder.queryField('uploadedFile', (t) =>
  t.field({
    type: UploadedFileType,
    description:
      'A file that somebody uploaded. Errors: BAD_REQUEST, the same for one that does not exist and one that the viewer may not see; UNAUTHORIZED for visitors.',
    args: {
      pathId: t.arg.string({ required: true, description: 'Its address below `/user_uploads/`.' }),
    },
    resolve: async (_, { pathId }, context) => {
      const attachment = await accessFile(requireViewer(context), pathId)
      return {
        temporaryUrl: () => temporaryUrl(context.core, pathId),
        hasThumbnail: hasThumbnail(attachment),
      }
    },
  }),
)

const DeleteAttachmentInput = builder.inputType('DeleteAttachmentInput', {
  description: 'A file that is to go.',
  fields: (t) => ({
    ...idempotencyKeyField(t),
    databaseId: t.int({ required: true, description: 'A file of the viewer’s own.' }),
  }),
})

const DeleteAttachmentPayload = builder
  .objectRef<{ readonly attachmentId: number }>('DeleteAttachmentPayload')
  .implement({
    description: 'The file that is gone.',
    fields: (t) => ({
      databaseId: t.exposeInt('attachmentId', { description: 'The id that it had.' }),
    }),
  })

builder.mutationField('deleteAttachment', (t) =>
  t.field({
    type: DeleteAttachmentPayload,
    description:
      'Deletes a file that the viewer uploaded; links to it break. Files are uploaded over REST alone (docs/uploads.md). Errors: BAD_REQUEST.',
    args: { input: t.arg({ type: DeleteAttachmentInput, required: true, description: 'The file.' }) },
    resolve: (_, { input }, context) =>
      deleteAttachment(writing(context, 'deleteAttachment', input), input.databaseId),
  }),
)
