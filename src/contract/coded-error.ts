import { type ErrorCode, errorStatus } from './error-codes.ts'

/** Fields that stand beside `code` in an error reply, such as `var_name` or `queue_id`. */
export type ErrorData = Readonly<Record<string, unknown>>

/**
 * An error that its receiver is meant to see: a code to decide on, a message for people, and the
 * code's extra fields. Anything else that is thrown is a fault of ours and is answered without
 * detail.
 */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly code: ErrorCode
  readonly data: ErrorData
  /** HTTP status; the code's own unless the reference names another for this case. */
  readonly status: number

  constructor(code: ErrorCode, message: string, data: ErrorData = {}, status: number = errorStatus[code]) {
    super(message)
    this.code = code
    this.data = data
    this.status = status
  }
}

/** The error for everything without a code of its own: wrong ids, missing permission, bad values. */
export function badRequest(message: string, data: ErrorData = {}): CodedError {
  return new CodedError('BAD_REQUEST', message, data)
}
