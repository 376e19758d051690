import type { builder } from '../graphql/builder.ts'

type Fields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]['fields']>>[0]

/** The field that every mutation's input has: spread it into the input's fields. */
export const idempotencyKeyField = (t: Fields) => ({
  idempotencyKey: t.string({
    required: false,
    description:
      'Chosen by a client that may repeat the request: within 24 hours a repetition gets the first answer and changes nothing. ' +
      'Errors: IDEMPOTENCY_KEY_REUSED for the key of another request.',
  }),
})
