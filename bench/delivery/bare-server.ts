import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

// Holds requests and sockets, and answers all of them with the bytes that it is given: the least
// that anybody who delivers to so many clients has to do.

let held: ServerResponse[] = []
/** Told when as many requests are held as they wait for. */
let waiting: { readonly count: number; readonly response: ServerResponse }[] = []

function tellWaiting(): void {
  waiting = waiting.filter(({ count, response }) => {
    if (held.length < count) return true
    response.end('{}')
    return false
  })
}
const server = createServer((request, response) => {
  if (request.method === 'PUT') {
    waiting.push({ count: Number(request.url?.slice(1)), response })
    tellWaiting()
    return
  }
  if (request.method !== 'POST') {
    held.push(response)
    tellWaiting()
    return
  }
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => {
    const { poll, socket } = JSON.parse(text)
    const now = held
    held = []
    for (const one of now) {
      one.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(poll) })
      one.end(poll)
    }
    for (const client of sockets.clients) client.send(socket)
    response.end('{}')
  })
})
const sockets = new WebSocketServer({ server })
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
