import type { WriteTransaction } from '../events/transact.ts'
import { changingSight } from '../groups/channel-sight.ts'
import { placeFullMembers } from '../groups/full-members.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'

/**
 * Changes the waiting period, moves people between the groups of members and full members, and tells
 * everyone; also of the private channels that come into and go out of sight with that.
 *
 * @param change writes the new period, among other things
 */
export async function changingWaitingPeriod(
  tx: WriteTransaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
  change: () => Promise<void>,
): Promise<void> {
  await changingSight(tx, organizationId, systemGroups, systemGroups.idOf['role:fullmembers'], async () => {
    await change()
    await placeFullMembers(tx, organizationId, systemGroups)
  })
}
