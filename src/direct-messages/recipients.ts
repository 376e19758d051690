import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { apiAddress } from '../users/address.ts'
import { type Addressees, loadNamedUsers } from './named-users.ts'

/** Everybody in a conversation: the sender, and the others by ascending id (none in notes to oneself). */
export interface Participants {
  readonly sender: User
  readonly others: readonly User[]
}

/**
 * Whom a direct message is for, as its sender may address them (reference: "Sending: normalisation",
 * rules 4 and 5): users of the organization and the bots of the server, deactivated ones too.
 *
 * @throws CodedError BAD_REQUEST for nobody; else it names the first who does not exist or may not
 *   be known of
 */
export async function accessParticipants(
  tx: Transaction,
  context: ViewerContext,
  to: Addressees,
): Promise<Participants> {
  const { viewer } = context
  const users = await loadNamedUsers(tx, context, to, viewer.id)
  const named =
    'userIds' in to
      ? to.userIds.map((userId) => users.byId(userId) ?? refuse(`Invalid user ID ${userId}`))
      : to.addresses.map((address) => users.byAddress(address) ?? refuse(`Invalid email '${address}'`))
  if (named.length === 0) refuse('Message must have recipients')
  const sender = users.byId(viewer.id)
  if (!sender) throw new Error('The sender is gone.')
  const distinct = new Map(named.map((user) => [user.id, user]))
  distinct.delete(sender.id)
  return { sender, others: [...distinct.values()].sort((left, right) => left.id - right.id) }
}

function refuse(reason: string): never {
  throw badRequest(reason)
}

/**
 * Refuses a conversation that deactivated users would be left alone in (reference: permissions,
 * "Direct messages").
 *
 * @param hasMessages whether these users have written to each other before
 * @throws CodedError BAD_REQUEST
 */
export function checkDeactivated(
  { others }: Participants,
  hasMessages: boolean,
  { core, viewer }: ViewerContext,
): void {
  const deactivated = others.find((user) => !user.isActive)
  if (!deactivated || (hasMessages && others.some((user) => user.isActive))) return
  const address = apiAddress(deactivated, organizationHostName(core.config, viewer.organization))
  throw badRequest(`'${address}' is no longer using this service.`)
}
