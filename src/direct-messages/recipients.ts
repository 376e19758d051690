import sql, { type Sql } from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import { roles } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { visibleUsers } from '../users/access.ts'
import { apiAddress, maySeeAddress, userIdOfDummyAddress } from '../users/address.ts'

/** How a request names the users of a conversation: all by id, or all by address. */
export type Addressees = { readonly userIds: readonly number[] } | { readonly addresses: readonly string[] }

/** Everybody in a conversation: the sender, and the others by ascending id (none in notes to oneself). */
export interface Participants {
  readonly sender: User
  readonly others: readonly User[]
}

/**
 * Whom a direct message is for, as its sender may address them (reference: "Sending: normalisation",
 * rules 4 and 5): users of the organization and the bots of the server, deactivated ones too.
 *
 * @throws CodedError BAD_REQUEST for nobody; else it names the first who does not exist or may not be known of
 */
export async function accessParticipants(
  tx: Transaction,
  context: ViewerContext,
  to: Addressees,
): Promise<Participants> {
  const { core, viewer } = context
  if (('userIds' in to ? to.userIds : to.addresses).length === 0) {
    throw badRequest('Message must have recipients')
  }
  const hostName = organizationHostName(core.config, viewer.organization)
  const found = await load(tx, context, wanted(to, hostName, viewer.id))
  const others = 'userIds' in to ? byId(found, to.userIds) : byAddress(found, to.addresses, context, hostName)
  const sender = found.find((user) => user.id === viewer.id)
  if (!sender) throw new Error('The sender is gone.')
  const distinct = new Map(others.filter((user) => user.id !== viewer.id).map((user) => [user.id, user]))
  return { sender, others: [...distinct.values()].sort((left, right) => left.id - right.id) }
}

/** A condition on `u` that the named users and the sender meet. */
function wanted(to: Addressees, hostName: string, senderId: number): Sql {
  if ('userIds' in to) return sql`u.id = ANY(${[...to.userIds, senderId]}::int[])`
  const ids = to.addresses.flatMap((address) => userIdOfDummyAddress(address, hostName) ?? [])
  return sql`(u.id = ANY(${[...ids, senderId]}::int[])
    OR lower(u.delivery_email) IN (SELECT lower(address) FROM unnest(${to.addresses}::text[]) AS address))`
}

async function load(tx: Transaction, context: ViewerContext, where: Sql): Promise<User[]> {
  const { viewer } = context
  const permissions = context.permissions.within(tx)
  // Only guests can be limited to some users; nobody else pays for the question.
  const visible =
    viewer.role === roles.guest
      ? await visibleUsers({ viewer, permissions })
      : sql`u.organization_id = ${viewer.organizationId}`
  return tx.query<User>(sql`SELECT * FROM "user" u WHERE ${where} AND (u.is_system_bot OR ${visible})`)
}

function byId(found: readonly User[], userIds: readonly number[]): User[] {
  const users = new Map(found.map((user) => [user.id, user]))
  return userIds.map((userId) => {
    const user = users.get(userId)
    if (!user) throw badRequest(`Invalid user ID ${userId}`)
    return user
  })
}

function byAddress(
  found: readonly User[],
  addresses: readonly string[],
  { viewer }: ViewerContext,
  hostName: string,
): User[] {
  const users = new Map<string, User>()
  for (const user of found) {
    if (maySeeAddress(viewer, user)) users.set(user.deliveryEmail.toLowerCase(), user)
  }
  const byDummy = new Map(found.map((user) => [user.id, user]))
  return addresses.map((address) => {
    const dummy = userIdOfDummyAddress(address, hostName)
    const user = dummy === undefined ? users.get(address.toLowerCase()) : byDummy.get(dummy)
    if (!user) throw badRequest(`Invalid email '${address}'`)
    return user
  })
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
