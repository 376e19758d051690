import { type Context, requireViewer, type ViewerContext } from '../graphql/context.ts'
import { onceFor } from './once.ts'

/** What every mutation's input has besides its own fields. */
interface KeyedInput {
  readonly idempotencyKey?: string | null | undefined
}

/**
 * The context of a write: with the key under which its client may repeat it, if there is one. The
 * input's own key goes before that of the request (header Idempotency-Key).
 *
 * @param operation the mutation's name
 * @param fallbackKey for writes that their input itself tells apart, such as a client's own message id
 * @throws CodedError UNAUTHORIZED for visitors, BAD_REQUEST for a key that is none
 */
export function writing(
  context: Context,
  operation: string,
  { idempotencyKey, ...input }: KeyedInput,
  fallbackKey?: string,
): ViewerContext {
  const viewing = requireViewer(context)
  const key = idempotencyKey ?? context.idempotencyKey ?? fallbackKey
  if (key === undefined) return viewing
  return { ...viewing, once: onceFor(viewing.viewer.id, key, operation, input) }
}
