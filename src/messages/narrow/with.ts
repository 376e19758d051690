import { CodedError } from '../../contract/coded-error.ts'
import { accessMessage } from '../access.ts'
import type { MessageRow } from '../message-rows.ts'
import { badNarrow, messageIdOperand, type NarrowReader, type NarrowTerm } from './term.ts'

/** Operators that say which conversation is meant, by their first names. */
const conversationOperators: ReadonlySet<string> = new Set(['channel', 'topic', 'dm'])

/**
 * `with`: puts the conversation that now has a message in the place of the one that is named, so
 * that links stay good when messages are moved.
 *
 * @param terms operators by their first names
 * @throws CodedError BAD_NARROW for a second `with`, and for a message that cannot be read where
 *   nothing else says which conversation is meant
 */
export async function resolveWith(
  terms: readonly NarrowTerm[],
  reader: NarrowReader,
): Promise<readonly NarrowTerm[]> {
  const [term, ...more] = terms.filter(({ operator }) => operator === 'with')
  if (!term) return terms
  if (more.length > 0) throw badNarrow("duplicate 'with' operators")
  const others = terms.filter(({ operator }) => operator !== 'with')
  const message = await findMessage(messageIdOperand(term), reader)
  if (message) {
    const kept = others.filter(({ operator }) => !conversationOperators.has(operator))
    return [...kept, ...conversationOf(message)]
  }
  const named = new Set(others.filter(({ negated }) => !negated).map(({ operator }) => operator))
  if (named.has('dm') || (named.has('channel') && named.has('topic'))) return others
  throw badNarrow("unknown message in 'with'")
}

async function findMessage(
  messageId: number,
  { db, context }: NarrowReader,
): Promise<MessageRow | undefined> {
  try {
    return await accessMessage(db, context, messageId)
  } catch (error) {
    if (error instanceof CodedError) return undefined
    throw error
  }
}

function conversationOf({ channelId, topic, participantIds }: MessageRow): NarrowTerm[] {
  if (channelId === null) return [{ operator: 'dm', operand: participantIds ?? [], negated: false }]
  return [
    { operator: 'channel', operand: channelId, negated: false },
    { operator: 'topic', operand: topic, negated: false },
  ]
}
