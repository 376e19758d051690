import sql from 'sql-template-tag'
import { countLimits } from '../contract/limits.ts'
import type { RegisterRecentConversations } from '../contract/shapes/register-recent-conversations.ts'
import type { SnapshotShare } from '../events/snapshot.ts'

/**
 * The conversations of the viewer's newest direct messages (register-response:
 * `recent_private_conversations`). One query, which reads each conversation from its end.
 */
export const recentConversationShare: SnapshotShare = {
  gate: 'recent_private_conversations',
  async read({ tx, viewer }): Promise<RegisterRecentConversations> {
    const rows = await tx.query<{ participantIds: number[]; maxMessageId: number }>(sql`
      WITH newest AS (
        SELECT g.id AS group_id, g.participant_ids, m.id
        FROM direct_message_group g CROSS JOIN LATERAL (
          SELECT id FROM message WHERE direct_message_group_id = g.id
            AND EXISTS (SELECT FROM user_message um WHERE um.user_id = ${viewer.id} AND um.message_id = message.id)
          ORDER BY id DESC LIMIT ${countLimits.recentDirectMessagesScanned}
        ) m
        WHERE g.participant_ids @> ARRAY[${viewer.id}::int] AND g.organization_id = ${viewer.organizationId}
        ORDER BY m.id DESC LIMIT ${countLimits.recentDirectMessagesScanned}
      )
      SELECT participant_ids, max(id) AS max_message_id FROM newest
      GROUP BY group_id, participant_ids ORDER BY max_message_id DESC`)
    return {
      recent_private_conversations: rows.map(({ participantIds, maxMessageId }) => ({
        max_message_id: maxMessageId,
        user_ids: participantIds.filter((id) => id !== viewer.id),
      })),
    }
  },
}
