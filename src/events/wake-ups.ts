import pg from 'pg'
import type { Logger } from '../logger.ts'

/** Tells the other processes on the same database how far an organization's log reaches. */
export interface WakeUps {
  /** Announces, some time soon, that the log reaches `eventId`. Never carries data. */
  send(organizationId: number, eventId: number): void
  close(): Promise<void>
}

/** Called with how far an organization’s log reaches. */
export type OnWakeUp = (organizationId: number, eventId: number) => void

/** For the embedded database, which one process has for itself. */
export const noWakeUps: WakeUps = { send: () => {}, close: async () => {} }

const CHANNEL = 'parley_event'
/** In milliseconds. */
const RECONNECT_AFTER = 500
/** A payload has at most 8000 bytes; an entry has at most 27. */
const MOST_IN_ONE_PAYLOAD = 200

/**
 * Wake-ups through LISTEN and NOTIFY, on a connection of their own. They are sent after the commit
 * and not in it: a NOTIFY inside a transaction makes the commits of the whole database wait for
 * each other. Those sent while one is on its way travel together.
 */
export function listenForWakeUps(url: string, onWakeUp: OnWakeUp, logger: Logger): WakeUps {
  let client: pg.Client | undefined
  let closed = false
  let sending = false
  const pending = new Map<number, number>()
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const connection = new pg.Client({ connectionString: url })
    connection.on('error', (error) => logger.warn({ error }, 'the wake-up connection failed'))
    connection.on('end', () => {
      if (client === connection) client = undefined
      if (!closed) reconnectSoon()
    })
    connection.on('notification', ({ payload }) => {
      for (const entry of (payload ?? '').split(' ')) {
        const [organizationId, eventId] = entry.split(':').map(Number)
        if (organizationId && eventId) onWakeUp(organizationId, eventId)
      }
    })
    await connection.connect()
    await connection.query(`LISTEN ${CHANNEL}`)
    if (closed) return connection.end()
    client = connection
    void flush()
  }

  function reconnectSoon(): void {
    if (retry) return
    retry = setTimeout(() => {
      retry = undefined
      // A connection that fails to open ends without an 'end' event.
      connect().catch(reconnectSoon)
    }, RECONNECT_AFTER)
    retry.unref()
  }

  async function flush(): Promise<void> {
    if (sending || !client || pending.size === 0) return
    sending = true
    const batch = [...pending].slice(0, MOST_IN_ONE_PAYLOAD)
    for (const [organizationId] of batch) pending.delete(organizationId)
    try {
      const payload = batch.map(([organizationId, eventId]) => `${organizationId}:${eventId}`).join(' ')
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, payload])
    } catch {
      // Lost wake-ups cost a second, not an event: every hub also looks by itself.
    } finally {
      sending = false
    }
    void flush()
  }

  connect().catch(reconnectSoon)

  return {
    send(organizationId, eventId) {
      pending.set(organizationId, eventId)
      void flush()
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
