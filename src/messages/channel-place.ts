import sql from 'sql-template-tag'
import { Permissions } from '../access/permissions.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Asker, ChannelReference } from '../channels/access.ts'
import type { Role } from '../contract/roles.ts'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { heldAgainstMuting } from '../muted-users/hold.ts'
import type { Sender } from './wire.ts'

/** A channel that somebody wants to send to, held until the transaction ends, and what the checks need. */
export interface ChannelPlace {
  readonly channel: Channel
  readonly isSubscribed: boolean
  /** Whether the sender is subscribed and has muted the channel. */
  readonly isMuted: boolean
  /** Whether the topic has messages. */
  readonly topicExists: boolean
  readonly sender: Sender
  /** The person whose rights a bot may rely on. */
  readonly owner: { readonly asker: Asker; readonly isSubscribed: boolean } | null
}

interface PlaceRow extends Channel {
  isSubscribed: boolean
  isMuted: boolean
  topicExists: boolean
  senderAvatarSource: string
  senderAvatarVersion: number
  senderAvatarFile: string | null
  ownerId: number | null
  ownerRole: Role | null
  ownerDateJoined: Date | null
  ownerIsSubscribed: boolean
}

/**
 * Loads and locks the place of a message, in one query. Who mutes the sender waits.
 *
 * @param lock `share` lets others send at the same time; `update` is for changing the channel's row
 * @returns undefined for a channel that does not exist; access is not checked
 */
export async function loadChannelPlace(
  tx: Transaction,
  context: ViewerContext,
  by: ChannelReference,
  topic: string,
  lock: 'share' | 'update',
): Promise<ChannelPlace | undefined> {
  const { viewer } = context
  const [row] = await tx.query<PlaceRow>(sql`
    SELECT c.*, s.user_id IS NOT NULL AS is_subscribed, coalesce(s.is_muted, false) AS is_muted,
      EXISTS (SELECT FROM topic t WHERE t.channel_id = c.id AND t.key = lower(${topic})) AS topic_exists,
      sender.avatar_source AS sender_avatar_source, sender.avatar_version AS sender_avatar_version,
      sender.avatar_file AS sender_avatar_file,
      owner.id AS owner_id, owner.role AS owner_role, owner.date_joined AS owner_date_joined,
      EXISTS (SELECT FROM subscription o
        WHERE o.user_id = owner.id AND o.channel_id = c.id AND o.active) AS owner_is_subscribed
    FROM channel c
      CROSS JOIN ${heldAgainstMuting(viewer.id)}
      JOIN "user" sender ON sender.id = ${viewer.id}
      LEFT JOIN subscription s ON s.user_id = sender.id AND s.channel_id = c.id AND s.active
      LEFT JOIN "user" owner ON sender.bot_type IS NOT NULL AND owner.id = sender.bot_owner_id AND owner.is_active
    WHERE c.organization_id = ${viewer.organizationId}
      AND ${'id' in by ? sql`c.id = ${by.id}` : sql`lower(c.name) = lower(${by.name})`}
    ${lock === 'share' ? sql`FOR SHARE OF c` : sql`FOR NO KEY UPDATE OF c`}`)
  if (!row) return undefined
  return {
    channel: row,
    isSubscribed: row.isSubscribed,
    isMuted: row.isMuted,
    topicExists: row.topicExists,
    sender: {
      ...viewer,
      avatarSource: row.senderAvatarSource,
      avatarVersion: row.senderAvatarVersion,
      avatarFile: row.senderAvatarFile,
    },
    owner: await ownerOf(tx, context, row),
  }
}

async function ownerOf(
  tx: Transaction,
  { core, viewer: bot }: ViewerContext,
  { ownerId, ownerRole, ownerDateJoined, ownerIsSubscribed }: PlaceRow,
): Promise<ChannelPlace['owner']> {
  if (ownerId === null || ownerRole === null || ownerDateJoined === null) return null
  const viewer: Viewer = { ...bot, id: ownerId, role: ownerRole, dateJoined: ownerDateJoined, isBot: false }
  const systemGroups = await core.systemGroups.of(tx, bot.organizationId)
  const permissions = new Permissions(tx, viewer, systemGroups)
  return {
    asker: { viewer, permissions, organization: bot.organization },
    isSubscribed: ownerIsSubscribed,
  }
}
