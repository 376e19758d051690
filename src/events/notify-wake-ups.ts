import pg from 'pg'
import type { Logger } from '../logger.ts'
import { endPollEntry, eventsEntry, handleEntry, type WakeUpHandlers, type WakeUps } from './wake-ups.ts'

const CHANNEL = 'parley'
/** In milliseconds. */
const RECONNECT_AFTER = 500
/** A payload has at most 8000 bytes; an entry has at most 79. */
const MOST_IN_ONE_PAYLOAD = 90

/**
 * Wake-ups through LISTEN and NOTIFY, on a connection of their own. They are sent after the commit
 * and not in it: a NOTIFY inside a transaction makes the commits of the whole database wait for
 * each other. Those sent while one is on its way travel together.
 */
export function notifyWakeUps(
  url: string,
  nodeId: string,
  handlers: WakeUpHandlers,
  logger: Logger,
): WakeUps {
  let client: pg.Client | undefined
  let closed = false
  let sending = false
  const positions = new Map<number, number>()
  const polls = new Set<string>()
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const connection = new pg.Client({ connectionString: url })
    connection.on('error', (error) => logger.warn({ error }, 'the wake-up connection failed'))
    connection.on('end', () => {
      if (client === connection) client = undefined
      if (!closed) reconnectSoon()
    })
    connection.on('notification', ({ payload = '' }) => {
      for (const entry of payload.split(' ')) handleEntry(entry, handlers, nodeId)
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

  function takeEntries(): string[] {
    const entries: string[] = []
    for (const queueId of [...polls].slice(0, MOST_IN_ONE_PAYLOAD)) {
      polls.delete(queueId)
      entries.push(endPollEntry(queueId, nodeId))
    }
    for (const [organizationId, eventId] of [...positions].slice(0, MOST_IN_ONE_PAYLOAD - entries.length)) {
      positions.delete(organizationId)
      entries.push(eventsEntry(organizationId, eventId))
    }
    return entries
  }

  async function flush(): Promise<void> {
    if (sending || !client || positions.size + polls.size === 0) return
    sending = true
    try {
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, takeEntries().join(' ')])
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
      positions.set(organizationId, eventId)
      void flush()
    },
    endPoll(queueId) {
      polls.add(queueId)
      void flush()
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
