import { CodedError } from '../src/contract/coded-error.ts'

/** A reply, ready to be written. */
export interface Rendered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The challenge of 401 replies; existing clients know the product by this name. */
const challenge = 'Basic realm="zulip"'

/**
 * A coded error as the reference's envelope: `result`, `msg`, `code` and the code's own fields.
 *
 * @param asksForCredentials - whether a 401 invites the caller to send others: not on endpoints
 *   without authentication, such as fetch_api_key
 */
export function renderCodedError(error: CodedError, asksForCredentials: boolean): Rendered {
  const headers: Record<string, string> = {}
  if (error.status === 401 && asksForCredentials) headers['WWW-Authenticate'] = challenge
  // The rest of such a body stays unread, so the connection cannot carry another request.
  if (error.status === 413) headers.Connection = 'close'
  const wait = error.data['retry-after']
  if (typeof wait === 'number') headers['Retry-After'] = String(wait)
  return rendered(error.status, { msg: error.message, code: error.code, ...error.data }, headers)
}

/** The reply to an error that nobody foresaw. Its id finds the log line. */
export function renderFault(requestId: string): Rendered {
  return rendered(500, { msg: 'Internal server error' }, { 'X-Request-Id': requestId })
}

/** The reply to a path that nothing serves. Clients must not rely on its body. */
export function renderUnknownPath(): Rendered {
  return renderCodedError(new CodedError('BAD_REQUEST', 'No such endpoint', {}, 404), false)
}

/** The reply to a method that a known path does not serve. */
export function renderMethodNotAllowed(method: string, allowed: readonly string[]): Rendered {
  return rendered(
    405,
    { msg: `Method not allowed: ${method}`, allowed_methods: allowed },
    { Allow: allowed.join(', ') },
  )
}

/** The reply to OPTIONS on a known path. */
export function renderOptions(allowed: readonly string[]): Rendered {
  return { status: 204, headers: { Allow: allowed.join(', ') }, body: '' }
}

function rendered(status: number, fields: object, headers: Record<string, string>): Rendered {
  return { status, headers, body: `${JSON.stringify({ result: 'error', ...fields })}\n` }
}
