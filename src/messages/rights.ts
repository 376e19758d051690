import type { Permissions } from '../access/permissions.ts'
import { channelRules, may } from '../access/rules.ts'
import type { Viewer } from '../access/viewer.ts'
import { badRequest, type CodedError } from '../contract/coded-error.ts'
import { timeLimits } from '../contract/limits.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import { isAtLeast, roles } from '../contract/roles.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { widgetOf } from '../submessages/parse-widget.ts'
import type { MessageRow } from './message-rows.ts'

/*
 * What somebody may do with a message that they can read (reference: permissions, "Moving, editing,
 * deleting"). Each question is answered with the refusal, or with null where there is none: actions
 * throw it, and the fields `viewerCan…` show whether there is one.
 */

/** Who wants to do something. */
export interface Doer {
  readonly viewer: Viewer
  readonly permissions: Permissions
}

/** What it is done to. */
export interface Judged {
  readonly message: Pick<MessageRow, 'senderId' | 'dateSent' | 'content' | 'lastEditedAt'>
  /** Null for direct messages. */
  readonly channel: Channel | null
}

/** Seconds since a message was sent. */
const ageOf = ({ dateSent }: Pick<MessageRow, 'dateSent'>) => (Date.now() - dateSent.getTime()) / 1000

/** Why the viewer may not edit the content of a message. */
export function editingRefusal({ viewer }: Doer, { message, channel }: Judged): CodedError | null {
  const settings = organizationSettings(viewer.organization.settings)
  if (channel?.isArchived) return badRequest('Messages of an archived channel cannot be edited')
  if (!settings.allowMessageEditing) return badRequest('Your organization has turned off message editing')
  if (message.senderId !== viewer.id) return badRequest("You don't have permission to edit this message")
  // What was edited is none, whatever it says since: the others cannot be.
  if (message.lastEditedAt === null && widgetOf(message.content)) {
    return badRequest('Polls and to-do lists cannot be edited')
  }
  const limit = settings.messageContentEditLimitSeconds
  if (limit !== null && ageOf(message) > limit + timeLimits.editGraceSeconds) {
    return badRequest('The time limit for editing this message has passed')
  }
  return null
}

/**
 * Why the viewer may not delete a message.
 *
 * @param senderOwnerId who owns the bot that sent it; null for people's messages
 */
export async function deletionRefusal(
  { viewer, permissions }: Doer,
  { message, channel }: Judged,
  senderOwnerId: number | null,
): Promise<CodedError | null> {
  if (channel?.isArchived) return badRequest('Messages of an archived channel cannot be deleted')
  const object = channel ? { channel } : {}
  if (await may(permissions, channelRules.DELETE_ANY_CHANNEL_MESSAGE, object)) return null
  const isOwn = message.senderId === viewer.id || senderOwnerId === viewer.id
  if (!isOwn || !(await may(permissions, channelRules.DELETE_OWN_CHANNEL_MESSAGE, object))) {
    return badRequest("You don't have permission to delete this message")
  }
  const limit = organizationSettings(viewer.organization.settings).messageContentDeleteLimitSeconds
  if (limit !== null && ageOf(message) > limit) {
    return badRequest('The time limit for deleting this message has passed')
  }
  return null
}

/** Why the viewer may not move messages of a channel at all, whatever their age. */
export async function movingRefusal(
  { permissions }: Doer,
  from: Channel | null,
  change: { readonly topic: boolean; readonly to: Channel | null },
): Promise<CodedError | null> {
  if (from === null) return badRequest('Direct messages cannot be moved')
  if (from.isArchived) return badRequest('Messages of an archived channel cannot be moved')
  const refusal = badRequest("You don't have permission to move this message")
  if (change.to && !(await may(permissions, channelRules.MOVE_MESSAGES_OUT_OF_CHANNEL, { channel: from }))) {
    return refusal
  }
  return !change.topic || (await mayIn([from, change.to], permissions, 'MOVE_MESSAGES_WITHIN_CHANNEL'))
    ? null
    : refusal
}

/** Why the viewer may not resolve topics of a channel, or take that back. */
export async function resolvingRefusal(
  { permissions }: Doer,
  channel: Channel | null,
): Promise<CodedError | null> {
  if (channel === null) return badRequest('Direct messages have no topic')
  if (channel.isArchived) return badRequest('Topics of an archived channel cannot be resolved')
  return (await mayIn([channel], permissions, 'RESOLVE_CHANNEL_TOPICS'))
    ? null
    : badRequest("You don't have permission to resolve topics in this channel")
}

/**
 * The age in seconds beyond which the viewer cannot move messages; null for none.
 *
 * @param change what becomes another: the stricter of both limits holds for both together
 */
export function movingLimit(
  { viewer }: Doer,
  change: { readonly topic: boolean; readonly channel: boolean },
): number | null {
  if (isAtLeast(viewer.role, roles.moderator)) return null
  const settings = organizationSettings(viewer.organization.settings)
  const limits = [
    change.topic ? settings.moveMessagesWithinChannelLimitSeconds : null,
    change.channel ? settings.moveMessagesBetweenChannelsLimitSeconds : null,
  ].filter((limit) => limit !== null)
  return limits.length === 0 ? null : Math.min(...limits) + timeLimits.editGraceSeconds
}

/** Whether a message is too old to be moved, by {@link movingLimit}. */
export function isPast(limit: number | null, message: Pick<MessageRow, 'dateSent'>): boolean {
  return limit !== null && ageOf(message) > limit
}

/** A permission to change topics may come from where messages are and from where they go. */
async function mayIn(
  channels: readonly (Channel | null)[],
  permissions: Permissions,
  rule: 'MOVE_MESSAGES_WITHIN_CHANNEL' | 'RESOLVE_CHANNEL_TOPICS',
): Promise<boolean> {
  for (const channel of channels) {
    if (channel && (await may(permissions, channelRules[rule], { channel }))) return true
  }
  return false
}
