import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that speaks as much of S3's protocol as a storage needs, and keeps what it gets in memory. */
export interface FakeS3 {
  readonly url: string
  readonly accessKey: string
  /** By bucket and key, such as `parley/uploads/1/ab/x`. */
  readonly objects: ReadonlyMap<string, { readonly bytes: Buffer; readonly contentType: string | undefined }>
  /** Answers the next request with an error of the server's own, as often as told. */
  failNext(times: number): void
  close(): void
}

/** Starts one on a free port. */
export async function startS3(): Promise<FakeS3> {
  const objects = new Map<string, { bytes: Buffer; contentType: string | undefined }>()
  const accessKey = 'TESTKEY'
  let failures = 0
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
    const body = Buffer.concat(await request.toArray())
    const { authorization = '', 'x-amz-content-sha256': hash, range } = request.headers
    if (failures > 0) {
      failures--
      return refuse(response, 503, 'SlowDown')
    }
    if (!authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKey}/`)) {
      return refuse(response, 403, 'InvalidAccessKeyId')
    }
    const isHashed = typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)
    if (isHashed && hash !== createHash('sha256').update(body).digest('hex')) {
      return refuse(response, 400, 'XAmzContentSHA256Mismatch')
    }
    const key = decodeURIComponent(pathname.slice(1))
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, contentType: request.headers['content-type'] })
      response.writeHead(200, { ETag: '"x"' }).end()
    } else if (request.method === 'POST' && searchParams.has('delete')) {
      for (const [, name = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) {
        objects.delete(`${key.replace(/\/$/, '')}/${name}`)
      }
      response.writeHead(200, { 'content-type': 'application/xml' }).end('<DeleteResult/>')
    } else {
      const object = objects.get(key)
      if (!object) return refuse(response, 404, 'NoSuchKey')
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      const bytes = from === undefined ? object.bytes : object.bytes.subarray(Number(from), Number(to) + 1)
      response.writeHead(from === undefined ? 200 : 206, {
        'content-length': bytes.length,
        'content-type': object.contentType ?? 'application/octet-stream',
      })
      response.end(request.method === 'HEAD' ? undefined : bytes)
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The server listens on a port, so its address is not the name of a pipe.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    accessKey,
    objects,
    failNext: (times) => {
      failures = times
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
}
