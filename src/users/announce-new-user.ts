import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import { systemGroupOfUser } from '../contract/system-groups.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { hasPublicAddress, maySeeAddress } from './address.ts'
import { guestsAreLimited } from './audience.ts'
import { standIn } from './stand-in.ts'
import type { UserRow } from './user-row.ts'
import { roleOf, wireUser } from './wire.ts'

/** A new account, and what its announcement depends on. */
export interface Newcomer {
  readonly user: UserRow
  /** Whether no waiting period applies. */
  readonly isFullMember: boolean
  /** Channels that the user is about to be subscribed to: guests there will see them. */
  readonly channelIds: readonly number[]
  /** The organization's (organization-address.ts). */
  readonly hostName: string
}

/** Tells of a new user and of their place among the system groups (reference: "New user"). */
export async function announceNewUser(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  newcomer: Newcomer,
): Promise<void> {
  const { user, isFullMember } = newcomer
  const limited = await guestsAreLimited(tx, user.organizationId, systemGroups)
  if (limited || !hasPublicAddress(user)) await announceByReader(tx, newcomer, limited)
  else {
    const view = { reader: user, hostName: newcomer.hostName, clientGravatar: false }
    tx.announce({
      payload: { type: 'realm_user', op: 'add', person: wireUser(user, view) },
      audience: 'everyone',
    })
  }
  const group_id = systemGroups.idOf[systemGroupOfUser(roleOf(user), isFullMember)]
  tx.announce({
    payload: { type: 'user_group', op: 'add_members', group_id, user_ids: [user.id] },
    audience: 'everyone',
  })
}

interface Reader {
  readonly id: number
  readonly role: number
  readonly seesUser: boolean
}

/** One event for those who may know the real address, one for the others, one for those who see a stand-in. */
async function announceByReader(
  tx: WriteTransaction,
  { user, channelIds, hostName }: Newcomer,
  limited: boolean,
): Promise<void> {
  const readers = await tx.query<Reader>(sql`
    SELECT reader.id, reader.role, (NOT ${limited} OR reader.role < ${roles.guest} OR ${user.botType !== null}
      OR reader.id = ${user.id} OR EXISTS (
        SELECT FROM subscription s
        WHERE s.user_id = reader.id AND s.active AND s.channel_id = ANY(${channelIds}::int[]))) AS sees_user
    FROM "user" reader
    WHERE reader.organization_id = ${user.organizationId} AND reader.is_active ORDER BY reader.id`)
  const seeing = readers.filter(({ seesUser }) => seesUser)
  const byAddress = [
    seeing.filter((reader) => maySeeAddress(reader, user)),
    seeing.filter((reader) => !maySeeAddress(reader, user)),
  ]
  for (const group of byAddress) {
    const [reader] = group
    if (!reader) continue
    const person = wireUser(user, { reader, hostName, clientGravatar: false })
    tx.announce({
      payload: { type: 'realm_user', op: 'add', person },
      audience: group.map(({ id }) => id),
    })
  }
  const person = standIn(user.id, user.organizationId, hostName)
  tx.announce({
    payload: { type: 'realm_user', op: 'add', person, stand_in: true },
    audience: readers.filter(({ seesUser }) => !seesUser).map(({ id }) => id),
  })
}
