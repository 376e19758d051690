import sql, { type Sql } from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { visibleUsers } from '../users/access.ts'
import { maySeeAddress, userIdOfDummyAddress } from '../users/address.ts'

/** Users by their ids, or by the addresses under which the API knows them. */
export type Principals = readonly number[] | readonly string[]

/**
 * Active users whom the viewer sees, each once, by id ascending; locked against deactivation.
 *
 * @param context with permissions read through the transaction
 * @throws CodedError BAD_REQUEST for somebody who does not exist, is not visible or is deactivated
 */
export async function accessPrincipals(
  tx: Transaction,
  context: ViewerContext,
  principals: Principals,
): Promise<User[]> {
  if (principals.length === 0) return []
  const { viewer } = context
  const hostName = organizationHostName(context.core.config, context.organization)
  const wanted = principals.map((principal) =>
    typeof principal === 'number'
      ? { given: principal, id: principal, address: undefined }
      : { given: principal, id: userIdOfDummyAddress(principal, hostName), address: principal.toLowerCase() },
  )
  const ids = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const addresses = wanted.flatMap(({ id, address }) => (id === undefined && address ? [address] : []))
  // Oneself is always visible, and by far the most usual principal.
  const visible = ids.every((id) => id === viewer.id) && addresses.length === 0
  const users = await loadUsers(
    tx,
    visible ? sql`u.id = ${viewer.id}` : await visibleUsers(context),
    ids,
    addresses,
  )
  const byId = new Map(users.map((user) => [user.id, user]))
  const byAddress = new Map(
    users
      .filter((user) => maySeeAddress(viewer, user))
      .map((user) => [user.deliveryEmail.toLowerCase(), user]),
  )
  const found = new Map<number, User>()
  for (const { given, id, address } of wanted) {
    const user = id === undefined ? byAddress.get(address ?? '') : byId.get(id)
    if (!user)
      throw badRequest(typeof given === 'number' ? `Invalid user ID: ${given}` : `Invalid email '${given}'`)
    if (!user.isActive) throw badRequest(`User is deactivated: ${given}`)
    found.set(user.id, user)
  }
  return [...found.values()].sort((left, right) => left.id - right.id)
}

function loadUsers(
  tx: Transaction,
  visible: Sql,
  ids: readonly number[],
  addresses: readonly string[],
): Promise<User[]> {
  return tx.query<User>(sql`
    SELECT * FROM "user" u
    WHERE ${visible} AND (u.id = ANY(${ids}::int[]) OR lower(u.delivery_email) = ANY(${addresses}::text[]))
    ORDER BY u.id FOR SHARE OF u`)
}
