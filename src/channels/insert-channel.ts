import sql, { join, raw } from 'sql-template-tag'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { TopicsPolicy } from '../generated/prisma/enums.ts'
import type { ChannelPermissionGroups } from './permission-columns.ts'

/** What tells one new channel from another. */
export interface ChannelText {
  readonly name: string
  readonly description: string
  readonly renderedDescription: string
}

/** What new channels are made of; permissions as ids of groups that exist. */
export interface ChannelProperties extends ChannelPermissionGroups {
  readonly organizationId: number
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
 * Writes channels without subscribers, in the order of the texts. When somebody makes one of the
 * names at the same time, waits for them.
 *
 * @returns the new channels; those whose name is taken, without regard to case, are missing
 */
export async function insertChannels(
  tx: Transaction,
  texts: readonly ChannelText[],
  properties: ChannelProperties,
): Promise<Channel[]> {
  const entries = Object.entries(properties)
  const columns = entries.map(([name]) => raw(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))
  const values = entries.map(([name, value]) => {
    if (name === 'topicsPolicy') return sql`${value}::topics_policy`
    return typeof value === 'boolean' ? sql`${value}::boolean` : sql`${value}::int`
  })
  return tx.query<Channel>(sql`
    INSERT INTO channel (name, description, rendered_description, ${join(columns)})
    SELECT name, description, "renderedDescription", ${join(values)}
    FROM json_to_recordset(${JSON.stringify(texts)}::json)
      AS given(name text, description text, "renderedDescription" text)
    ON CONFLICT DO NOTHING RETURNING *`)
}
