import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { ChannelFolder } from '../generated/prisma/client.ts'

/** All folders of an organization, archived ones too, in their order. */
export function foldersOf(db: Queryable, organizationId: number): Promise<ChannelFolder[]> {
  return db.query<ChannelFolder>(sql`
    SELECT * FROM channel_folder WHERE organization_id = ${organizationId} ORDER BY position, id`)
}

/** Those in which visitors find a channel. */
export function foldersForVisitors(db: Queryable, organizationId: number): Promise<ChannelFolder[]> {
  return db.query<ChannelFolder>(sql`
    SELECT * FROM channel_folder f WHERE organization_id = ${organizationId}
      AND EXISTS (SELECT FROM channel c WHERE c.folder_id = f.id AND c.is_web_public)
    ORDER BY position, id`)
}
