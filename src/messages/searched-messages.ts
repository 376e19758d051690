import sql, { type Sql } from 'sql-template-tag'
import type { Asker } from '../channels/access.ts'
import { readableMessage } from './access.ts'
import { messageColumns, selectMessages } from './message-rows.ts'
import type { CompiledNarrow } from './narrow/compile.ts'

/**
 * The messages that a narrow searches and that match it, as the start of a statement: further
 * conditions, order and limit follow. Each form lets an index give the messages in the order of
 * their ids.
 */
export function searchedMessages(
  asker: Asker,
  { searched, conditions, leads }: CompiledNarrow,
  columns = messageColumns(asker),
): Sql {
  const organizationId = asker.organization.id
  if (searched === 'own history') {
    return sql`SELECT ${columns} ${ownHistory(asker, leads)} ${conditions}`
  }
  if (searched === 'public' || searched === 'web-public') {
    const sort = searched === 'public' ? sql`NOT invite_only` : sql`is_web_public`
    return selectMessages(
      asker,
      sql`m.channel_id IN (SELECT id FROM channel WHERE organization_id = ${organizationId} AND ${sort})${conditions}`,
      columns,
    )
  }
  // Whoever is here may read the channel's whole history.
  return selectMessages(asker, sql`m.channel_id = ${searched.channel.id}${conditions}`, columns)
}

/**
 * What the viewer has received or taken in, and may still read. It is found through the viewer's own
 * rows, so that visitors have none.
 *
 * @param leads see CompiledNarrow: what comes first, each with the other looked up. The planner knows
 *   nothing of flags, and of conversations only how long they are on the average.
 */
export function ownHistory(asker: Asker, leads: CompiledNarrow['leads'] = null): Sql {
  const viewerId = asker.viewer?.id ?? null
  const rowsAndMessages = {
    rows: sql`user_message um CROSS JOIN LATERAL (SELECT * FROM message WHERE id = um.message_id OFFSET 0) m`,
    messages: sql`message m CROSS JOIN LATERAL (
      SELECT * FROM user_message WHERE user_id = ${viewerId}::int AND message_id = m.id OFFSET 0) um`,
  }
  // What leads does so to the end: to look through all channels first would cost more than the messages.
  const channels = leads
    ? sql`LEFT JOIN LATERAL (SELECT * FROM channel WHERE id = m.channel_id OFFSET 0) c ON true`
    : sql`LEFT JOIN channel c ON c.id = m.channel_id`
  return sql`
    FROM ${leads ? rowsAndMessages[leads] : sql`user_message um JOIN message m ON m.id = um.message_id`}
      ${channels}
      LEFT JOIN direct_message_group g ON g.id = m.direct_message_group_id
    WHERE um.user_id = ${viewerId}::int AND ${readableMessage(asker)}`
}

/** The messages' ids as the narrow's statement comes by them: what it is ordered by. */
export function idColumn({ leads }: CompiledNarrow): Sql {
  return leads === 'rows' ? sql`um.message_id` : sql`m.id`
}

/**
 * A condition on the messages' ids, such as `< 5`: on what leads to the messages. Where that is the planner's
 * choice, it is told of both, because it does not conclude one from the other for comparisons.
 */
export function withId({ searched, leads }: CompiledNarrow, comparison: Sql): Sql {
  const onRow = sql` AND um.message_id ${comparison}`
  const onMessage = sql` AND m.id ${comparison}`
  if (leads === 'rows') return onRow
  return leads === 'messages' || searched !== 'own history' ? onMessage : sql`${onRow}${onMessage}`
}
