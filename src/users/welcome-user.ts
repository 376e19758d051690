import sql from 'sql-template-tag'
import type { ViewerOrganization } from '../access/viewer.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { Core } from '../core.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import { type SystemMessage, sendAsSystem } from '../messages/send-as-system.ts'
import { DIRECT_WELCOME } from '../organizations/welcome.ts'

const SIGN_UP_TOPIC = 'signups'

/**
 * What the server's bots say when somebody joins: the guide, the organization's own words, and a
 * notice in the channel for them, if there is one (reference: "Sign-up and first login").
 */
export async function welcomeUser(
  tx: WriteTransaction,
  core: Pick<Core, 'config' | 'linkifiers' | 'secrets'>,
  organization: ViewerOrganization,
  user: User,
): Promise<void> {
  const { welcomeMessageCustomText, signupAnnouncementsChannelId } = organizationSettings(
    organization.settings,
  )
  const texts = [DIRECT_WELCOME.content, welcomeMessageCustomText].filter((text) => text !== '')
  const messages: SystemMessage[] = texts.map((content) => ({
    bot: 'welcome',
    to: { userIds: [user.id] },
    content,
  }))
  const [channel] = await tx.query<{ id: number }>(sql`
    SELECT id FROM channel
    WHERE id = ${signupAnnouncementsChannelId} AND organization_id = ${organization.id} AND NOT is_archived`)
  if (channel) {
    messages.unshift({
      bot: 'notification',
      to: { channelId: channel.id, topic: SIGN_UP_TOPIC },
      content: `@_**${user.fullName}|${user.id}** joined this organization.`,
    })
  }
  await sendAsSystem(tx, core, organization, messages)
}
