import { organizationSettings } from '../contract/organization-settings.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { type SystemMessage, sendAsSystem } from '../messages/send-as-system.ts'
import type { ChannelChanges } from './channel-update-events.ts'
import { EVENTS_TOPIC } from './creation-notices.ts'
import { codeInText, userInText } from './notice-text.ts'
import { type Privacy, samePrivacy } from './privacy.ts'

/**
 * Notification Bot's messages in a channel about what somebody changed of it: name, description and
 * privacy where the organization wants such notices; that it came back from the archive, always
 * (lifecycles: "Channels").
 */
export async function tellOfChanges(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  { before, after }: ChannelChanges,
): Promise<void> {
  const author = userInText(viewer)
  const contents: string[] = []
  if (before.isArchived && !after.isArchived) contents.push(`${author} took this channel out of the archive.`)
  if (organizationSettings(viewer.organization.settings).sendChannelEventsMessages) {
    if (before.name !== after.name) {
      contents.push(
        `${author} renamed this channel from ${codeInText(before.name)} to ${codeInText(after.name)}.`,
      )
    }
    if (before.description !== after.description) {
      const [old, now] = [quoted(before.description), quoted(after.description)]
      contents.push(
        `${author} changed the description of this channel.\n\nBefore:\n\n${old}\n\nNow:\n\n${now}`,
      )
    }
    if (!samePrivacy(before, after)) {
      contents.push(
        `${author} changed who has access to this channel: it was ${kindOf(before)} and is ${kindOf(after)} now.`,
      )
    }
  }
  await sendAsSystem(
    tx,
    core,
    viewer.organization,
    contents.map((content) => notice(after, content)),
  )
}

/** Notification Bot's message about a channel that somebody archived. */
export async function tellOfArchiving(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  channel: Channel,
): Promise<void> {
  const content = `${userInText(viewer)} archived this channel.`
  await sendAsSystem(tx, core, viewer.organization, [notice(channel, content)])
}

function notice({ id }: Channel, content: string): SystemMessage {
  return { bot: 'notification', to: { channelId: id, topic: EVENTS_TOPIC }, content }
}

function quoted(description: string): string {
  return description === '' ? '*No description.*' : `> ${description}`
}

function kindOf({ inviteOnly, isWebPublic, historyPublicToSubscribers }: Privacy): string {
  if (isWebPublic) return 'web-public'
  if (!inviteOnly) return 'public'
  return historyPublicToSubscribers ? 'private with shared history' : 'private with protected history'
}
