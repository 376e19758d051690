import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { accessAdministered } from './access-administered.ts'
import { usersWhoSee } from './audience.ts'
import { tellOfChanges } from './change-notices.ts'
import type { ChannelChange } from './channel-change.ts'
import { channelDescription, channelName, renderDescription } from './channel-text.ts'
import { announceChanges } from './channel-update-events.ts'
import { announceDefaults, writeDefault } from './default-channels.ts'
import { changePermissions } from './permission-changes.ts'
import { privacyAfter } from './privacy.ts'
import { checkProperties } from './property-checks.ts'
import { checkUnarchiving } from './unarchiving.ts'
import { writeChannel } from './write-channel.ts'

/** The properties that name and description come to. */
type TextChange = Partial<Pick<Channel, 'name' | 'description' | 'renderedDescription'>>

/**
 * Changes what a channel is like (reference: PATCH /streams/{stream_id}). All or nothing.
 *
 * @throws CodedError BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, EXPECTATION_MISMATCH, SYSTEM_GROUP_REQUIRED
 */
export async function updateChannel(
  context: ViewerContext,
  channelId: number,
  change: ChannelChange,
): Promise<Channel> {
  const text = textChange(change)
  return transact(
    context.core,
    context.viewer.organizationId,
    (tx) => updateIn(tx, withinTransaction(tx, context), channelId, change, text),
    context.once,
  )
}

function textChange({ name, description }: ChannelChange): TextChange {
  const kept = description === undefined ? undefined : channelDescription(description)
  return {
    ...(name !== undefined && { name: channelName(name) }),
    ...(kept !== undefined && { description: kept, renderedDescription: renderDescription(kept) }),
  }
}

async function updateIn(
  tx: WriteTransaction,
  asker: ViewerContext,
  channelId: number,
  change: ChannelChange,
  text: TextChange,
): Promise<Channel> {
  const { core, viewer } = asker
  const entry = await accessAdministered(tx, asker, channelId)
  const { channel } = entry
  const systemGroups = await core.systemGroups.of(tx, viewer.organizationId)
  // Before anything is written: who sees it also hangs on groups that change with its permissions.
  const sawBefore = await usersWhoSee(tx, channel, 'metadata')
  const privacy = await privacyAfter(tx, asker, entry, change)
  await checkProperties(tx, asker, channel, change)
  const permissions = await changePermissions(tx, asker, entry, systemGroups, change.permissions)
  const wanted: Channel = { ...channel, ...text, ...privacy, ...properties(change), ...permissions.columns }
  if (change.unarchive) {
    checkUnarchiving(channel, wanted)
    wanted.isArchived = false
  }
  const everyone = systemGroups.idOf['role:everyone']
  if (!wanted.historyPublicToSubscribers && wanted.canCreateTopicGroupId !== everyone) {
    throw badRequest("'can_create_topic_group' must be everyone in a private channel with protected history.")
  }
  const isDefault = await writeDefault(tx, wanted, change.isDefault)
  const changed = await writeChannel(tx, channel, wanted)
  const changes = { before: channel, after: changed, permissions: permissions.values, sawBefore }
  await announceChanges(tx, systemGroups, changes)
  if (isDefault.changed) await announceDefaults(tx, viewer.organizationId)
  await tellOfChanges(tx, asker, changes)
  return changed
}

/** The columns that are written as they are given. */
function properties(change: ChannelChange): Partial<Channel> {
  const { topicsPolicy, messageRetentionDays, defaultPushNotifications, folderId } = change
  return {
    ...(topicsPolicy !== undefined && { topicsPolicy }),
    ...(messageRetentionDays !== undefined && { messageRetentionDays }),
    ...(defaultPushNotifications !== undefined && { defaultPushNotifications }),
    ...(folderId !== undefined && { folderId }),
  }
}
