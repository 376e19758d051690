import { type IncomingMessage, type RequestListener, type ServerResponse, request as send } from 'node:http'
import { request as sendSecurely } from 'node:https'
import { pipeline } from 'node:stream'
import { resumableUploadPath } from '../src/contract/server.ts'
import type { RemoteCore } from './remote-executor.ts'

/**
 * Resumable uploads for a facade in a process of its own: each request goes on to the core as it comes, and so
 * does its answer. The facade's caller is the core's, as for {@link createRemoteExecutor}.
 */
export function forwardUploads({ url }: RemoteCore): RequestListener {
  return (request, response) => {
    const path = (request.url ?? '').replace(/^\/tus/, resumableUploadPath)
    const { host } = request.headers
    const headers = { ...request.headers, host: new URL(url).host, ...(host && { 'x-forwarded-host': host }) }
    const options = { method: request.method, headers }
    const open = url.startsWith('https:') ? sendSecurely : send
    const forwarded = open(new URL(path, url), options, (answer) => passOn(answer, response))
    forwarded.on('error', () => fail(response))
    // A sender that hangs up breaks the forwarded request off as well: what has come is kept there.
    pipeline(request, forwarded, () => {})
  }
}

function passOn(answer: IncomingMessage, response: ServerResponse): void {
  const { connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers
  response.writeHead(answer.statusCode ?? 502, headers)
  pipeline(answer, response, () => {})
}

function fail(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(502, { 'Content-Type': 'application/json' })
  response.end(`${JSON.stringify({ result: 'error', msg: 'Internal server error' })}\n`)
}
