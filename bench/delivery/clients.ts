import { Agent, request } from 'node:http'
import WebSocket from 'ws'
import type { ClientsNews, ClientsOrder } from './protocol.ts'

// All clients of one benchmark, in a process of their own: what they cost is not the server's.

// The order is too long for a command line; it is sent once somebody listens for it.
const order = await new Promise<ClientsOrder>((resolve) => {
  process.once('message', (given) => resolve(given as ClientsOrder))
  process.send?.({ started: true } satisfies ClientsNews)
})
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const tell = (news: ClientsNews): void => void process.send?.(news)

let received = 0

/** Counts one delivery; the last one of a round is reported. */
function count(): void {
  received++
  if (received % order.authorizations.length === 0) {
    tell({ lastReceivedAt: process.hrtime.bigint().toString() })
  }
}

function get(path: string, authorization: string, method = 'GET', body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = body
      ? { authorization, 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length }
      : { authorization }
    const outgoing = request(
      { host: '127.0.0.1', port: order.port, method, path, headers, agent },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve(text))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Registers a queue where there is one to register, and polls for ever. */
async function poll(authorization: string): Promise<() => Promise<void>> {
  let queue = ''
  let lastEventId = -1
  if (order.kind === 'poll') {
    const body = 'event_types=["message"]&fetch_event_types=[]'
    const registered = JSON.parse(await get('/api/v1/register', authorization, 'POST', body))
    queue = registered.queue_id
    lastEventId = registered.last_event_id
  }
  return async () => {
    for (;;) {
      const text = await get(`/api/v1/events?queue_id=${queue}&last_event_id=${lastEventId}`, authorization)
      for (const event of JSON.parse(text).events) {
        if (event.type === 'message') count()
        lastEventId = event.id
      }
    }
  }
}

const subscription = JSON.stringify({
  id: '1',
  type: 'subscribe',
  payload: {
    query: 'subscription { eventBatches(types: ["message"]) { lastEventId events { id payload } } }',
  },
})

/** Opens a websocket; resolves when its subscription has begun. */
function subscribe(authorization: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const isBare = order.kind === 'bare socket'
    const socket = new WebSocket(`ws://127.0.0.1:${order.port}/graphql`, 'graphql-transport-ws')
    socket.on('error', reject)
    socket.on('open', () => {
      if (isBare) resolve()
      else socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }))
    })
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      if (message.type === 'connection_ack') socket.send(subscription)
      if (message.type !== 'next') return
      const { events } = message.payload.data.eventBatches
      if (events.length === 0) resolve()
      for (let i = 0; i < events.length; i++) count()
    })
  })
}

const isPoll = order.kind === 'poll' || order.kind === 'bare poll'
const waiting: (() => Promise<void>)[] = []
// Some at a time: opening thousands at once measures the operating system.
for (let start = 0; start < order.authorizations.length; start += 50) {
  const some = order.authorizations.slice(start, start + 50)
  if (isPoll) waiting.push(...(await Promise.all(some.map(poll))))
  else await Promise.all(some.map(subscribe))
}
for (const run of waiting) void run()
tell({ ready: true })
