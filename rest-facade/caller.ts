import { badRequest, CodedError } from '../src/contract/coded-error.ts'
import type { Caller } from '../src/contract/executor.ts'
import type { Authentication } from './endpoint.ts'

const basic = /^basic(?:\s|$)/i
const longestName = 30

/**
 * Refuses, before the body is read, a request whose Authorization header cannot do. Whether the
 * credentials are right is the executor's question (reference: "Authentication failures").
 *
 * @throws CodedError UNAUTHORIZED when they are needed and absent, BAD_REQUEST when not Basic
 */
export function checkAuthorization(authorization: string | undefined, needs: Authentication): void {
  if (needs === 'none') return
  if (authorization === undefined) {
    if (needs === 'required') {
      throw new CodedError('UNAUTHORIZED', 'Not logged in: API authentication or user session required')
    }
    return
  }
  if (!basic.test(authorization)) throw badRequest('This endpoint requires HTTP basic authentication')
}

/**
 * Who calls, for the executor.
 *
 * @param authorization - the header; dropped where the endpoint needs no authentication, so that a
 *   wrong one cannot fail it
 */
export function callerOf(
  {
    authorization,
    host,
    userAgent,
    idempotencyKey,
  }: Readonly<Record<'authorization' | 'userAgent' | 'idempotencyKey', string | undefined>> & {
    readonly host: string
  },
  needs: Authentication,
  fields: ReadonlyMap<string, string>,
): Caller {
  return {
    authorization: needs === 'none' ? undefined : authorization,
    host,
    clientName: clientName(fields.get('client'), userAgent),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }
}

/**
 * Name of the calling program (reference: "Headers and client names"): the parameter `client`, else
 * the User-Agent before its slash, else `Unspecified`.
 *
 * @returns at most 30 characters
 */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  const name = parameter?.trim() || userAgent?.split('/', 1)[0]?.trim() || 'Unspecified'
  return [...name.replaceAll('\0', '')].slice(0, longestName).join('')
}
