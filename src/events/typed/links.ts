import DataLoader from 'dataloader'
import sql from 'sql-template-tag'
import { accessibleChannels } from '../../channels/access.ts'
import type { AccessedChannel } from '../../channels/load-channels.ts'
import { remember } from '../../channels/loaders.ts'
import type { UserGroup } from '../../generated/prisma/client.ts'
import { type Context, requireViewer, type ViewerContext } from '../../graphql/context.ts'
import { perRequest } from '../../graphql/per-request.ts'
import { listGroups } from '../../groups/access.ts'
import { readableMessage } from '../../messages/access.ts'
import { type MessageRow, selectMessages } from '../../messages/message-rows.ts'
import { listUsers } from '../../users/queries.ts'
import type { UserRow } from '../../users/user-row.ts'

// What an event names is loaded when the client asks for it: all of one type and one batch with one
// query, and only what the viewer may see at that moment, which may be less than when it happened.

/** A loader by id that finds null for what does not exist any more and for what the viewer may not see. */
function visible<Row>(load: (viewing: ViewerContext, ids: readonly number[]) => Promise<Map<number, Row>>) {
  return perRequest(
    (context: Context) =>
      new DataLoader<number, Row | null>(async (ids) => {
        const found = await load(requireViewer(context), ids)
        return ids.map((id) => found.get(id) ?? null)
      }),
  )
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.id, row]))

/** Users whom the viewer sees now. */
export const visibleUser = visible<UserRow>(async (viewing, ids) =>
  byId(await listUsers(viewing.core.db, viewing, ids)),
)

/** Messages that the viewer may read now. */
export const readableMessages = visible<MessageRow>(async (viewing, ids) =>
  byId(
    await viewing.core.db.query<MessageRow>(
      selectMessages(viewing, sql`m.id = ANY(${ids}::int[]) AND ${readableMessage(viewing)}`),
    ),
  ),
)

/** Channels that the viewer may know of now, with the viewer's subscription to each. */
export const visibleChannel = visible<AccessedChannel>(async (viewing, ids) => {
  const found = await accessibleChannels(viewing.core.db, viewing, ids, 'metadata')
  remember(viewing, [...found.values()])
  return found
})

/** Groups of the organization, deactivated ones too. */
export const visibleGroup = visible<UserGroup>(async (viewing, ids) =>
  byId(await listGroups(viewing.core.db, viewing.viewer.organizationId, sql`g.id = ANY(${ids}::int[])`)),
)
