import sql from 'sql-template-tag'
import type { Transaction } from '../database/database.ts'
import { type VisibilityPolicy, visibilityPolicies } from './visibility.ts'

/** How somebody treats a topic. */
export interface Treated {
  readonly userId: number
  readonly policy: VisibilityPolicy
  /** Whether they are subscribed to its channel and have muted that. */
  readonly isChannelMuted: boolean
}

/** How each of some users treats a topic; what others change at the same time is held back by `lockMutedTopics`. */
export function treatedBy(
  tx: Transaction,
  userIds: readonly number[],
  channelId: number,
  topic: string,
): Promise<Treated[]> {
  return tx.query<Treated>(sql`
    SELECT given.user_id, coalesce(treated.visibility_policy, ${visibilityPolicies.none}) AS policy,
      coalesce(s.is_muted, false) AS is_channel_muted
    FROM unnest(${userIds}::int[]) AS given(user_id)
      LEFT JOIN user_topic treated ON treated.user_id = given.user_id AND treated.channel_id = ${channelId}
        AND treated.topic_key = lower(${topic})
      LEFT JOIN subscription s ON s.user_id = given.user_id AND s.channel_id = ${channelId} AND s.active`)
}
