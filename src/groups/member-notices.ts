import { userInText } from '../channels/notice-text.ts'
import { countLimits } from '../contract/limits.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { User, UserGroup } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { type SystemMessage, sendAsSystem } from '../messages/send-as-system.ts'

/** Whom somebody has put into a group and taken out of it. */
export interface MemberChange {
  readonly added: readonly User[]
  readonly removed: readonly User[]
}

/**
 * Notification Bot's direct messages to people whom somebody else has added to a group or removed from
 * it. Bots get none, and nobody does when there are more people than for new subscriptions.
 */
export async function tellMembers(
  tx: WriteTransaction,
  { core, viewer }: ViewerContext,
  group: Pick<UserGroup, 'name'>,
  { added, removed }: MemberChange,
): Promise<void> {
  const name = `@_*${group.name}*`
  const author = userInText(viewer)
  const messages = [
    ...others(added, viewer.id).map((user) => notice(user, `${author} added you to the group ${name}.`)),
    ...others(removed, viewer.id).map((user) =>
      notice(user, `${author} removed you from the group ${name}.`),
    ),
  ]
  if (messages.length > countLimits.newSubscriptionMessages) return
  await sendAsSystem(tx, core, viewer.organization, messages)
}

const others = (users: readonly User[], viewerId: number) =>
  users.filter(({ id, botType }) => id !== viewerId && botType === null)

function notice({ id }: User, content: string): SystemMessage {
  return { bot: 'notification', to: { userIds: [id] }, content }
}
