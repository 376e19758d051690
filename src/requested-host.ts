import type { IncomingMessage } from 'node:http'
import type { Config } from './config.ts'

type Headers = IncomingMessage['headers']

/** The first entry of a header that every proxy on the way may have added to. */
function first(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header
  return text?.split(',', 1)[0]?.trim() || undefined
}

/**
 * The host name that a client asked for, with its port: what a trusted proxy forwards, else the
 * request's own. Anybody can send `x-forwarded-host`, so without such a proxy it counts for nothing.
 */
export function requestedHost(config: Config, headers: Headers): string {
  return (config.trustsProxy ? first(headers['x-forwarded-host']) : undefined) ?? headers.host ?? ''
}

/** The address of a client: the one that a trusted proxy forwards, else the connection's own. */
export function clientAddress(config: Config, request: IncomingMessage): string {
  const forwarded = config.trustsProxy ? first(request.headers['x-forwarded-for']) : undefined
  return forwarded ?? request.socket.remoteAddress ?? ''
}
