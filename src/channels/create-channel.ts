import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { addSubscribers } from '../subscriptions/add-subscribers.ts'
import { accessPrincipals } from '../subscriptions/principals.ts'
import { mayAddOthers } from './administration.ts'
import { channelText } from './channel-text.ts'
import { announceCreation } from './creation-notices.ts'
import type { ChannelText } from './insert-channel.ts'
import { makeChannels } from './make-channels.ts'
import { mayCreate, type NewChannelSettings } from './new-channel-settings.ts'

/** A channel that somebody wants made. */
export interface NewChannelRequest {
  readonly name: string
  /** Markdown. */
  readonly description: string
  readonly settings: NewChannelSettings
  /** Whom to subscribe: the creator, too, only when listed. */
  readonly subscriberIds: readonly number[]
  /** Make it known in the organization's channel for that. */
  readonly announce: boolean
}

/**
 * Creates a channel and subscribes users to it (reference: POST /channels/create).
 *
 * @throws CodedError CHANNEL_ALREADY_EXISTS, BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, SYSTEM_GROUP_REQUIRED
 */
export async function createChannel(context: ViewerContext, request: NewChannelRequest): Promise<Channel> {
  const text = channelText(request)
  return transact(
    context.core,
    context.viewer.organizationId,
    (tx) => createIn(tx, withinTransaction(tx, context), text, request),
    context.once,
  )
}

async function createIn(
  tx: WriteTransaction,
  creator: ViewerContext,
  text: ChannelText,
  { settings, subscriberIds, announce }: NewChannelRequest,
): Promise<Channel> {
  const { core, viewer, permissions } = creator
  if (!(await mayCreate(creator, settings))) throw badRequest('Insufficient permission')
  const systemGroups = await core.systemGroups.of(tx, viewer.organizationId)
  const users = await accessPrincipals(tx, creator, subscriberIds)
  const [channel] = await makeChannels(tx, creator, systemGroups, [text], settings)
  if (!channel) {
    throw new CodedError('CHANNEL_ALREADY_EXISTS', `Channel '${text.name}' already exists`, {
      channel_name: text.name,
    })
  }
  const addsOthers = users.some(({ id }) => id !== viewer.id)
  if (addsOthers && !(await mayAddOthers(channel, permissions))) {
    throw badRequest('Insufficient permission to subscribe others')
  }
  await addSubscribers(tx, systemGroups, {
    channels: [channel],
    createdIds: new Set([channel.id]),
    users,
    hostName: organizationHostName(core.config, creator.organization),
  })
  await announceCreation(tx, creator, [channel], announce)
  return { ...channel, subscriberCount: users.length }
}
