import { z } from 'zod'
import type { NarrowTermInput } from '../generated/operations.ts'
import { invalidParameter } from '../parameters/failures.ts'
import { json } from '../parameters/json.ts'
import type { Parameter } from '../parameters/parameter.ts'

const terms = z.array(z.union([z.looseObject({}), z.array(z.unknown())])).nullable()

/**
 * The narrow of a request: terms as objects or as pairs of strings; null is none. Which operators
 * and operands there are is the core's to say.
 */
export function narrowParameter(): Parameter<NarrowTermInput[]> {
  return json(terms).map((given) =>
    (given ?? []).map((term, position) =>
      Array.isArray(term) ? ofPair(term, position) : ofObject(term, position),
    ),
  )
}

function ofPair(pair: readonly unknown[], position: number): NarrowTermInput {
  const [operator, operand] = pair
  if (pair.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') {
    throw invalid(position, 'a term in list form is an operator and an operand, both strings')
  }
  return { operator, operand }
}

function ofObject(
  { operator, operand, negated }: Readonly<Record<string, unknown>>,
  position: number,
): NarrowTermInput {
  if (operator == null) throw invalid(position, 'operator is missing')
  if (typeof operator !== 'string') throw invalid(position, 'operator is not a string')
  if (operand == null) throw invalid(position, 'operand is missing')
  if (negated != null && typeof negated !== 'boolean') throw invalid(position, 'negated is not a boolean')
  return { operator, operand, negated: negated ?? false }
}

function invalid(position: number, reason: string) {
  return invalidParameter(`narrow[${position}]`, reason)
}
