import { z } from 'zod'
import { databaseId } from '../../src/contract/database-id.ts'
import type { PrincipalsInput } from '../generated/operations.ts'
import { json } from '../parameters/json.ts'

/** Other users whom a request is about. */
export const principalsParameter = json(z.union([z.array(databaseId), z.array(z.string())]))
  .optional()
  .describe('Users: ids, or addresses that the API goes by. The caller when left out or empty.')

/** The core's input for the parameter. */
export function principalsInput(
  given: readonly number[] | readonly string[] | undefined,
): PrincipalsInput | undefined {
  if (given === undefined || given.length === 0) return undefined
  // All are of one kind, as the parameter's schema has it.
  return typeof given[0] === 'number' ? { databaseIds: given as number[] } : { addresses: given as string[] }
}
