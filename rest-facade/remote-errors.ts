import { CodedError } from '../src/contract/coded-error.ts'
import { type ErrorCode, errorStatus } from '../src/contract/error-codes.ts'

/** An error as a GraphQL server sends it. */
export interface RemoteError {
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}

/**
 * The first error of a GraphQL reply: a CodedError when the core gave it a code that the facade
 * knows, with the status and the fields that stand beside the code; else a plain error, which is a
 * fault and shown to nobody.
 */
export function remoteFailure(errors: readonly RemoteError[]): Error {
  const [first] = errors
  const { code, status, ...data } = first?.extensions ?? {}
  const message = first?.message ?? 'no reason given'
  if (!isErrorCode(code)) return new Error(`The core failed: ${message}`, { cause: first })
  return new CodedError(code, message, data, typeof status === 'number' ? status : errorStatus[code])
}

/** Whether a value is the errors of a reply, rather than a broken connection. */
export function areRemoteErrors(value: unknown): value is readonly RemoteError[] {
  return Array.isArray(value) && value.every((one) => typeof one?.message === 'string')
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code)
}
