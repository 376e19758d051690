import { z } from 'zod'
import { type Endpoint, endpoint } from '../../../rest-facade/endpoint.ts'
import type { Constraint } from '../../../rest-facade/parameters/constraints.ts'
import type { ParameterSet } from '../../../rest-facade/parameters/parameter.ts'

/** An endpoint that answers with the values of its parameters; absent ones are left out. */
export function echo(
  parameters: ParameterSet,
  { route = 'POST /echo', constraints = [] }: { route?: `POST /${string}`; constraints?: Constraint[] } = {},
): Endpoint {
  return endpoint(route, {
    summary: 'Echo',
    parameters,
    constraints,
    reply: z.strictObject({ values: z.record(z.string(), z.unknown()) }),
  }).answer(async ({ parameters: values }) => ({ values }))
}
