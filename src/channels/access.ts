import sql, { type Sql } from 'sql-template-tag'
import type { Permissions } from '../access/permissions.ts'
import type { Viewer, ViewerOrganization } from '../access/viewer.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import {
  type ChannelPermission,
  permissionsGrantingContent,
  permissionsGrantingMetadata,
} from '../contract/permission-settings.ts'
import { isAtLeast, roles } from '../contract/roles.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { type AccessedChannel, loadChannels } from './load-channels.ts'

/** How a request names a channel. */
export type ChannelReference = { readonly id: number } | { readonly name: string }

/** What of a channel is wanted: that it exists, its settings and subscribers; or its messages. */
export type AccessTo = 'metadata' | 'content'

/** Who asks; a request's Context is one. Visitors have neither viewer nor permissions. */
export interface Asker {
  readonly viewer: Pick<Viewer, 'id' | 'role'> | null
  readonly permissions: Permissions | null
  readonly organization: ViewerOrganization
}

/** The answer about a channel that does not exist or that the viewer may not know of. */
export type Refusal = (by: ChannelReference) => CodedError

/** The refusal of most endpoints. */
export const invalidChannel: Refusal = (by) =>
  badRequest('id' in by ? 'Invalid channel ID' : `Invalid channel name '${by.name}'`)

/** The refusal with a code of its own: sending, scheduling and looking up by name. */
export const channelDoesNotExist: Refusal = (by) =>
  'id' in by
    ? new CodedError('STREAM_DOES_NOT_EXIST', `Channel with ID '${by.id}' does not exist`, {
        stream_id: by.id,
      })
    : new CodedError('STREAM_DOES_NOT_EXIST', `Channel '${by.name}' does not exist`, { stream: by.name })

/** Further wishes of {@link accessChannel}. */
export interface AccessOptions {
  /** The refusal; {@link invalidChannel} unless told. */
  readonly refusal?: Refusal
  /**
   * Holds the channel's row until the transaction ends: `share` against changes of the channel,
   * `update` also against others who hold it.
   */
  readonly lock?: 'share' | 'update'
}

function load(db: Queryable, asker: Asker, where: Sql, end?: Sql): Promise<AccessedChannel[]> {
  return loadChannels(db, asker.organization.id, asker.viewer?.id ?? null, where, end)
}

const locks = { share: sql`FOR SHARE OF c`, update: sql`FOR NO KEY UPDATE OF c` } as const

/**
 * Loads a channel if the viewer may know of it (`metadata`) or read it (`content`); archived ones
 * too. (reference: permissions, "Access")
 *
 * @throws CodedError of the refusal, the same for a channel that does not exist
 */
export async function accessChannel(
  db: Queryable,
  asker: Asker,
  by: ChannelReference,
  to: AccessTo,
  { refusal = invalidChannel, lock }: AccessOptions = {},
): Promise<AccessedChannel> {
  const where = 'id' in by ? sql`c.id = ${by.id}` : sql`lower(c.name) = lower(${by.name})`
  const [found] = await load(db, asker, where, lock && locks[lock])
  if (!found || !(await mayAccess(found, askerOn(db, asker), to))) throw refusal(by)
  return found
}

/**
 * The same for many ids in one query, by id; those that the viewer may not access are missing.
 *
 * @param lock holds the rows, in the order of their ids
 */
export async function accessibleChannels(
  db: Queryable,
  asker: Asker,
  ids: readonly number[],
  to: AccessTo,
  { lock }: Pick<AccessOptions, 'lock'> = {},
): Promise<Map<number, AccessedChannel>> {
  const end = lock && sql`ORDER BY c.id ${locks[lock]}`
  const found = await load(db, asker, sql`c.id = ANY(${ids}::int[])`, end)
  return new Map(
    (await accessibleOf(found, askerOn(db, asker), to)).map((entry) => [entry.channel.id, entry]),
  )
}

/** All channels that the viewer may know of, by id ascending: archived ones too, filtered in memory. */
export async function visibleChannels(
  db: Queryable,
  asker: Asker,
  to: AccessTo = 'metadata',
): Promise<AccessedChannel[]> {
  // Visitors and guests can't see others, and would load them for nothing.
  const where =
    asker.viewer === null
      ? sql`c.is_web_public`
      : asker.viewer.role === roles.guest
        ? sql`(c.is_web_public OR s.active)`
        : sql`true`
  return accessibleOf(await load(db, asker, where, sql`ORDER BY c.id`), askerOn(db, asker), to)
}

/** Inside a transaction, permissions are read through it too. */
function askerOn(db: Queryable, asker: Asker): Asker {
  if (!isTransaction(db) || !asker.permissions) return asker
  return { ...asker, permissions: asker.permissions.within(db) }
}

function isTransaction(db: Queryable): db is Transaction {
  return 'isTransaction' in db
}

async function accessibleOf(
  found: readonly AccessedChannel[],
  asker: Asker,
  to: AccessTo,
): Promise<AccessedChannel[]> {
  const accessible: AccessedChannel[] = []
  for (const entry of found) {
    // Lists are long, and hardly any entry has to wait.
    if (mayAccessAtOnce(entry, asker, to) ?? (await mayAccess(entry, asker, to))) accessible.push(entry)
  }
  return accessible
}

type Accessible = Pick<AccessedChannel, 'channel'> & {
  readonly subscription: { readonly active: boolean } | null
}

/** Whether the viewer may access a loaded channel, where that follows from what is at hand; else undefined. */
function mayAccessAtOnce(
  { channel, subscription }: Accessible,
  { viewer, permissions, organization }: Asker,
  to: AccessTo,
): boolean | undefined {
  if (!viewer || !permissions) {
    return channel.isWebPublic && organizationSettings(organization.settings).enableSpectatorAccess
  }
  if (channel.isWebPublic || subscription?.active) return true
  if (viewer.role === roles.guest) return false
  if (!channel.inviteOnly) return true
  return to === 'metadata' && isAtLeast(viewer.role, roles.administrator) ? true : undefined
}

/** Whether the viewer may access a loaded channel. */
export async function mayAccess(entry: Accessible, asker: Asker, to: AccessTo): Promise<boolean> {
  const atOnce = mayAccessAtOnce(entry, asker, to)
  const { permissions } = asker
  if (atOnce !== undefined || !permissions) return atOnce ?? false
  const { channel } = entry
  const granting: readonly ChannelPermission[] =
    to === 'metadata' ? permissionsGrantingMetadata : permissionsGrantingContent
  for (const permission of granting) if (await permissions.holdsIn(channel, permission)) return true
  return false
}

/**
 * Whether content access reaches all messages of a channel. If not (private channel with protected
 * history), a user reads only messages of which they have a `user_message` row.
 */
export function canReadWholeHistory(
  channel: Pick<Channel, 'historyPublicToSubscribers' | 'isWebPublic'>,
): boolean {
  return channel.historyPublicToSubscribers || channel.isWebPublic
}
