import sql from 'sql-template-tag'
import { topicInText, userInText } from '../../channels/notice-text.ts'
import type { Core } from '../../core.ts'
import type { WriteTransaction } from '../../events/transact.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { type SystemMessage, sendAsSystem } from '../send-as-system.ts'
import { leavesChannel, type MovePlan } from './plan-move.ts'
import type { MoveRequest } from './update-request.ts'

/**
 * Notification Bot's messages about a move, in the place that the messages left and in the one to which
 * they have come, as far as they are wanted (reference: "Moving"). None where a topic is only spelled
 * otherwise.
 *
 * @param isWhole whether nothing is left in the old topic
 */
export async function tellOfMove(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  move: MovePlan,
  { tellOldTopic, tellNewTopic }: MoveRequest,
  isWhole: boolean,
): Promise<void> {
  const { from, to, fromTopic, toTopic, messages, targetHadMessages } = move
  if (!leavesChannel(move) && (await areOneTopic(tx, fromTopic, toTopic))) return
  const mover = userInText(viewer)
  const whole = isWhole ? 'This topic was' : null
  const some = messages.length === 1 ? 'A message was' : `${messages.length} messages were`
  const notices: SystemMessage[] = []
  if (tellOldTopic) {
    const what = whole ?? some
    const content = `${what} moved from here to ${topicInText(to, toTopic)} by ${mover}.`
    notices.push({ bot: 'notification', to: { channelId: from.id, topic: fromTopic }, content })
  }
  if (tellNewTopic) {
    const what = targetHadMessages ? some : (whole ?? some)
    const content = `${what} moved here from ${topicInText(from, fromTopic)} by ${mover}.`
    notices.push({ bot: 'notification', to: { channelId: to.id, topic: toTopic }, content })
  }
  await sendAsSystem(tx, core satisfies Pick<Core, 'config'>, viewer.organization, notices)
}

async function areOneTopic(tx: WriteTransaction, left: string, right: string): Promise<boolean> {
  const [row] = await tx.query<{ same: boolean }>(sql`SELECT lower(${left}) = lower(${right}) AS same`)
  return row?.same ?? false
}
