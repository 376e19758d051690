import { builder } from '../graphql/builder.ts'
import type { NarrowTerm } from './narrow/term.ts'

export const NarrowTermInput = builder.inputType('NarrowTermInput', {
  description: 'One condition on messages; several must all be met.',
  fields: (t) => ({
    operator: t.string({
      required: true,
      description:
        '`channel`, `channels`, `topic`, `dm`, `dm-including`, `group-pm-with`, `sender`, `mentions`, `id`, `with`, ' +
        '`near`, `has`, `is`, `in` or `search`.',
    }),
    operand: t.field({
      type: 'JSON',
      required: true,
      description: 'What the operator is about: a name, an id, a list of ids.',
    }),
    negated: t.boolean({ required: false, description: 'Whether the condition must not be met.' }),
  }),
})

/** A term as it comes from a client. */
export function narrowTerms(
  given: readonly (typeof NarrowTermInput.$inferInput)[] | null | undefined,
): NarrowTerm[] {
  return (given ?? []).map(({ operator, operand, negated }) => ({
    operator,
    operand,
    negated: negated ?? false,
  }))
}
