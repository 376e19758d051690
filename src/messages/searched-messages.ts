import sql, { empty, type Sql } from 'sql-template-tag'
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
  { searched, conditions, walksRows }: CompiledNarrow,
  columns = messageColumns(asker),
): Sql {
  const organizationId = asker.organization.id
  if (searched === 'own history') {
    return sql`SELECT ${columns} ${ownHistory(asker, walksRows)} ${conditions}`
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
 * @param walksRows whether the rows come first, in their order, whatever the planner thinks of the flags,
 *   of which it knows nothing
 */
export function ownHistory(asker: Asker, walksRows = false): Sql {
  const message = walksRows
    ? sql`CROSS JOIN LATERAL (SELECT * FROM message WHERE id = um.message_id OFFSET 0) m`
    : sql`JOIN message m ON m.id = um.message_id`
  return sql`
    FROM user_message um ${message}
      LEFT JOIN channel c ON c.id = m.channel_id
      LEFT JOIN direct_message_group g ON g.id = m.direct_message_group_id
    WHERE um.user_id = ${asker.viewer?.id ?? null}::int AND ${readableMessage(asker)}`
}

/** The messages' ids as the narrow's statement comes by them: what it is ordered by. */
export function idColumn({ walksRows }: CompiledNarrow): Sql {
  return walksRows ? sql`um.message_id` : sql`m.id`
}

/**
 * A condition on the messages' ids, such as `< 5`. In the viewer's own history the rows that lead to the
 * messages are told as well: the planner does not conclude it for comparisons.
 */
export function withId({ searched, walksRows }: CompiledNarrow, comparison: Sql): Sql {
  const onRow = searched === 'own history' ? sql` AND um.message_id ${comparison}` : empty
  return walksRows ? onRow : sql`${onRow} AND m.id ${comparison}`
}
