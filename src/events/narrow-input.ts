import { builder } from '../graphql/builder.ts'
import type { QueueNarrow } from './narrow.ts'

export const EventNarrowTermInput = builder.inputType('EventNarrowTermInput', {
  description: 'A condition on message events.',
  fields: (t) => ({
    operator: t.string({ required: true, description: '`channel`, `topic`, `sender` or `is`.' }),
    operand: t.string({
      required: true,
      description: 'A channel’s name, a topic, an address, or what a message is, such as `dm`.',
    }),
  }),
})

/** The narrow of a queue as it comes from a client. */
export function queueNarrow(
  given: readonly (typeof EventNarrowTermInput.$inferInput)[] | null | undefined,
): QueueNarrow {
  return (given ?? []).map(({ operator, operand }) => [operator, operand] as const)
}
