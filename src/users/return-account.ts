import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import { userSettings } from '../contract/user-settings.ts'
import type { WriteTransaction } from '../events/transact.ts'
import type { User } from '../generated/prisma/client.ts'
import { announceSettingsNaming, groupsNaming } from '../groups/naming-user.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { usersWhoSee } from './audience.ts'
import { announcePeersOf, lockChannelsOf } from './channels-of-account.ts'

/**
 * Reactivates an account, with the subscriptions, groups and API keys that it had (events: "Reactivate
 * user"). The account itself is told nothing: its queues have ended, and it reads the log from here on.
 *
 * @param user deactivated, locked by the transaction
 * @param ownerId whose bot it is to be, where that changes
 * @returns the account as it is now
 */
export async function returnAccount(
  tx: WriteTransaction,
  systemGroups: SystemGroupIds,
  user: User,
  ownerId: number | null = user.botOwnerId,
): Promise<User> {
  const { id, organizationId } = user
  const channels = await lockChannelsOf(tx, id)
  await tx.query(sql`UPDATE "user" SET is_active = true, bot_owner_id = ${ownerId}::int WHERE id = ${id}`)
  await tx.query(sql`
    UPDATE channel SET subscriber_count = subscriber_count + 1
    WHERE id = ANY(${channels.map((channel) => channel.id)}::int[])`)
  const seeing = await usersWhoSee(tx, systemGroups, user)
  tx.announce({
    payload: { type: 'realm_user', op: 'update', person: { user_id: id, is_active: true } },
    audience: seeing,
  })
  if (ownerId !== null && ownerId !== user.botOwnerId) {
    tx.announce({
      payload: { type: 'realm_user', op: 'update', person: { user_id: id, bot_owner_id: ownerId } },
      audience: seeing,
    })
  }
  for (const group_id of await groupsNaming(tx, id)) {
    tx.announce({
      payload: { type: 'user_group', op: 'add_members', group_id, user_ids: [id] },
      audience: 'everyone',
    })
  }
  await announceSettingsNaming(tx, organizationId, systemGroups, id, 'everyone')
  await announcePeersOf(tx, 'peer_add', channels, id)
  await announceConsent(tx, user)
  return { ...user, isActive: true, botOwnerId: ownerId }
}

/** Administrators are told whose private data may be exported; bots have none. */
async function announceConsent(tx: WriteTransaction, user: User): Promise<void> {
  if (user.botType !== null) return
  const administrators = await tx.query<{ id: number }>(sql`
    SELECT id FROM "user" WHERE organization_id = ${user.organizationId} AND is_active
      AND role <= ${roles.administrator} ORDER BY id`)
  const consented = userSettings(user.settings).allowPrivateDataExport
  tx.announce({
    payload: { type: 'realm_export_consent', user_id: user.id, consented },
    audience: administrators.map(({ id }) => id),
  })
}
