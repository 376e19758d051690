import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import { CodedError } from '../contract/coded-error.ts'
import type { Logger } from '../logger.ts'

/** The error that a resolver threw, from under the layers that execution puts around it. */
export function originalOf(error: unknown): unknown {
  let current = error
  while (current instanceof GraphQLError && current.originalError) current = current.originalError
  return current
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
