import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

// Holds requests and sockets, and answers all of them with the bytes that it is given: the least
// that anybody who delivers to so many clients has to do.

let held: ServerResponse[] = []
const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    held.push(response)
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
