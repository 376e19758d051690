import sql from 'sql-template-tag'
import type { Role } from '../contract/roles.ts'
import { systemGroupOfUser } from '../contract/system-groups.ts'
import type { Transaction } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'

/** What a new account is made of. */
export interface NewUser {
  readonly organizationId: number
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: Role
  readonly emailAddressVisibility: number
  readonly avatarSource: 'G' | 'J'
  readonly timezone?: string
  readonly botType?: number
  readonly botOwnerId?: number
  readonly isSystemBot?: boolean
  readonly awaitsFirstLogin?: boolean
  readonly canCreateUsers?: boolean
  /** Personal settings that differ from their declared defaults. */
  readonly settings?: object
}

/**
 * Writes an account and its place among the system groups. Subscriptions, history and events are
 * the caller's.
 *
 * @param isFullMember whether no waiting period applies; counts for members only
 * @throws the database's unique violation when the address is taken
 */
export async function insertUser(
  tx: Transaction,
  user: NewUser,
  systemGroups: SystemGroupIds,
  isFullMember: boolean,
): Promise<User> {
  const groupId = systemGroups.idOf[systemGroupOfUser(user.role, isFullMember)]
  const [row] = await tx.query<User>(sql`
    WITH account AS (
      INSERT INTO "user" (organization_id, delivery_email, full_name, role, email_address_visibility,
        avatar_source, timezone, bot_type, bot_owner_id, is_system_bot, awaits_first_login, can_create_users,
        settings)
      VALUES (${user.organizationId}, ${user.deliveryEmail}, ${user.fullName}, ${user.role},
        ${user.emailAddressVisibility}, ${user.avatarSource}, ${user.timezone ?? ''},
        ${user.botType ?? null}, ${user.botOwnerId ?? null}, ${user.isSystemBot ?? false},
        ${user.awaitsFirstLogin ?? false}, ${user.canCreateUsers ?? false},
        ${JSON.stringify(user.settings ?? {})}::jsonb)
      RETURNING *
    ), membership AS (
      INSERT INTO user_group_member (group_id, user_id) SELECT ${groupId}, id FROM account
    )
    SELECT * FROM account`)
  if (!row) throw new Error('An insert returned nothing.')
  return row
}
