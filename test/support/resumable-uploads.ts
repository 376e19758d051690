import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { resumableUploadPath } from '../../src/contract/server.ts'
import type { Actor } from './actor.ts'
import { type HttpAnswer, send } from './http.ts'

export const offsetBytes = { 'content-type': 'application/offset+octet-stream' }
export const notes = { filename: 'notes.txt', filetype: 'text/plain' }

/** A request of the tus protocol. */
export function tus(
  actor: Actor,
  method: string,
  place: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Buffer,
): Promise<HttpAnswer> {
  const all = { ...actor.headers, 'tus-resumable': '1.0.0', ...headers }
  return send(actor.identity.port, method, place, all, body)
}

/** What is said of a file, as the protocol writes it. */
export const metadata = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Begins an upload; returns where it goes on. */
export async function beginUpload(
  actor: Actor,
  size: number,
  values: Readonly<Record<string, string>> = notes,
): Promise<string> {
  const headers = { 'upload-length': String(size), 'upload-metadata': metadata(values) }
  const { status, headers: answered, text } = await tus(actor, 'POST', resumableUploadPath, headers)
  expect(status, text).toBe(201)
  expect(answered.location).toMatch(/^\/api\/v1\/tus\/[\w-]{32}$/)
  return String(answered.location)
}

/** Sends more of an upload. */
export function continueUpload(
  actor: Actor,
  place: string,
  offset: number,
  body: string | Buffer,
): Promise<HttpAnswer> {
  return tus(actor, 'PATCH', place, { ...offsetBytes, 'upload-offset': String(offset) }, body)
}

/** A line to a server on which answers can be lost: the server has done what was asked, and the sender never hears of it. */
export interface LossyLine {
  readonly port: number
  close(): Promise<void>
}

/**
 * Opens one.
 *
 * @param loses asked once for each answer that has come whole from the server
 */
export async function openLossyLine(
  to: number,
  loses: (method: string, status: number) => boolean,
): Promise<LossyLine> {
  const line = createServer((incoming, outgoing) => {
    const { method = '', url, headers } = incoming
    const onward = forward({ host: '127.0.0.1', port: to, method, path: url, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const { statusCode = 500 } = answer
      if (loses(method, statusCode)) return incoming.socket.destroy()
      return outgoing.writeHead(statusCode, answer.headers).end(body)
    })
    incoming.pipe(onward)
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  // It listens on a port, so its address is not the name of a pipe.
  const { port } = line.address() as AddressInfo
  return {
    port,
    async close() {
      line.closeAllConnections()
      await new Promise((resolve) => line.close(resolve))
    },
  }
}
