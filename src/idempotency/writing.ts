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
 * @param how.fallbackKey for writes that their input itself tells apart, such as a client's own message id
 * @param how.admit who may write at all; those who are signed in unless told
 * @throws CodedError UNAUTHORIZED for those whom `admit` refuses, BAD_REQUEST for a key that is none
 */
export function writing(
  context: Context,
  operation: string,
  { idempotencyKey, ...input }: KeyedInput,
  {
    fallbackKey,
    admit = requireViewer,
  }: { readonly fallbackKey?: string | undefined; readonly admit?: (context: Context) => ViewerContext } = {},
): ViewerContext {
  const viewing = admit(context)
  const key = idempotencyKey ?? context.idempotencyKey ?? fallbackKey
  if (key === undefined) return viewing
  return { ...viewing, once: onceFor(viewing.viewer.id, key, operation, input) }
}
