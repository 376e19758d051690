import DataLoader from 'dataloader'
import sql from 'sql-template-tag'
import type { ChannelFolder } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { perRequest } from '../graphql/per-request.ts'

export const ChannelFolderType = builder.objectRef<ChannelFolder>('ChannelFolder')

ChannelFolderType.implement({
  description: 'A named set of channels, the same for everybody.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    name: t.exposeString('name', {
      description: 'Unique without regard to case, among folders that are not archived.',
    }),
    description: t.exposeString('description', { description: 'Markdown.' }),
    renderedDescription: t.exposeString('renderedDescription', { description: 'HTML.' }),
    dateCreated: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    creatorDatabaseId: t.exposeInt('creatorId', {
      nullable: true,
      description: 'Id of the user who made it; null when nobody is recorded.',
    }),
    isArchived: t.exposeBoolean('isArchived', { description: 'No channel can be put into it.' }),
    order: t.exposeInt('position', { description: 'Its place among all folders, from 0.' }),
  }),
})

/** Folders of the request's organization, by id. */
export const folders = perRequest(
  ({ core, organization }) =>
    new DataLoader<number, ChannelFolder | null>(async (ids) => {
      const rows = await core.db.query<ChannelFolder>(sql`
        SELECT * FROM channel_folder WHERE organization_id = ${organization.id} AND id = ANY(${ids}::int[])`)
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id) ?? null)
    }),
)
