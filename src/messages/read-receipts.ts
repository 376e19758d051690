import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { messageFlagBits } from '../contract/message-flags.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { mutedBy, whoMuted } from '../muted-users/muted-users.ts'
import type { MessageRow } from './message-rows.ts'

/**
 * Users who have read a message, ascending: not its sender, nobody who lets others not see what they read,
 * nobody whom the viewer has muted or who has muted the viewer, and nobody deactivated (reference: GET /messages/{message_id}/read_receipts).
 *
 * @param message that the viewer may read
 * @throws CodedError BAD_REQUEST where the organization has no read receipts
 */
export async function readersOf(
  { core, organization, viewer }: ViewerContext,
  { id, senderId }: Pick<MessageRow, 'id' | 'senderId'>,
): Promise<number[]> {
  if (!organizationSettings(organization.settings).enableReadReceipts) {
    throw badRequest('Read receipts are disabled in this organization')
  }
  const rows = await core.db.query<{ userId: number }>(sql`
    SELECT um.user_id FROM user_message um JOIN "user" u ON u.id = um.user_id
    WHERE um.message_id = ${id} AND um.flags & ${messageFlagBits.read} <> 0 AND um.user_id <> ${senderId}
      AND u.is_active AND coalesce((u.settings ->> 'sendReadReceipts')::boolean, true)
      AND um.user_id NOT IN (${mutedBy(viewer.id)} UNION ALL ${whoMuted(viewer.id)})
    ORDER BY um.user_id`)
  return rows.map(({ userId }) => userId)
}
