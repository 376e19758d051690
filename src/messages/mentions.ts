import sql from 'sql-template-tag'
import { usersIn } from '../access/membership.ts'
import type { Permissions } from '../access/permissions.ts'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import { countLimits } from '../contract/limits.ts'
import { userGroupPermissionSettings } from '../contract/permission-settings.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { Rendered } from '../markdown/render.ts'

interface MentionedGroup {
  id: number
  name: string
  canMentionGroupId: number | null
  memberIds: number[]
}

/** Mentioned groups with everybody in them, directly and through subgroups. */
async function loadMentionedGroups(db: Queryable, groupIds: readonly number[]): Promise<MentionedGroup[]> {
  return db.query<MentionedGroup>(sql`
    WITH member AS (
      ${usersIn(sql`SELECT id AS asked, id AS group_id FROM unnest(${groupIds}::int[]) AS id`)}
    )
    SELECT g.id, g.name, g.can_mention_group_id,
      array(SELECT member.user_id FROM member WHERE member.asked = g.id) AS member_ids
    FROM user_group g WHERE g.id = ANY(${groupIds}::int[])`)
}

/**
 * Everybody whom a rendered message mentions by name or through a group, receivers or not.
 *
 * @param permissions the sender's; null for the server itself, which may mention every group
 * @throws CodedError BAD_REQUEST for a group that the sender may not mention
 */
export async function mentionedUsers(
  db: Queryable,
  permissions: Permissions | null,
  { mentionedUserIds, mentionedGroupIds }: Rendered,
): Promise<number[]> {
  if (mentionedGroupIds.length === 0) return mentionedUserIds
  const groups = await loadMentionedGroups(db, mentionedGroupIds)
  if (permissions) {
    const { allowEveryone } = userGroupPermissionSettings.can_mention_group
    for (const { name, canMentionGroupId } of groups) {
      if (canMentionGroupId !== null && !(await permissions.isIn(canMentionGroupId, allowEveryone))) {
        throw badRequest(`You are not allowed to mention user group '${name}'.`)
      }
    }
  }
  return [...new Set([...mentionedUserIds, ...groups.flatMap(({ memberIds }) => memberIds)])]
}

/** Everybody who has written in a topic or reacted there. */
export async function topicParticipants(
  tx: Transaction,
  channelId: number,
  topic: string,
): Promise<number[]> {
  const rows = await tx.query<{ senderId: number }>(sql`
    WITH said AS (
      SELECT id, sender_id FROM message
      WHERE channel_id = ${channelId} AND channel_id IS NOT NULL AND lower(topic) = lower(${topic})
    )
    SELECT sender_id FROM said UNION SELECT r.user_id FROM said JOIN reaction r ON r.message_id = said.id`)
  return rows.map((row) => row.senderId)
}

/** Whom the wildcards of a message reach. */
export interface WildcardReach {
  readonly channelWildcard: boolean
  readonly topicWildcardUserIds: readonly number[]
}

/**
 * Whom a channel message's wildcards reach (reference: permissions, "Wildcard and group mentions").
 *
 * @param permissions the sender's, read through the transaction; null for the server itself
 * @throws CodedError STREAM_ or TOPIC_WILDCARD_MENTION_NOT_ALLOWED where they reach many and the
 *   sender may not
 */
export async function wildcardReach(
  tx: Transaction,
  permissions: Permissions | null,
  place: {
    readonly channel: { readonly id: number; readonly subscriberCount: number }
    readonly topic: string
    readonly senderId: number
  },
  { channelWildcard, topicWildcard }: Rendered,
): Promise<WildcardReach> {
  const refuses = async (count: number) =>
    permissions !== null &&
    count > countLimits.wildcardMentionRecipients &&
    !(await permissions.holds('can_mention_many_users_group'))
  if (channelWildcard && (await refuses(place.channel.subscriberCount))) {
    throw new CodedError(
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use channel wildcard mentions in this channel.',
    )
  }
  if (!topicWildcard) return { channelWildcard, topicWildcardUserIds: [] }
  const participants = new Set(await topicParticipants(tx, place.channel.id, place.topic))
  participants.add(place.senderId)
  if (await refuses(participants.size)) {
    throw new CodedError(
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
    )
  }
  return { channelWildcard, topicWildcardUserIds: [...participants] }
}
