import sql, { join, raw } from 'sql-template-tag'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { TopicsPolicy } from '../generated/prisma/enums.ts'
import type { ChannelPermissionGroups } from './permission-columns.ts'

/** What a new channel is made of; permissions as ids of groups that exist. */
export interface NewChannel extends ChannelPermissionGroups {
  readonly organizationId: number
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
  /** Null for channels that the server makes. */
  readonly creatorId: number | null
  readonly inviteOnly: boolean
  readonly isWebPublic: boolean
  readonly historyPublicToSubscribers: boolean
  readonly topicsPolicy: TopicsPolicy
  readonly messageRetentionDays: number | null
  readonly folderId: number | null
  readonly defaultPushNotifications: boolean
}

/**
 * Writes a channel without subscribers.
 *
 * @returns undefined when the name is taken, without regard to case
 */
export async function insertChannel(tx: Transaction, channel: NewChannel): Promise<Channel | undefined> {
  const entries = Object.entries(channel)
  const columns = entries.map(([name]) => raw(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))
  const values = entries.map(([name, value]) =>
    name === 'topicsPolicy' ? sql`${value}::topics_policy` : sql`${value}`,
  )
  const [row] = await tx.query<Channel>(sql`
    INSERT INTO channel (${join(columns)}) VALUES (${join(values)})
    ON CONFLICT DO NOTHING RETURNING *`)
  return row
}
