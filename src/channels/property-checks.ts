import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import { checkFolder } from '../channel-folders/access-folder.ts'
import { badRequest } from '../contract/coded-error.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../contract/server.ts'
import type { Transaction } from '../database/database.ts'
import type { Channel } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import type { ChannelChange } from './channel-change.ts'
import { maySetPolicy } from './may-set-policy.ts'

/**
 * Checks what is to change about a channel beyond name, privacy and permissions against what
 * somebody who administers it may set (reference: permissions, PATCH /streams/{stream_id}).
 *
 * @param channel locked: nobody sends to it meanwhile
 * @throws CodedError BAD_REQUEST, UNAUTHORIZED_PRINCIPAL
 */
export async function checkProperties(
  tx: Transaction,
  { viewer, permissions }: ViewerContext,
  channel: Channel,
  change: ChannelChange,
): Promise<void> {
  const { topicsPolicy, messageRetentionDays, defaultPushNotifications, isDefault, folderId } = change
  if (typeof folderId === 'number' && folderId !== channel.folderId) {
    await checkFolder(tx, viewer.organizationId, folderId)
  }
  if (isDefault !== undefined) requireRole(viewer, 'administrator')
  if (defaultPushNotifications !== undefined) requireRole(viewer, 'administrator')
  if (messageRetentionDays !== undefined) {
    requireRole(viewer, 'owner')
    if (messageRetentionDays !== null && messageRetentionDays !== -1 && messageRetentionDays < 1) {
      throw badRequest('Invalid message_retention_days')
    }
  }
  if (topicsPolicy !== undefined && topicsPolicy !== channel.topicsPolicy) {
    const isPolicy = topicsPolicy !== 'inherit'
    if (isPolicy && !(await maySetPolicy(viewer, permissions, 'can_set_topics_policy_group'))) {
      throw badRequest('Insufficient permission to set topics_policy')
    }
    if (topicsPolicy === 'empty_topic_only' && (await hasNamedTopics(tx, channel.id))) {
      throw badRequest(
        `To allow only '${EMPTY_TOPIC_DISPLAY_NAME}', move all messages of this channel there first.`,
        { empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME },
      )
    }
  }
}

async function hasNamedTopics(tx: Transaction, channelId: number): Promise<boolean> {
  const [named] = await tx.query(sql`
    SELECT 1 FROM topic WHERE channel_id = ${channelId} AND key > '' LIMIT 1`)
  return named !== undefined
}
