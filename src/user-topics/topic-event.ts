import { unixSeconds } from '../contract/unix-seconds.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { VisibilityPolicy } from './visibility.ts'

/** How some people treat a topic from now on. */
export interface TreatedTopic {
  readonly channelId: number
  readonly topic: string
  readonly policy: VisibilityPolicy
  readonly lastUpdated: Date
  readonly userIds: readonly number[]
}

/** Tells people how they treat a topic now. */
export function announceTreatment(tx: WriteTransaction, treated: TreatedTopic): void {
  tx.announce({
    payload: {
      type: 'user_topic',
      stream_id: treated.channelId,
      topic_name: treated.topic,
      last_updated: unixSeconds(treated.lastUpdated),
      visibility_policy: treated.policy,
    },
    audience: treated.userIds,
  })
}
