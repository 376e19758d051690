import sql, { type Sql } from 'sql-template-tag'
import { lookUpImages } from '../attachments/access.ts'
import { accessibleChannel } from '../channels/access-conditions.ts'
import { roles } from '../contract/roles.ts'
import { systemGroups } from '../contract/system-groups.ts'
import type { Queryable } from '../database/database.ts'
import type { ViewerContext } from '../graphql/context.ts'
import type { ReferenceNames } from '../markdown/find-references.ts'
import {
  type LinkableChannel,
  type LinkableTopic,
  type MentionableUser,
  noReferences,
  type References,
} from '../markdown/references.ts'
import { emojiPictureUrl } from '../pictures/emoji-picture.ts'
import { visibleUsers } from '../users/access.ts'
import { readableMessage } from './access.ts'

/** Who writes, and so what a text can refer to: somebody, or the server, which knows everything of an organization. */
export type Writer = ViewerContext | { readonly organizationId: number }

interface FoundRow {
  users: MentionableUser[]
  groups: { id: number; name: string; deactivated: boolean; isSystem: boolean }[]
  channels: LinkableChannel[]
  topics: LinkableTopic[]
  emoji: { name: string; fileName: string }[]
}

/** Looks up all that a text mentions and its writer may know of: in one query, and one more for its images. */
export async function lookUpReferences(
  db: Queryable,
  writer: Writer,
  { uploads, ...names }: ReferenceNames,
): Promise<References> {
  const named = await lookUpNames(db, writer, names)
  if (uploads.length === 0) return named
  const pictures =
    'viewer' in writer
      ? await lookUpImages(db, writer.viewer.organizationId, writer, uploads)
      : await lookUpImages(db, writer.organizationId, null, uploads)
  return { ...named, pictures }
}

async function lookUpNames(
  db: Queryable,
  writer: Writer,
  names: Omit<ReferenceNames, 'uploads'>,
): Promise<References> {
  if (Object.values(names).every((list) => list.length === 0)) return noReferences
  const { organizationId, users, channels, messages, viewerId } = await visibleTo(writer)
  const topics = JSON.stringify(names.topics)
  const [found] = await db.query<FoundRow>(sql`
    WITH named_channel AS (
      SELECT c.* FROM channel c
      WHERE c.organization_id = ${organizationId} AND ${channels}
        AND lower(c.name) IN (SELECT lower(name) FROM unnest(${names.channelNames}::text[]) AS name)
    )
    SELECT
      (SELECT coalesce(json_agg(json_build_object('id', u.id, 'fullName', u.full_name, 'isActive', u.is_active)), '[]')
        FROM "user" u WHERE ${users} AND (u.id = ANY(${names.userIds}::int[])
          OR lower(u.full_name) IN (SELECT lower(name) FROM unnest(${names.userNames}::text[]) AS name))) AS users,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'deactivated', deactivated,
          'isSystem', kind = 'system')), '[]')
        FROM user_group WHERE organization_id = ${organizationId} AND kind <> 'anonymous'
          AND lower(name) IN (SELECT lower(wanted) FROM unnest(${names.groupNames}::text[]) AS wanted)) AS groups,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]') FROM named_channel) AS channels,
      (SELECT coalesce(json_agg(json_build_object('channelId', c.id, 'topic', wanted.topic,
          'newestMessageId', newest.id)), '[]')
        FROM json_to_recordset(${topics}::json) AS wanted("channelName" text, topic text)
          JOIN named_channel c ON lower(c.name) = lower(wanted."channelName")
          CROSS JOIN LATERAL (
            SELECT m.id FROM message m
              LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${viewerId}::int
            WHERE m.channel_id = c.id AND m.channel_id IS NOT NULL AND lower(m.topic) = lower(wanted.topic)
              AND ${messages}
            ORDER BY m.id DESC LIMIT 1) newest) AS topics,
      (SELECT coalesce(json_agg(json_build_object('name', name, 'fileName', file_name)), '[]') FROM custom_emoji
        WHERE organization_id = ${organizationId} AND NOT is_deactivated
          AND name = ANY(${names.emojiNames}::text[])) AS emoji`)
  if (!found) throw new Error('A query without conditions returned nothing.')
  const { emoji, groups, ...others } = found
  return {
    ...others,
    groups: groups.map((group) => ({ ...group, displayName: displayNameOf(group) })),
    customEmoji: new Map(
      emoji.map(({ name, fileName }) => [name, emojiPictureUrl(organizationId, fileName)]),
    ),
  }
}

const displayNames: ReadonlyMap<string, string> = new Map(
  systemGroups.map(({ name, displayName }) => [name, displayName]),
)

function displayNameOf({ name, isSystem }: { name: string; isSystem: boolean }): string {
  return (isSystem && displayNames.get(name)) || name
}

interface Visible {
  readonly organizationId: number
  readonly viewerId: number | null
  /** Conditions on `u`, `c`, and `m` with `um` and `c`. */
  readonly users: Sql
  readonly channels: Sql
  readonly messages: Sql
}

async function visibleTo(writer: Writer): Promise<Visible> {
  if (!('viewer' in writer)) {
    const { organizationId } = writer
    const users = sql`u.organization_id = ${organizationId}`
    return { organizationId, viewerId: null, users, channels: sql`true`, messages: sql`true` }
  }
  return {
    organizationId: writer.viewer.organizationId,
    viewerId: writer.viewer.id,
    // Only guests can be limited to some users; nobody else pays for the question.
    users:
      writer.viewer.role === roles.guest
        ? await visibleUsers(writer)
        : sql`u.organization_id = ${writer.viewer.organizationId}`,
    channels: accessibleChannel(writer, 'metadata'),
    messages: readableMessage(writer),
  }
}
