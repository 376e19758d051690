import { channelInText, userInText } from '../channels/notice-text.ts'
import { countLimits } from '../contract/limits.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { Channel, User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { type SystemMessage, sendAsSystem } from '../messages/send-as-system.ts'

/**
 * Notification Bot's direct messages to people whom somebody else has subscribed to channels that
 * existed (schemas: "SendNewSubscriptionMessages"). Bots get none.
 *
 * @param subscribed each user with the channels that are new to them
 * @returns false when there are too many users: then nobody gets one
 */
export async function tellNewSubscribers(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  subscribed: readonly (readonly [user: User, channels: readonly Channel[]])[],
): Promise<boolean> {
  const others = subscribed.filter(([user, channels]) => user.id !== viewer.id && channels.length > 0)
  if (others.length > countLimits.newSubscriptionMessages) return false
  const messages = others
    .filter(([user]) => user.botType === null)
    .map(([user, channels]): SystemMessage => {
      const links = channels.map(channelInText)
      const content =
        links.length === 1
          ? `${userInText(viewer)} subscribed you to ${links[0]}.`
          : `${userInText(viewer)} subscribed you to these channels:\n\n${links.map((link) => `* ${link}`).join('\n')}`
      return { bot: 'notification', to: { userIds: [user.id] }, content }
    })
  await sendAsSystem(tx, core, viewer.organization, messages)
  return true
}
