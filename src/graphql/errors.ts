import { randomUUID } from 'node:crypto'
import { PothosValidationError } from '@pothos/core'
import { GraphQLError } from 'graphql'
import { badRequest, CodedError } from '../contract/coded-error.ts'
import { sqlState } from '../database/database.ts'
import type { Logger } from '../logger.ts'

/** SQLSTATEs of values that no column can hold: the request's fault, wherever it was noticed. */
const valueErrors: Readonly<Record<string, string>> = {
  '22003': 'A number is out of range.',
  '22021': 'A text contains a null byte.',
  '22P05': 'A text contains a null byte.',
}

/**
 * The error that a resolver threw, from under the layers that execution puts around it. Values that
 * only the database could refuse are the request's fault; what the language itself refuses, such as
 * an Int of more than 32 bits, too.
 */
export function originalOf(error: unknown): unknown {
  let current = error
  while (current instanceof GraphQLError && current.originalError) current = current.originalError
  // Global ids that are none, and pages of a negative size.
  if (current instanceof PothosValidationError) return badRequest(current.message)
  const refusal = valueErrors[sqlState(current) ?? '']
  return refusal === undefined ? current : badRequest(refusal)
}

/**
 * An error as clients may see it: coded errors with `extensions.code`, `extensions.status` and
 * their data; the language's own complaints as they are; everything else logged once under a
 * request id and masked.
 */
export function presentError(error: unknown, logger: Logger): GraphQLError {
  const original = originalOf(error)
  const place = {
    nodes: (error instanceof GraphQLError && error.nodes) || null,
    path: (error instanceof GraphQLError && error.path) || null,
  }
  if (original instanceof CodedError) {
    return new GraphQLError(original.message, {
      ...place,
      extensions: { code: original.code, status: original.status, ...original.data },
    })
  }
  if (original instanceof GraphQLError) return original
  const requestId = randomUUID()
  logger.error({ error: original, requestId }, 'unforeseen error')
  return new GraphQLError('Internal server error', {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', status: 500, requestId },
  })
}
