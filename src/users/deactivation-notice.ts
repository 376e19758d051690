import { quoteInText, userInText } from '../channels/notice-text.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { writeMail } from '../mail/outgoing/write-mail.ts'
import { sendAsSystem } from '../messages/send-as-system.ts'
import { organizationUrl } from '../organizations/organization-address.ts'

/**
 * Tells somebody whose account is about to be deactivated (reference: `deactivation_notification_comment`): by
 * mail where the server sends any. Otherwise Notification Bot leaves them a direct message, which they find when
 * they are back. Bots are told nothing.
 *
 * @param comment what whoever deactivates them has to say; may be empty
 */
export async function tellOfDeactivation(
  tx: WriteTransaction,
  context: ViewerContext,
  user: Pick<User, 'id' | 'botType' | 'fullName' | 'deliveryEmail'>,
  comment: string,
): Promise<void> {
  if (user.botType !== null) return
  const { core, viewer } = context
  const said = comment.trim() === '' ? null : comment
  if (core.outbox.isOpen) {
    const { name } = viewer.organization
    await writeMail(tx, viewer.organizationId, {
      recipient: user.deliveryEmail,
      subject: `Your account at ${name} has been deactivated`,
      text: mailText(context, user, said),
    })
    return
  }
  const content = `${userInText(viewer)} deactivated your account.${said === null ? '' : `\n\n${quoteInText(said)}`}`
  await sendAsSystem(tx, core, viewer.organization, [
    { bot: 'notification', to: { userIds: [user.id] }, content },
  ])
}

function mailText(
  { core, viewer }: ViewerContext,
  { fullName }: Pick<User, 'fullName'>,
  said: string | null,
) {
  const { organization } = viewer
  const url = organizationUrl(core.config, organization)
  const paragraphs = [
    `Hello ${fullName},`,
    `${viewer.fullName} has deactivated your account at ${organization.name} (${url}). You cannot sign in there any more.`,
  ]
  if (said !== null) {
    const quoted = said.trim().split(/\r\n|\r|\n/)
    paragraphs.push(`${viewer.fullName} writes:`, quoted.map((line) => `> ${line}`).join('\n'))
  }
  return `${paragraphs.join('\n\n')}\n`
}
