import sql, { type Sql } from 'sql-template-tag'
import { roles } from '../../contract/roles.ts'
import { badNarrow, type CompileTerm, textOperand } from './term.ts'

const conditions: Readonly<Record<string, Sql>> = {
  public: sql`NOT c.invite_only`,
  'web-public': sql`c.is_web_public`,
  archived: sql`c.is_archived`,
}

/** `channels` (`streams`): messages of all channels of one sort. */
export const compileChannels: CompileTerm = (term, { context: { viewer } }) => {
  const operand = textOperand(term)
  const condition = Object.hasOwn(conditions, operand) ? conditions[operand] : undefined
  if (!condition) throw badNarrow(`unknown channels operand '${operand}'`)
  const about = 'channel'
  if (operand === 'web-public' && !viewer) return { condition, about, searches: 'web-public' }
  if (operand === 'public' && viewer && viewer.role !== roles.guest) {
    return { condition, about, searches: 'public' }
  }
  return { condition, about }
}
