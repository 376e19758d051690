import sql from 'sql-template-tag'
import { roles } from '../contract/roles.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import { insertSystemGroups } from '../groups/insert-groups.ts'
import { insertUser } from '../users/insert-user.ts'

/** The bots that the server itself speaks through, in every organization. */
export type SystemBotName = 'notification' | 'welcome' | 'email'

// Existing clients know these addresses (reference: "Wire names", system bot addresses).
const systemBots: readonly { name: SystemBotName; fullName: string; address: string }[] = [
  { name: 'notification', fullName: 'Notification Bot', address: 'notification-bot@zulip.com' },
  { name: 'welcome', fullName: 'Welcome Bot', address: 'welcome-bot@zulip.com' },
  { name: 'email', fullName: 'Email Gateway', address: 'emailgateway@zulip.com' },
]

export type SystemBots = Readonly<Record<SystemBotName, User>>

/** The system organization has no subdomain: no host name reaches it. */
export async function systemBotsOf(db: Queryable): Promise<SystemBots> {
  const rows = await db.query<User>(sql`SELECT * FROM "user" WHERE is_system_bot`)
  const entries = systemBots.map(({ name, address }) => {
    const bot = rows.find((row) => row.deliveryEmail === address)
    if (!bot) throw new Error(`The system bot ${address} is missing.`)
    return [name, bot]
  })
  return Object.fromEntries(entries) as SystemBots // One entry for each name.
}

/** Makes the organization of the system bots, once per database; the transaction then holds a lock on it. */
export async function ensureSystemOrganization(tx: Transaction): Promise<SystemBots> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('parley system organization'))`)
  const [existing] = await tx.query(sql`SELECT id FROM organization WHERE subdomain IS NULL`)
  if (existing) return systemBotsOf(tx)
  const [organization] = await tx.query<{ id: number }>(sql`
    INSERT INTO organization (uuid, name) VALUES (gen_random_uuid(), 'System') RETURNING id`)
  if (!organization) throw new Error('An insert returned nothing.')
  const systemGroups = await insertSystemGroups(tx, organization.id)
  for (const { fullName, address } of systemBots) {
    await insertUser(
      tx,
      {
        organizationId: organization.id,
        deliveryEmail: address,
        fullName,
        role: roles.member,
        emailAddressVisibility: 1,
        avatarSource: 'J',
        botType: 1,
        isSystemBot: true,
      },
      systemGroups,
      true,
    )
  }
  return systemBotsOf(tx)
}
