import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { quoteInText, topicInText, userInText } from '../channels/notice-text.ts'
import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { type MessageReportType, messageReportTypes } from '../contract/message-report-types.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel, User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessMessage } from './access.ts'
import { cutText } from './content.ts'
import { sendAsSystem } from './send-as-system.ts'
import { normalizeTopic } from './topic.ts'

/** What somebody finds wrong with a message. */
export interface MessageReport {
  readonly messageId: number
  readonly type: MessageReportType
  /** Empty for none. */
  readonly description: string
}

/**
 * Tells moderators of a message, in the channel that the organization has for it (reference: POST
 * /messages/{message_id}/report). What is quoted there mentions nobody.
 *
 * @throws CodedError BAD_REQUEST, also where there is no such channel
 */
export async function reportMessage(context: ViewerContext, report: MessageReport): Promise<void> {
  const { core, viewer, once } = context
  if (report.type === 'other' && report.description.trim() === '') {
    throw badRequest('A report for another reason needs a description')
  }
  if ([...report.description].length > textLimits.messageReportExplanation) {
    throw badRequest(`description is too long (limit: ${textLimits.messageReportExplanation} characters)`)
  }
  await transact(
    core,
    viewer.organizationId,
    async (tx) => {
      const place = await moderationChannel(tx, context)
      const message = await accessMessage(tx, withinTransaction(tx, context), report.messageId)
      const [sender] = await tx.query<User>(sql`SELECT * FROM "user" WHERE id = ${message.senderId}`)
      if (!sender) throw new Error(`There is no user ${message.senderId}.`)
      const where =
        message.channelId === null || message.channelName === null
          ? 'in a direct message'
          : `to ${topicInText({ id: message.channelId, name: message.channelName }, message.topic)}`
      const parts = [
        `${userInText(viewer)} reported a message that ${userInText(sender)} sent ${where}.`,
        `**${messageReportTypes[report.type]}**`,
        ...(report.description.trim() === '' ? [] : [quoted(report.description)]),
        'The message:',
        quoted(message.content),
      ]
      const topic = normalizeTopic(`Reports about ${sender.fullName}`)
      const content = parts.join('\n\n')
      const to = { channelId: place.id, topic }
      await sendAsSystem(tx, core, viewer.organization, [{ bot: 'notification', to, content }])
    },
    once,
  )
}

async function moderationChannel(tx: WriteTransaction, { viewer }: ViewerContext): Promise<Channel> {
  const { moderationRequestChannelId: id } = organizationSettings(viewer.organization.settings)
  const [channel] = await tx.query<Channel>(sql`
    SELECT * FROM channel
    WHERE id = ${id} AND organization_id = ${viewer.organizationId} AND NOT is_archived FOR NO KEY UPDATE`)
  if (!channel) throw badRequest('Moderation request channel must be specified to enable message reporting')
  return channel
}

const quoted = (text: string): string => quoteInText(cutText(text, textLimits.messageContent, '…'))
