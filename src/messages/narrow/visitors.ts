import type { Context } from '../../graphql/context.ts'
import { admitsVisitors, signInFirst } from '../visitors.ts'
import type { NarrowTerm } from './term.ts'

const allowedOperators: ReadonlySet<string> = new Set([
  'channel',
  'channels',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
  'with',
])

/**
 * A narrow as visitors may use it (reference: "Visitors"): it has to keep to web-public channels.
 *
 * @param terms operators by their first names
 * @throws CodedError UNAUTHORIZED for every other narrow
 */
export function allowForVisitors(terms: readonly NarrowTerm[], context: Context): readonly NarrowTerm[] {
  const isWebPublic = terms.some(
    ({ operator, operand, negated }) => operator === 'channels' && operand === 'web-public' && !negated,
  )
  if (!admitsVisitors(context) || !isWebPublic) throw signInFirst()
  const kept = terms.filter(({ operator, operand }) => !(operator === 'in' && operand === 'home'))
  const isAllowed = ({ operator, operand }: NarrowTerm) =>
    allowedOperators.has(operator) || (operator === 'is' && operand === 'resolved')
  if (!kept.every(isAllowed)) throw signInFirst()
  return kept
}
