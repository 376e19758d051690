import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Queryable } from '../database/database.ts'
import type { WriteTransaction } from '../events/transact.ts'
import { guestsAreLimited } from '../users/audience.ts'
import { announceGuestSight, type GuestSight, readGuestSight } from '../users/guest-sight.ts'
import type { SightPlace } from '../users/guest-sight-watch.ts'

/**
 * Changes whether guests see everybody, and tells each of them whom they see now, or see no longer.
 *
 * @param change writes the new holder of the permission, among other things
 */
export async function changingGuestLimit(
  tx: WriteTransaction,
  place: SightPlace,
  change: () => Promise<void>,
): Promise<void> {
  const before = await sightOfAllGuests(tx, place)
  await change()
  await announceGuestSight(tx, place, before, await sightOfAllGuests(tx, place))
}

async function sightOfAllGuests(
  db: Queryable,
  { organizationId, systemGroups }: SightPlace,
): Promise<GuestSight> {
  const users = await db.query<{ id: number; isGuest: boolean }>(sql`
    SELECT id, role = ${roles.guest} AND is_active AS is_guest FROM "user"
    WHERE organization_id = ${organizationId} ORDER BY id`)
  const ids = users.map(({ id }) => id)
  const guestIds = users.filter(({ isGuest }) => isGuest).map(({ id }) => id)
  if (guestIds.length === 0) return new Map()
  if (await guestsAreLimited(db, organizationId, systemGroups)) return readGuestSight(db, guestIds, ids)
  const everyGuest = new Set(guestIds)
  return new Map(ids.map((id) => [id, everyGuest]))
}
