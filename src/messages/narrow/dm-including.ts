import sql from 'sql-template-tag'
import { requireViewer } from '../../graphql/context.ts'
import type { CompiledTerm, CompileTerm, NarrowReader, NarrowTerm } from './term.ts'
import { userOperand } from './user.ts'

/** Below this a conversation is not one of a group. */
const GROUP = 3

/** `dm-including`: all direct messages with a user, and of all others; with oneself: all there are. */
export const compileDmIncluding: CompileTerm = (term, reader) => conversationsWith(term, reader, 1)

/** `group-pm-with`: direct messages among at least three, one of them this user. */
export const compileGroupPmWith: CompileTerm = (term, reader) => conversationsWith(term, reader, GROUP)

async function conversationsWith(
  term: NarrowTerm,
  reader: NarrowReader,
  participants: number,
): Promise<CompiledTerm> {
  const { viewer } = requireViewer(reader.context)
  const userId = await userOperand(term, reader)
  // Asked for beforehand, so that messages are found by their conversations.
  const groups = await reader.db.query<{ id: number }>(sql`
    SELECT id FROM direct_message_group
    WHERE organization_id = ${viewer.organizationId} AND participant_ids @> ARRAY[${viewer.id}::int, ${userId}::int]
      AND cardinality(participant_ids) >= ${participants}`)
  const ids = groups.map(({ id }) => id)
  return { condition: sql`m.direct_message_group_id = ANY(${ids}::int[])`, about: 'direct' }
}
