import { createComplexityRule } from '@pothos/plugin-complexity'
import { GraphQLError, type ValidationRule } from 'graphql'

/** Fields that a query may ask for, each counted as often as the lists around it are assumed to be long. */
const MAX_COST = 20_000
const MAX_DEPTH = 15

/**
 * The rule that refuses queries which would cost too much: before they run, telling their cost.
 *
 * @param variables the query's variables, from which the size of lists follows
 */
export function costRule(variables: Readonly<Record<string, unknown>>): ValidationRule {
  return createComplexityRule({
    // No field's cost depends on who asks.
    context: {},
    variableValues: { ...variables },
    validate({ complexity, depth }, report) {
      if (complexity <= MAX_COST && depth <= MAX_DEPTH) return
      report(
        new GraphQLError(
          `The query costs ${complexity} of at most ${MAX_COST}, at a depth of ${depth} of at most ${MAX_DEPTH}.`,
          {
            extensions: {
              code: 'QUERY_TOO_COSTLY',
              status: 400,
              cost: complexity,
              maximum_cost: MAX_COST,
              depth,
              maximum_depth: MAX_DEPTH,
            },
          },
        ),
      )
    },
  })
}
