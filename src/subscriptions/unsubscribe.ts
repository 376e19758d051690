import { withinTransaction } from '../access/within-transaction.ts'
import { type Asker, accessibleChannels, channelDoesNotExist, invalidChannel } from '../channels/access.ts'
import { administers } from '../channels/administration.ts'
import { findByNames } from '../channels/find-by-names.ts'
import { badRequest } from '../contract/coded-error.ts'
import { isAtLeast, roles } from '../contract/roles.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel, User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { accessPrincipals, type Principals } from './principals.ts'
import { removeSubscribers } from './remove-subscribers.ts'

/** Who is to be unsubscribed from what. */
export interface UnsubscribeRequest {
  readonly channels: { readonly names: readonly string[] } | { readonly ids: readonly number[] }
  /** Empty: the viewer. */
  readonly principals: Principals
}

/** What came of it; a channel can be in both lists when there were several principals. */
export interface UnsubscribeOutcome {
  /** Channels that somebody has left. */
  readonly removed: readonly Channel[]
  /** Channels that somebody was not subscribed to. */
  readonly notRemoved: readonly Channel[]
}

/**
 * Unsubscribes users from channels, archived ones too (reference: DELETE /users/me/subscriptions).
 * All or nothing.
 *
 * @throws CodedError STREAM_DOES_NOT_EXIST for names, BAD_REQUEST for ids, of channels that do not
 *   exist or that the viewer may not know of; BAD_REQUEST for wrong principals and missing permission
 */
export async function unsubscribe(
  context: ViewerContext,
  request: UnsubscribeRequest,
): Promise<UnsubscribeOutcome> {
  return transact(
    context.core,
    context.viewer.organizationId,
    (tx) => unsubscribeIn(tx, withinTransaction(tx, context), request),
    context.once,
  )
}

/**
 * The same in an open transaction.
 *
 * @param asker with permissions read through it
 */
export async function unsubscribeIn(
  tx: WriteTransaction,
  asker: ViewerContext,
  request: UnsubscribeRequest,
): Promise<UnsubscribeOutcome> {
  const { core, viewer, organization } = asker
  const principals = request.principals.length === 0 ? [viewer.id] : request.principals
  const users = await accessPrincipals(tx, asker, principals)
  const channels = await accessAll(tx, asker, viewer.organizationId, request.channels)
  const others = users.filter(({ id }) => id !== viewer.id)
  for (const channel of channels) {
    if (!(await mayRemove(channel, others, asker))) throw badRequest('Insufficient permission')
  }
  const locked = [...channels].sort((left, right) => left.id - right.id)
  const former = await removeSubscribers(
    tx,
    locked,
    users.map(({ id }) => id),
    {
      organizationId: viewer.organizationId,
      hostName: organizationHostName(core.config, organization),
      systemGroups: await core.systemGroups.of(tx, viewer.organizationId),
    },
  )
  const leaversOf = (channel: Channel) => former.get(channel.id)?.length ?? 0
  return {
    removed: channels.filter((channel) => leaversOf(channel) > 0),
    notRemoved: channels.filter((channel) => leaversOf(channel) < users.length),
  }
}

/** Whether the viewer may remove these other users from a channel that they know of. */
async function mayRemove(channel: Channel, others: readonly User[], asker: ViewerContext): Promise<boolean> {
  const { viewer, permissions } = asker
  if (isAtLeast(viewer.role, roles.administrator)) return true
  if (others.every(({ botOwnerId }) => botOwnerId === viewer.id)) return true
  if (await permissions.holdsIn(channel, 'can_remove_subscribers_group')) return true
  return administers(channel, permissions)
}

/** The channels in the order of the request, each once; locked for update. */
async function accessAll(
  tx: WriteTransaction,
  asker: Asker,
  organizationId: number,
  wanted: UnsubscribeRequest['channels'],
): Promise<Channel[]> {
  const references =
    'ids' in wanted
      ? [...new Set(wanted.ids)].map((id) => ({ id, refusal: invalidChannel({ id }) }))
      : (await findByNames(tx, organizationId, wanted.names)).map(({ id, name }) => ({
          id,
          refusal: channelDoesNotExist({ name }),
        }))
  const ids = references.flatMap(({ id }) => (id === null ? [] : [id]))
  const accessible = await accessibleChannels(tx, asker, ids, 'metadata', { lock: 'update' })
  return references.map(({ id, refusal }) => {
    const entry = id === null ? undefined : accessible.get(id)
    if (!entry) throw refusal
    return entry.channel
  })
}
