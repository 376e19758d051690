import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** Answers one request to another server. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Another server of the web, on this machine, for one test file. */
export interface OtherServer {
  /** Where it is, without a slash at the end. */
  readonly origin: string
  /** Paths that it was asked for, in order. */
  readonly asked: string[]
  /** What it answers, by path; 404 for all others. */
  readonly answers: Map<string, Answer>
  /** How often it was asked for a path. */
  count(path: string): number
}

/** Whether an address is one of this machine: what tests may connect to. */
export const isLoopback = (address: string) => /^127\.|^::1$/.test(address)

/** Starts one before the file's tests, and ends it after them. */
export function otherServer(): OtherServer {
  const asked: string[] = []
  const answers = new Map<string, Answer>()
  let origin = ''
  const server = createServer((request, response) => {
    const { url = '' } = request
    asked.push(url)
    const answer = answers.get(url)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    get origin() {
      return origin
    },
    asked,
    answers,
    count: (path) => asked.filter((url) => url === path).length,
  }
}

/** Answers a page. */
export const page =
  (html: string | Buffer, contentType = 'text/html; charset=utf-8'): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': contentType }).end(html)
