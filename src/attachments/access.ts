import sql, { type Sql } from 'sql-template-tag'
import type { Asker } from '../channels/access.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { Attachment } from '../generated/prisma/client.ts'
import type { Context, ViewerContext } from '../graphql/context.ts'
import { readableMessage } from '../messages/access.ts'
import { admitsVisitors, signInFirst } from '../messages/visitors.ts'
import { isPathId } from './file-names.ts'

/** The one answer for files that do not exist and those that one may not see. */
export const inaccessibleFile = () =>
  new CodedError('BAD_REQUEST', 'There is no such file, or you may not see it', {}, 403)

/**
 * The condition under which the viewer may see the attachment `a` (reference: permissions, "Uploaded file"): as
 * its owner, or as a reader of a message that refers to it. It is judged anew each time, so that it follows
 * every change of channels, subscriptions and groups.
 */
export function visibleAttachment(asker: Asker): Sql {
  const owned = asker.viewer ? sql`a.owner_id = ${asker.viewer.id} OR ` : sql``
  return sql`(${owned}EXISTS (
    SELECT FROM attachment_message am JOIN message m ON m.id = am.message_id
      LEFT JOIN channel c ON c.id = m.channel_id
      LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${asker.viewer?.id ?? null}::int
    WHERE am.attachment_id = a.id AND ${readableMessage(asker)}))`
}

/**
 * An uploaded file, if the viewer may see it: visitors those of web-public channels.
 *
 * @param pathId its address below `/user_uploads/`
 * @throws CodedError BAD_REQUEST with status 403, the same for a file that does not exist; UNAUTHORIZED for
 *   visitors, whatever the reason
 */
export async function accessFile(context: Context, pathId: string): Promise<Attachment> {
  const refusal = context.viewer ? inaccessibleFile : signInFirst
  if (!isPathId(pathId) || (!context.viewer && !admitsVisitors(context))) throw refusal()
  const [row] = await context.core.db.query<Attachment>(sql`
    SELECT a.* FROM attachment a
    WHERE a.path_id = ${pathId} AND a.organization_id = ${context.organization.id}
      AND ${visibleAttachment(context)}`)
  if (!row) throw refusal()
  return row
}

/**
 * Loads and locks an attachment of the viewer's own.
 *
 * @throws CodedError BAD_REQUEST, the same for one that does not exist and for those of others
 */
export async function accessOwnAttachment(
  tx: Transaction,
  { viewer }: ViewerContext,
  attachmentId: number,
): Promise<Attachment> {
  const [row] = await tx.query<Attachment>(sql`
    SELECT * FROM attachment WHERE id = ${attachmentId} AND owner_id = ${viewer.id} FOR UPDATE`)
  if (!row) throw badRequest('Invalid attachment')
  return row
}

/** An uploaded image that has thumbnails. */
export interface UploadedImage {
  /** Its address below `/user_uploads/`. */
  readonly pathId: string
  readonly contentType: string
  /** Pixels, as it is shown upright. */
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
}

/**
 * Which of some addresses are those of images, for previews in rendered texts. One query, or none.
 *
 * @param asker who writes; only files that they may see are told of. Null for the server itself, which may see all
 * @param pathIds addresses below `/user_uploads/`
 */
export async function lookUpImages(
  db: Queryable,
  organizationId: number,
  asker: Asker | null,
  pathIds: readonly string[],
): Promise<Map<string, UploadedImage>> {
  if (pathIds.length === 0) return new Map()
  const rows = await db.query<UploadedImage>(sql`
    SELECT a.path_id, a.content_type, a.image_width AS width, a.image_height AS height,
      a.image_frames > 1 AS is_animated
    FROM attachment a
    WHERE a.path_id = ANY(${pathIds}::text[]) AND a.organization_id = ${organizationId}
      AND a.image_width IS NOT NULL AND ${asker ? visibleAttachment(asker) : sql`true`}`)
  return new Map(rows.map((row) => [row.pathId, row]))
}
