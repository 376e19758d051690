import * as z from 'zod'
import { attachment } from '../shapes/attachment.ts'
import { eventKind } from './event-kind.ts'

/** Bytes of all uploads of the organization. */
const upload_space_used = z.int()

/** The user uploaded a file. */
export const attachmentAdd = eventKind('attachment', { op: z.literal('add'), attachment, upload_space_used })

/** Messages began or ceased to link to the user's file. */
export const attachmentUpdate = eventKind('attachment', {
  op: z.literal('update'),
  attachment,
  upload_space_used,
})

/** The user's file was deleted. */
export const attachmentRemove = eventKind('attachment', {
  op: z.literal('remove'),
  attachment: z.strictObject({ id: z.int() }),
  upload_space_used,
})
