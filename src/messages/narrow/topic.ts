import sql from 'sql-template-tag'
import { isEmptyTopic } from '../topic.ts'
import { type CompileTerm, textOperand } from './term.ts'

/** `topic`: messages of one topic, in any spelling. */
export const compileTopic: CompileTerm = (term) => {
  const operand = textOperand(term)
  const topic = isEmptyTopic(operand) ? '' : operand
  return {
    // Direct messages have an empty topic without being in the empty topic.
    condition: sql`(m.channel_id IS NOT NULL AND lower(m.topic) = lower(${topic}))`,
    about: 'channel',
  }
}
