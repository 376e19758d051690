import sql from 'sql-template-tag'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import { MIB, uploadLimits } from '../contract/limits.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../events/transact.ts'
import { keepFiles } from '../files/files.ts'
import type { CustomEmoji } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { storeEmojiPicture } from '../pictures/emoji-picture.ts'
import { emojiName } from './emoji-name.ts'
import { lockEmoji, wireEmoji, wireEmojiById } from './emoji-rows.ts'

/** What came of it, as plain JSON. */
export interface AddedEmoji {
  readonly emojiId: number
}

/**
 * Adds an emoji of the organization's own and tells everybody (reference: POST
 * /realm/emoji/{emoji_name}).
 *
 * @param picture the image file
 * @throws CodedError BAD_REQUEST without the permission, for a name that is none or is in use, and
 *   for a file that is too large; BAD_IMAGE
 */
export async function addEmoji(
  context: ViewerContext,
  written: string,
  picture: Uint8Array,
): Promise<AddedEmoji> {
  const { core, viewer, once, permissions } = context
  if (!(await permissions.holds('can_add_custom_emoji_group'))) throw badRequest('Insufficient permission')
  const { organizationId } = viewer
  const name = emojiName(written)
  if (picture.length > uploadLimits.emojiMib * MIB) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${uploadLimits.emojiMib} MiB`)
  }
  const { fileName, stillFileName, keys } = await storeEmojiPicture(core, organizationId, picture)
  const isNew = { kept: false }
  const added = await core.files.orDiscard(keys, () =>
    transact(
      core,
      organizationId,
      async (tx) => {
        await lockEmoji(tx, organizationId)
        await checkNameIsFree(tx, organizationId, name)
        const [emoji] = await tx.query<CustomEmoji>(sql`
          INSERT INTO custom_emoji (organization_id, name, author_id, file_name, still_file_name)
          VALUES (${organizationId}, ${name}, ${viewer.id}, ${fileName}, ${stillFileName}) RETURNING *`)
        if (!emoji) throw new Error('An insert returned nothing.')
        await keepFiles(tx, keys)
        const realm_emoji = await wireEmojiById(tx, organizationId)
        tx.announce({
          payload: { type: 'realm_emoji', op: 'add', emoji: wireEmoji(emoji), realm_emoji },
          audience: 'everyone',
        })
        isNew.kept = true
        return { emojiId: emoji.id }
      },
      once,
    ),
  )
  // A repeated request was answered from what it did before.
  if (!isNew.kept) await core.files.discard(keys)
  return added
}

async function checkNameIsFree(tx: Transaction, organizationId: number, name: string): Promise<void> {
  const [taken] = await tx.query(sql`
    SELECT 1 FROM custom_emoji
    WHERE organization_id = ${organizationId} AND name = ${name} AND NOT is_deactivated`)
  if (taken) throw new CodedError('BAD_REQUEST', 'A custom emoji with this name already exists.')
}
