import sql from 'sql-template-tag'
import type { CustomEmoji as WireEmoji } from '../contract/shapes/custom-emoji.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { CustomEmoji } from '../generated/prisma/client.ts'
import { emojiPictureUrl } from '../pictures/emoji-picture.ts'

/** A custom emoji as clients know it (schemas: "RealmEmoji"). */
export function wireEmoji(emoji: CustomEmoji): WireEmoji {
  const { id, organizationId, name, fileName, stillFileName, isDeactivated, authorId } = emoji
  return {
    id: String(id),
    name,
    source_url: emojiPictureUrl(organizationId, fileName),
    still_url: stillFileName && emojiPictureUrl(organizationId, stillFileName),
    deactivated: isDeactivated,
    author_id: authorId,
  }
}

/** All custom emoji of an organization, those out of use too, oldest first. */
export function customEmojiOf(db: Queryable, organizationId: number): Promise<CustomEmoji[]> {
  return db.query<CustomEmoji>(sql`
    SELECT * FROM custom_emoji WHERE organization_id = ${organizationId} ORDER BY id`)
}

/** The same as clients want them: by id. */
export async function wireEmojiById(
  db: Queryable,
  organizationId: number,
): Promise<Record<string, WireEmoji>> {
  const emoji = await customEmojiOf(db, organizationId)
  return Object.fromEntries(emoji.map((each) => [String(each.id), wireEmoji(each)]))
}

/**
 * Makes whoever changes an organization's emoji wait for each other: old clients are told of all of
 * them at once, which two requests must not do from two states.
 */
export async function lockEmoji(tx: Transaction, organizationId: number): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('parley custom emoji'), ${organizationId}::int)`)
}
