import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** An answer as it came over the wire. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly bytes: Buffer
}

const agent = new Agent({ keepAlive: true })

/**
 * Sends one HTTP request to a server on this machine. Unlike fetch, it lets a test name the host,
 * which selects the organization.
 */
export function send(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Buffer,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    // Without a length Node sends the body of a DELETE request as if it were another request.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, agent }
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: bytes.toString('utf8'),
          bytes,
        })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
