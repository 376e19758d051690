import { createClient } from 'redis'
import type { Logger } from '../logger.ts'
import { endPollEntry, eventsEntry, handleEntry, type WakeUpHandlers, type WakeUps } from './wake-ups.ts'

const CHANNEL = 'parley'

/**
 * Wake-ups through Redis, for many nodes on one database: publishing costs the database nothing.
 * Redis keeps nothing for us. While it is away, wake-ups are lost and every hub finds the events by
 * its own look, a second later at most.
 */
export function redisWakeUps(url: string, nodeId: string, handlers: WakeUpHandlers, logger: Logger): WakeUps {
  // Commands that can't be sent at once are dropped, not queued: an old wake-up is worth nothing.
  const publisher = createClient({ url, disableOfflineQueue: true })
  const subscriber = createClient({ url })
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: unknown) => logger.warn({ error }, 'the connection to Redis failed'))
  }
  publisher.connect().catch(() => {})
  subscriber
    .connect()
    .then(() => subscriber.subscribe(CHANNEL, (entry) => handleEntry(entry, handlers, nodeId)))
    .catch(() => {})
  const publish = (entry: string): void => void publisher.publish(CHANNEL, entry).catch(() => {})
  return {
    send: (organizationId, eventId) => publish(eventsEntry(organizationId, eventId)),
    endPoll: (queueId) => publish(endPollEntry(queueId, nodeId)),
    async close() {
      publisher.destroy()
      subscriber.destroy()
    },
  }
}
