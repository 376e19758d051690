import sql from 'sql-template-tag'
import { endQueuesOf } from '../events/queues.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import { announceSettingsNaming, groupsNaming } from '../groups/naming-user.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { usersWhoDoNotSee, usersWhoSee } from './audience.ts'
import { announcePeersOf, lockChannelsOf } from './channels-of-account.ts'

/**
 * Deactivates an account: it keeps what it has, which counts for nothing until it comes back. Its event
 * queues end; whoever listens in its name is ended by the event (account-ends.ts). Everybody who sees the
 * user is told, and leaves them out of groups and settings; the others are told of these (events:
 * "Deactivate user").
 *
 * @param user active, locked by the transaction
 */
export async function endAccount(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  user: User,
): Promise<void> {
  const { id, organizationId } = user
  const channels = await lockChannelsOf(tx, id)
  await tx.query(sql`UPDATE "user" SET is_active = false WHERE id = ${id}`)
  await tx.query(sql`
    UPDATE channel SET subscriber_count = subscriber_count - 1
    WHERE id = ANY(${channels.map((channel) => channel.id)}::int[])`)
  await endQueuesOf(tx, id)
  await announcePeersOf(tx, 'peer_remove', channels, id)
  const unseeing = await usersWhoDoNotSee(tx, systemGroups, user)
  if (unseeing.length > 0) {
    for (const group_id of await groupsNaming(tx, id)) {
      tx.announce({
        payload: { type: 'user_group', op: 'remove_members', group_id, user_ids: [id] },
        audience: unseeing,
      })
    }
    await announceSettingsNaming(tx, organizationId, systemGroups, id, unseeing)
  }
  const seeing = await usersWhoSee(tx, systemGroups, user)
  tx.announce({
    payload: { type: 'realm_user', op: 'update', person: { user_id: id, is_active: false } },
    audience: seeing,
  })
  if (user.botType !== null) {
    tx.announce({ payload: { type: 'realm_bot', op: 'delete', bot: { user_id: id } }, audience: seeing })
  }
}
