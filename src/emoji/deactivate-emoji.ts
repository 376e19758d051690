import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { CodedError } from '../contract/coded-error.ts'
import { transact } from '../events/transact.ts'
import type { CustomEmoji } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { writtenEmojiName } from './emoji-name.ts'
import { lockEmoji, wireEmojiById } from './emoji-rows.ts'

/** What came of it, as plain JSON. */
export interface DeactivatedEmoji {
  readonly emojiId: number
}

const NOT_FOUND = 404

/**
 * Takes an emoji of the organization's own out of use and tells everybody; what shows it goes on
 * (reference: DELETE /realm/emoji/{emoji_name}). For administrators, and for who added it.
 *
 * @throws CodedError BAD_REQUEST, as 404, when none in use has the name; UNAUTHORIZED_PRINCIPAL
 */
export async function deactivateEmoji(
  { core, viewer, once }: ViewerContext,
  name: string,
): Promise<DeactivatedEmoji> {
  const { organizationId } = viewer
  return transact(
    core,
    organizationId,
    async (tx) => {
      await lockEmoji(tx, organizationId)
      const [emoji] = await tx.query<CustomEmoji>(sql`
        SELECT * FROM custom_emoji
        WHERE organization_id = ${organizationId} AND name = ${writtenEmojiName(name)} AND NOT is_deactivated`)
      if (!emoji) throw new CodedError('BAD_REQUEST', `Emoji '${name}' does not exist`, {}, NOT_FOUND)
      if (emoji.authorId !== viewer.id) requireRole(viewer, 'administrator')
      await tx.query(sql`UPDATE custom_emoji SET is_deactivated = true WHERE id = ${emoji.id}`)
      tx.announce({
        payload: {
          type: 'realm_emoji',
          op: 'update_one',
          emoji_id: String(emoji.id),
          data: { deactivated: true },
          realm_emoji: await wireEmojiById(tx, organizationId),
        },
        audience: 'everyone',
      })
      return { emojiId: emoji.id }
    },
    once,
  )
}
