import { randomUUID } from 'node:crypto'
import type { Response } from 'express'
import { CodedError } from '../contract/coded-error.ts'
import type { Core } from '../core.ts'

/** Errors in the form of the REST API; those that nobody foresaw are logged and answered without detail. */
export function refuse(core: Pick<Core, 'logger'>, error: unknown, response: Response): void {
  // The client left in the middle, or the answer broke off: there is nothing more to say to it.
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.set('Cache-Control', 'no-store')
  if (error instanceof CodedError) {
    const { status, message, code, data } = error
    if (status === 401) response.set('WWW-Authenticate', 'Basic realm="zulip"')
    const wait = data['retry-after']
    if (typeof wait === 'number') response.set('Retry-After', String(wait))
    response.status(status).json({ result: 'error', msg: message, code, ...data })
  } else if (error instanceof URIError) {
    response.status(400).json({ result: 'error', msg: 'The path is malformed', code: 'BAD_REQUEST' })
  } else {
    const requestId = randomUUID()
    core.logger.error({ error, requestId }, 'a request for a file failed')
    response
      .status(500)
      .set('X-Request-Id', requestId)
      .json({ result: 'error', msg: 'Internal server error' })
  }
}
