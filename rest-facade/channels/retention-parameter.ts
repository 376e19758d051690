import { z } from 'zod'
import { LARGEST_DATABASE_ID } from '../../src/contract/database-id.ts'
import { textOrJson } from '../parameters/json.ts'
import type { Parameter } from '../parameters/parameter.ts'

const retention = z.union([
  z.int().max(LARGEST_DATABASE_ID),
  z.enum(['realm_default', 'unlimited', 'forever']),
])

type Retention = z.output<typeof retention>

/** For how long messages are kept: days, or a word. */
export function retentionParameter(): Parameter<Retention> {
  return textOrJson(retention).describe(
    'Days for which messages are kept, `realm_default` or `unlimited`; owners only.',
  )
}

/** The core's form: null as the organization has it, -1 for ever. */
export function retentionDays(given: Retention): number | null
export function retentionDays(given: Retention | undefined): number | null | undefined
export function retentionDays(given: Retention | undefined): number | null | undefined {
  switch (given) {
    case undefined:
      return undefined
    case 'realm_default':
      return null
    case 'unlimited':
    case 'forever':
      return -1
    default:
      // The core's -1 has a word here.
      return given < 1 ? 0 : given
  }
}
