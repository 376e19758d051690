import sql from 'sql-template-tag'
import { messageFlagBits } from '../contract/message-flags.ts'
import type { RegisterStarredMessages } from '../contract/shapes/register-starred-messages.ts'
import type { SnapshotShare } from '../events/snapshot.ts'

/** What the viewer starred (register-response: `starred_messages`). */
export const starredMessageShare: SnapshotShare = {
  gate: 'starred_messages',
  async read({ tx, viewer }): Promise<RegisterStarredMessages> {
    const rows = await tx.query<{ messageId: number }>(sql`
      SELECT message_id FROM user_message
      WHERE user_id = ${viewer.id} AND flags & ${messageFlagBits.starred}::int <> 0 ORDER BY message_id`)
    return { starred_messages: rows.map(({ messageId }) => messageId) }
  },
}
