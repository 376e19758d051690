import sql from 'sql-template-tag'
import { defaultChannelPermissions } from '../channels/default-permissions.ts'
import { insertChannels } from '../channels/insert-channel.ts'
import {
  type OrganizationPermission,
  organizationPermissionSettings,
} from '../contract/permission-settings.ts'
import { roles } from '../contract/roles.ts'
import { apiKeyHash, drawApiKey } from '../credentials/api-keys.ts'
import type { Database, Transaction } from '../database/database.ts'
import { insertSystemGroups } from '../groups/insert-groups.ts'
import type { SystemGroupIds } from '../groups/system-group-ids.ts'
import { insertUser } from '../users/insert-user.ts'
import { ensureSystemOrganization } from './system-organization.ts'
import { writeWelcome } from './welcome.ts'

/** What a new organization starts with. */
export interface NewOrganization {
  /** Empty for the one at the server's root address. */
  readonly subdomain: string
  readonly name: string
  readonly ownerEmail: string
  readonly ownerName: string
  /** An Argon2id hash (credentials/passwords.ts): hashing takes too long for a transaction. */
  readonly ownerPasswordHash: string
  /** Drawn at random when left out. */
  readonly ownerApiKey?: string
}

/** The new organization, and the owner's API key, which is nowhere else. */
export interface CreatedOrganization {
  readonly organizationId: number
  readonly ownerId: number
  readonly ownerApiKey: string
}

const FIRST_CHANNELS = [
  { name: 'general', description: 'For whatever concerns everybody.' },
  { name: 'sandbox', description: 'A place to try things out.' },
]

/**
 * Makes an organization: its system groups and permissions, its owner, its first channels as
 * default channels, and a welcome (reference: "New organization").
 *
 * @returns null when the subdomain is taken
 */
export async function createOrganization(
  db: Database,
  wanted: NewOrganization,
): Promise<CreatedOrganization | null> {
  return db.transaction('read committed', async (tx) => {
    const [organization] = await tx.query<{ id: number }>(sql`
      INSERT INTO organization (uuid, subdomain, name)
      VALUES (gen_random_uuid(), ${wanted.subdomain}, ${wanted.name}) ON CONFLICT DO NOTHING RETURNING id`)
    if (!organization) return null
    const bots = await ensureSystemOrganization(tx)
    const systemGroups = await insertSystemGroups(tx, organization.id)
    await insertPermissions(tx, organization.id, systemGroups)
    const owner = await insertUser(
      tx,
      {
        organizationId: organization.id,
        deliveryEmail: wanted.ownerEmail,
        fullName: wanted.ownerName,
        role: roles.owner,
        emailAddressVisibility: 1,
        avatarSource: 'J',
        // Whoever sets the server up is its operator, and only operators grant this.
        canCreateUsers: true,
      },
      systemGroups,
      true,
    )
    const ownerApiKey = wanted.ownerApiKey ?? drawApiKey()
    await tx.query(
      sql`INSERT INTO password (user_id, hash) VALUES (${owner.id}, ${wanted.ownerPasswordHash})`,
    )
    await tx.query(sql`
      INSERT INTO api_key (user_id, hash, client_name) VALUES (${owner.id}, ${apiKeyHash(ownerApiKey)}, 'first start')`)
    const channels = await insertFirstChannels(tx, organization.id, owner.id, systemGroups)
    await writeWelcome(tx, { organizationId: organization.id, owner, channels, bots })
    return { organizationId: organization.id, ownerId: owner.id, ownerApiKey }
  })
}

async function insertPermissions(
  tx: Transaction,
  organizationId: number,
  systemGroups: SystemGroupIds,
): Promise<void> {
  // keys() widens to string.
  const settings = Object.keys(organizationPermissionSettings) as OrganizationPermission[]
  const rows = settings.map((setting) => {
    const { defaultGroup } = organizationPermissionSettings[setting]
    if (defaultGroup === 'channel_creator' || defaultGroup === 'group_creator') {
      throw new Error(`${setting} belongs to a whole organization, which has no creator.`)
    }
    return { setting, group_id: systemGroups.idOf[defaultGroup] }
  })
  await tx.query(sql`
    INSERT INTO organization_permission (organization_id, setting, group_id)
    SELECT ${organizationId}, setting, group_id
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(setting text, group_id int)`)
}

/** The channels that everybody is subscribed to from the start, ids by name. */
async function insertFirstChannels(
  tx: Transaction,
  organizationId: number,
  ownerId: number,
  systemGroups: SystemGroupIds,
): Promise<ReadonlyMap<string, number>> {
  const texts = FIRST_CHANNELS.map(({ name, description }) => ({
    name,
    description,
    renderedDescription: `<p>${description}</p>`,
  }))
  const channels = await insertChannels(tx, texts, {
    organizationId,
    creatorId: null,
    inviteOnly: false,
    isWebPublic: false,
    historyPublicToSubscribers: true,
    topicsPolicy: 'inherit',
    messageRetentionDays: null,
    folderId: null,
    defaultPushNotifications: false,
    ...defaultChannelPermissions(systemGroups, systemGroups.idOf['role:nobody']),
  })
  const ids = new Map(channels.map(({ id, name }) => [name, id]))
  const channelIds = [...ids.values()]
  await tx.query(sql`
    INSERT INTO default_channel (channel_id, organization_id) SELECT unnest(${channelIds}::int[]), ${organizationId}`)
  await tx.query(sql`
    INSERT INTO subscription (user_id, channel_id) SELECT ${ownerId}, unnest(${channelIds}::int[])`)
  await tx.query(sql`UPDATE channel SET subscriber_count = 1 WHERE id = ANY(${channelIds}::int[])`)
  const general = ids.get('general') ?? -1
  const settings = { newChannelAnnouncementsChannelId: general, productUpdateAnnouncementsChannelId: general }
  await tx.query(sql`
    UPDATE organization SET settings = ${JSON.stringify(settings)}::jsonb WHERE id = ${organizationId}`)
  return ids
}
