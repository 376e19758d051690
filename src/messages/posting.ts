import { withinTransaction } from '../access/within-transaction.ts'
import {
  type Asker,
  type ChannelReference,
  channelDoesNotExist,
  mayAccess,
  type Refusal,
} from '../channels/access.ts'
import { badRequest } from '../contract/coded-error.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import { type ChannelPermission, permissionsGrantingContent } from '../contract/permission-settings.ts'
import { roles } from '../contract/roles.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../contract/server.ts'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { type ChannelPlace, loadChannelPlace } from './channel-place.ts'

/**
 * Loads and locks the channel and topic that somebody wants to send to, if they may (reference:
 * permissions, "Posting to a channel").
 *
 * @param lock as for {@link loadChannelPlace}
 * @param refusal for a channel that does not exist or may not be known of: STREAM_DOES_NOT_EXIST unless told
 * @throws CodedError of the refusal; BAD_REQUEST for every other refusal, with `empty_topic_display_name` where it is for the topic
 */
export async function accessPlaceToPost(
  tx: Transaction,
  context: ViewerContext,
  by: ChannelReference,
  topic: string,
  lock: 'share' | 'update',
  refusal: Refusal = channelDoesNotExist,
): Promise<ChannelPlace> {
  const place = await loadChannelPlace(tx, context, by, topic, lock)
  const sender: Asker = withinTransaction(tx, context)
  if (!place || !(await isKnown(place, sender))) throw refusal(by)
  if (place.channel.isArchived || !(await mayPost(place, sender, context.viewer.canForgeSender))) {
    throw badRequest(`Not authorized to send to channel '${place.channel.name}'`)
  }
  checkTopic(place, topic, context.viewer.organization.settings)
  if (!place.topicExists && !(await eitherHolds(place, sender, 'can_create_topic_group'))) {
    throw badRequest('You do not have permission to create new topics in this channel')
  }
  return place
}

/**
 * Checks a place to which somebody wants to move messages, if they may (reference: permissions, "Moving,
 * editing, deleting").
 *
 * @param doer with permissions that are read through the transaction
 * @param channel held by the transaction; the viewer can read it
 * @param how.comesFromElsewhere the messages come from another channel: then the viewer has to be
 *   allowed to post in this one
 * @param how.mayStartTopic whether the topic may be a new one without the permission to start topics
 * @returns whether the topic has messages already
 * @throws CodedError BAD_REQUEST, with `empty_topic_display_name` where it is for the topic
 */
export async function checkPlaceToMoveTo(
  tx: Transaction,
  doer: ViewerContext,
  { id, name }: Channel,
  topic: string,
  how: { readonly comesFromElsewhere: boolean; readonly mayStartTopic: boolean },
): Promise<boolean> {
  const place = await loadChannelPlace(tx, doer, { id }, topic, 'update')
  const { comesFromElsewhere, mayStartTopic } = how
  if (!place || place.channel.isArchived) throw badRequest(`Not authorized to send to channel '${name}'`)
  if (comesFromElsewhere && !(await mayPost(place, doer, doer.viewer.canForgeSender))) {
    throw badRequest(`Not authorized to send to channel '${name}'`)
  }
  checkTopic(place, topic, doer.viewer.organization.settings)
  if (!place.topicExists && !mayStartTopic && !(await eitherHolds(place, doer, 'can_create_topic_group'))) {
    throw badRequest('You do not have permission to create new topics in this channel')
  }
  return place.topicExists
}

/**
 * Whether the viewer may post to a channel, whatever the topic: not to archived ones.
 *
 * @param channelId of a channel that the viewer may know of
 */
export async function mayPostTo(
  tx: Transaction,
  context: ViewerContext,
  channelId: number,
): Promise<boolean> {
  const place = await loadChannelPlace(tx, context, { id: channelId }, '', 'share')
  if (!place || place.channel.isArchived) return false
  const sender: Asker = withinTransaction(tx, context)
  return mayPost(place, sender, context.viewer.canForgeSender)
}

/** Whether the sender, or the owner of a bot, may know of the channel. */
async function isKnown(place: ChannelPlace, sender: Asker): Promise<boolean> {
  const { channel, isSubscribed, owner } = place
  if (await mayAccess({ channel, subscription: { active: isSubscribed } }, sender, 'metadata')) return true
  if (!owner) return false
  return mayAccess({ channel, subscription: { active: owner.isSubscribed } }, owner.asker, 'metadata')
}

async function mayPost(place: ChannelPlace, sender: Asker, canForgeSender: boolean): Promise<boolean> {
  const { channel, isSubscribed, owner } = place
  if (!(await eitherHolds(place, sender, 'can_send_message_group'))) return false
  if (isSubscribed || owner?.isSubscribed || channel.isWebPublic || canForgeSender) return true
  if (sender.viewer?.role === roles.guest) return false
  if (!channel.inviteOnly) return true
  // Whoever could join and then read everything may also write without joining.
  if (!channel.historyPublicToSubscribers) return false
  for (const permission of permissionsGrantingContent) {
    if (await sender.permissions?.holdsIn(channel, permission)) return true
  }
  return false
}

/** Whether the sender holds a permission in the channel, or the owner of a bot does. */
async function eitherHolds(
  { channel, owner }: ChannelPlace,
  sender: Asker,
  permission: ChannelPermission,
): Promise<boolean> {
  if (await sender.permissions?.holdsIn(channel, permission)) return true
  return (await owner?.asker.permissions?.holdsIn(channel, permission)) ?? false
}

/** Which topics a channel has: by its own policy, or the one it inherits. */
export function topicsPolicyOf({ topicsPolicy }: Pick<Channel, 'topicsPolicy'>, storedSettings: unknown) {
  return topicsPolicy === 'inherit' ? organizationSettings(storedSettings).topicsPolicy : topicsPolicy
}

/** Refuses a topic that the channel's policy does not have. */
function checkTopic({ channel }: ChannelPlace, topic: string, storedSettings: unknown): void {
  const policy = topicsPolicyOf(channel, storedSettings)
  const data = { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME }
  if (policy === 'disable_empty_topic' && topic === '') {
    throw badRequest('Sending messages to the empty topic is not allowed in this channel', data)
  }
  if (policy === 'empty_topic_only' && topic !== '') {
    throw badRequest('Only the empty topic is allowed in this channel', data)
  }
}
