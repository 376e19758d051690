import { quoteInText, userInText } from '../channels/notice-text.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { sendAsSystem } from '../messages/send-as-system.ts'

/**
 * Leaves somebody whose account is about to be deactivated a word about it: a direct message of Notification
 * Bot, which they find when they are back (reference: `deactivation_notification_comment`, a mail; this server
 * sends none). Bots get none.
 *
 * @param comment what whoever deactivates them has to say; may be empty
 */
export async function leaveDeactivationNotice(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  user: Pick<User, 'id' | 'botType'>,
  comment: string,
): Promise<void> {
  if (user.botType !== null) return
  const content = `${userInText(viewer)} deactivated your account.${comment.trim() === '' ? '' : `\n\n${quoteInText(comment)}`}`
  await sendAsSystem(tx, core, viewer.organization, [
    { bot: 'notification', to: { userIds: [user.id] }, content },
  ])
}
