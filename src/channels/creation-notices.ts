import sql from 'sql-template-tag'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { type SystemMessage, sendAsSystem } from '../messages/send-as-system.ts'
import { channelInText, userInText } from './notice-text.ts'

/** Where new channels are made known, in the channel that the organization has chosen for it. */
const ANNOUNCEMENT_TOPIC = 'new channels'
/** Where a channel's own history is told, in the channel itself. */
export const EVENTS_TOPIC = 'channel events'

/**
 * Notification Bot's messages about channels that the viewer has made (lifecycles: "Channels"): in
 * the announcement channel when `announce` asks for it, and in each of them when the organization
 * wants such notices. Private channels are not made known to people who can't see them.
 */
export async function announceCreation(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  created: readonly Channel[],
  announce: boolean,
): Promise<void> {
  if (created.length === 0) return
  const settings = organizationSettings(viewer.organization.settings)
  const author = userInText(viewer)
  const messages: SystemMessage[] = []
  const open = created.filter(({ inviteOnly }) => !inviteOnly)
  const place = settings.newChannelAnnouncementsChannelId
  if (announce && open.length > 0 && (await takesAnnouncements(tx, viewer.organizationId, place))) {
    const links = open.map(channelInText)
    const content =
      links.length === 1
        ? `${author} made a new channel: ${links[0]}.`
        : `${author} made new channels:\n\n${links.map((link) => `* ${link}`).join('\n')}`
    messages.push({ bot: 'notification', to: { channelId: place, topic: ANNOUNCEMENT_TOPIC }, content })
  }
  if (settings.sendChannelEventsMessages) {
    for (const { id, inviteOnly, description } of created) {
      const kind = inviteOnly ? 'private' : 'public'
      const quoted = description === '' ? '' : ` Its description:\n\n> ${description}`
      const content = `${author} made this ${kind} channel.${quoted}`
      messages.push({ bot: 'notification', to: { channelId: id, topic: EVENTS_TOPIC }, content })
    }
  }
  await sendAsSystem(tx, core, viewer.organization, messages)
}

async function takesAnnouncements(
  tx: WriteTransaction,
  organizationId: number,
  channelId: number,
): Promise<boolean> {
  const [channel] = await tx.query(sql`
    SELECT id FROM channel
    WHERE id = ${channelId} AND organization_id = ${organizationId} AND NOT is_archived`)
  return channel !== undefined
}
