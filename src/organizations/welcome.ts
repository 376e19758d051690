import type { Transaction } from '../database/database.ts'
import { ensureDirectMessageGroup } from '../direct-messages/find-group.ts'
import type { User } from '../generated/prisma/client.ts'
import { insertChannelMessage, insertDirectMessage } from '../messages/insert-message.ts'
import type { SystemBots } from './system-organization.ts'

const CHANNEL_WELCOMES = [
  {
    channel: 'general',
    topic: 'greetings',
    content: 'This channel is for everybody. Say hello!',
    html: '<p>This channel is for everybody. Say hello!</p>',
  },
  {
    channel: 'sandbox',
    topic: 'experiments',
    content: 'Use this topic to try out **formatting** and everything else.',
    html: '<p>Use this topic to try out <strong>formatting</strong> and everything else.</p>',
  },
]

/** What Welcome Bot tells everybody at first. */
export const DIRECT_WELCOME = {
  content:
    'Welcome! Conversations here have a channel and a topic, so that you can read one at a time and in any order. Start one in `general`, or answer me.',
  html: '<p>Welcome! Conversations here have a channel and a topic, so that you can read one at a time and in any order. Start one in <code>general</code>, or answer me.</p>',
}

/** Welcome Bot's first messages. Nobody can have a queue yet, so nothing is announced. */
export async function writeWelcome(
  tx: Transaction,
  place: {
    readonly organizationId: number
    readonly owner: User
    readonly channels: ReadonlyMap<string, number>
    readonly bots: SystemBots
  },
): Promise<void> {
  const bot = place.bots.welcome
  const common = {
    organizationId: place.organizationId,
    senderId: bot.id,
    sendingClient: 'Internal',
    readBySender: true,
    mentionedUserIds: [],
    channelWildcard: false,
  }
  for (const { channel, topic, content, html } of CHANNEL_WELCOMES) {
    const channelId = place.channels.get(channel)
    if (channelId === undefined) throw new Error(`There is no channel ${channel}.`)
    await insertChannelMessage(
      tx,
      { ...common, content, renderedContent: html },
      { channelId, topic, topicLinks: [], topicWildcardUserIds: [] },
    )
  }
  const participantIds = [bot.id, place.owner.id]
  const groupId = await ensureDirectMessageGroup(tx, place.organizationId, participantIds)
  await insertDirectMessage(
    tx,
    { ...common, content: DIRECT_WELCOME.content, renderedContent: DIRECT_WELCOME.html },
    { groupId, participantIds },
  )
}
