import sql from 'sql-template-tag'
import { announceActivity } from '../../channels/announce-activity.ts'
import { timeLimits } from '../../contract/limits.ts'
import type { WriteTransaction } from '../../events/transact.ts'
import { renewFirstMessage } from '../delete-messages.ts'
import type { MovePlan } from './plan-move.ts'

const DAY = 86_400_000

/** Brings what two channels say of their messages into accord with a move from one to the other. */
export async function keepFirstMessages(
  tx: WriteTransaction,
  { from, to, messages }: MovePlan,
): Promise<void> {
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last) return
  if (messages.some(({ id }) => id === from.firstMessageId)) await renewFirstMessage(tx, from)
  if (to.firstMessageId === null || first.id < to.firstMessageId) await renewFirstMessage(tx, to)
  const isRecent = Date.now() - last.dateSent.getTime() < timeLimits.recentlyActiveDays * DAY
  if (to.isRecentlyActive || !isRecent) return
  await tx.query(sql`UPDATE channel SET is_recently_active = true WHERE id = ${to.id}`)
  await announceActivity(tx, to, true)
}
