import { createClient } from 'redis'
import type { Logger } from '../logger.ts'
import type { OnWakeUp, WakeUps } from './wake-ups.ts'

const CHANNEL = 'parley_event'

/**
 * Wake-ups through Redis, for many nodes on one database: publishing costs the database nothing.
 * Redis keeps nothing for us. While it is away, wake-ups are lost and every hub finds the events by
 * its own look, a second later at most.
 */
export function redisWakeUps(url: string, onWakeUp: OnWakeUp, logger: Logger): WakeUps {
  // Commands that can't be sent at once are dropped, not queued: an old wake-up is worth nothing.
  const publisher = createClient({ url, disableOfflineQueue: true })
  const subscriber = createClient({ url })
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: unknown) => logger.warn({ error }, 'the connection to Redis failed'))
  }
  publisher.connect().catch(() => {})
  subscriber
    .connect()
    .then(() =>
      subscriber.subscribe(CHANNEL, (message) => {
        const [organizationId, eventId] = message.split(':').map(Number)
        if (organizationId && eventId) onWakeUp(organizationId, eventId)
      }),
    )
    .catch(() => {})
  return {
    send(organizationId, eventId) {
      publisher.publish(CHANNEL, `${organizationId}:${eventId}`).catch(() => {})
    },
    async close() {
      publisher.destroy()
      subscriber.destroy()
    },
  }
}
