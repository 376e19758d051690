import sql from 'sql-template-tag'
import { directSystemGroup } from '../access/membership.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import { roles } from '../contract/roles.ts'
import type { Core } from '../core.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import { placeFullMembers } from '../groups/full-members.ts'
import { holdSettings } from '../organizations/hold-settings.ts'
import type { AccountPlace } from './account-place.ts'
import { channelsSeenBy, holdChannels, tellChannels } from './own-sight.ts'

/**
 * Makes full members of those whose waiting period is over, in every organization where the time has come
 * for somebody, and tells everyone; each of them also of the private channels that came into sight with it.
 * Permissions do not wait for it: they go by the age itself. Several nodes may do it at the same time.
 *
 * @returns how many users moved
 */
export async function promoteFullMembers(
  core: Pick<Core, 'db' | 'hub' | 'wakeUps' | 'systemGroups'>,
): Promise<number> {
  const due = await core.db.query<{ id: number }>(sql`
    SELECT DISTINCT o.id FROM organization o
      JOIN user_group g ON g.organization_id = o.id AND g.name IN ('role:members', 'role:fullmembers')
      JOIN user_group_member m ON m.group_id = g.id
      JOIN "user" u ON u.id = m.user_id AND u.role = ${roles.member}
    WHERE o.is_active AND ${directSystemGroup} <> g.name ORDER BY o.id`)
  let count = 0
  for (const { id } of due) {
    const systemGroups = await core.systemGroups.of(core.db, id)
    count += await transact(core, id, async (tx) => {
      const settings = await holdSettings(tx, id)
      const moved = await placeFullMembers(tx, id, systemGroups)
      const full = moved.filter(({ isFull }) => isFull).map(({ userId }) => userId)
      await tellOfChannels(tx, { organizationId: id, systemGroups, settings }, full)
      return moved.length
    })
  }
  return count
}

/** Longer than anybody has waited. */
const FOR_EVER = 2 ** 31 - 1

async function tellOfChannels(
  tx: WriteTransaction,
  place: Omit<AccountPlace, 'hostName'>,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  await holdChannels(tx, place.organizationId)
  const waiting = {
    ...place,
    settings: { ...organizationSettings(place.settings), waitingPeriodThreshold: FOR_EVER },
  }
  const users = await tx.query<User>(sql`SELECT * FROM "user" WHERE id = ANY(${userIds}::int[]) ORDER BY id`)
  for (const user of users) {
    const before = await channelsSeenBy(tx, waiting, user)
    await tellChannels(tx, place, user.id, before, await channelsSeenBy(tx, place, user))
  }
}
