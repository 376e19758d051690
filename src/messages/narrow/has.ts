import sql, { type Sql } from 'sql-template-tag'
import { badNarrow, type CompileTerm, textOperand } from './term.ts'

const conditions: Readonly<Record<string, Sql>> = {
  link: sql`m.has_link`,
  image: sql`m.has_image`,
  attachment: sql`m.has_attachment`,
  reaction: sql`EXISTS (SELECT FROM reaction r WHERE r.message_id = m.id)`,
}

/** `has`: messages with something in them or at them. */
export const compileHas: CompileTerm = (term) => {
  const operand = textOperand(term)
  const condition = Object.hasOwn(conditions, operand) ? conditions[operand] : undefined
  if (!condition) throw badNarrow(`unknown 'has' operand '${operand}'`)
  return { condition }
}
