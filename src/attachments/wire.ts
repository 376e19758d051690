import type { Attachment as WireAttachment } from '../contract/shapes/attachment.ts'
import { unixSeconds } from '../contract/unix-seconds.ts'
import type { Attachment } from '../generated/prisma/client.ts'

/** An attachment in the wire's form (schemas: "Attachment"). */
export function wireAttachment(
  { id, name, pathId, size, createdAt }: Attachment,
  messageIds: readonly number[],
): WireAttachment {
  return {
    id,
    name,
    path_id: pathId,
    size,
    create_time: unixSeconds(createdAt),
    message_ids: [...messageIds],
  }
}

/** Where clients fetch it, relative to the organization's address. */
export function attachmentUrl({ pathId }: Pick<Attachment, 'pathId'>): string {
  return `/user_uploads/${pathId}`
}
