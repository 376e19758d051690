import sql, { empty, type Sql } from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { heldAgainstMuting } from '../muted-users/hold.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { visibleUsers } from '../users/access.ts'
import { maySeeAddress, userIdOfDummyAddress } from '../users/address.ts'

/** How a request names the users of a conversation: all by id, or all by address. */
export type Addressees = { readonly userIds: readonly number[] } | { readonly addresses: readonly string[] }

/** Users who were looked up by what a request called them. */
export interface NamedUsers {
  byId(userId: number): User | undefined
  byAddress(address: string): User | undefined
}

/**
 * Looks up, in one query, users of the organization and bots of the server, deactivated ones too, as
 * far as the viewer may know of them.
 *
 * @param db a transaction, or the database outside of one
 * @param senderId one more user, who is about to send: whoever mutes them waits until the transaction ends
 */
export async function loadNamedUsers(
  db: Queryable | Transaction,
  context: ViewerContext,
  named: Addressees,
  senderId?: number,
): Promise<NamedUsers> {
  const { core, viewer } = context
  const hostName = organizationHostName(core.config, viewer.organization)
  const where = namedAs(named, hostName, senderId)
  const found = await db.query<User>(sql`
    SELECT u.* FROM "user" u ${senderId === undefined ? empty : sql`CROSS JOIN ${heldAgainstMuting(senderId)}`}
    WHERE ${where} AND (u.is_system_bot OR ${await visible(db, context)})`)
  const byId = new Map(found.map((user) => [user.id, user]))
  const byAddress = new Map(
    found
      .filter((user) => maySeeAddress(viewer, user))
      .map((user) => [user.deliveryEmail.toLowerCase(), user]),
  )
  return {
    byId: (userId) => byId.get(userId),
    byAddress(address) {
      const dummy = userIdOfDummyAddress(address, hostName)
      return dummy === undefined ? byAddress.get(address.toLowerCase()) : byId.get(dummy)
    },
  }
}

function namedAs(named: Addressees, hostName: string, also: number | undefined): Sql {
  const more = also === undefined ? [] : [also]
  if ('userIds' in named) return sql`u.id = ANY(${[...named.userIds, ...more]}::int[])`
  const dummies = named.addresses.flatMap((address) => userIdOfDummyAddress(address, hostName) ?? [])
  return sql`(u.id = ANY(${[...dummies, ...more]}::int[])
    OR lower(u.delivery_email) IN (SELECT lower(address) FROM unnest(${named.addresses}::text[]) AS address))`
}

/** Only guests can be limited to some users; nobody else pays for the question. */
async function visible(db: Queryable | Transaction, { viewer, permissions }: ViewerContext): Promise<Sql> {
  if (viewer.role !== roles.guest) return sql`u.organization_id = ${viewer.organizationId}`
  return visibleUsers({ viewer, permissions: 'isTransaction' in db ? permissions.within(db) : permissions })
}
