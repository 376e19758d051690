import type { EventHub } from './hub.ts'
import type { LoggedEvent } from './log.ts'
import type { EventReader } from './reader.ts'

/** Events in order, and the position after them: the cursor to come back with. */
export interface FollowedBatch {
  readonly events: readonly LoggedEvent[]
  readonly lastEventId: number
}

/**
 * Follows the log: first, at once, what there is after `after` (possibly nothing), then every
 * further batch as it comes, until the signal ends it. Holds no buffer: a consumer who takes long
 * reads on from where it was.
 */
export async function* followLog(
  hub: EventHub,
  reader: EventReader,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<FollowedBatch, void, undefined> {
  let cursor = after
  let isFirst = true
  while (!signal.aborted) {
    const batch = await hub.read(reader, cursor)
    const moved = batch.through > cursor
    cursor = batch.through
    if (batch.events.length > 0 || (isFirst && !moved)) {
      isFirst = false
      yield { events: batch.events, lastEventId: batch.events.at(-1)?.id ?? cursor }
    } else if (!moved) {
      try {
        cursor = await hub.wait(reader, cursor, signal)
      } catch (error) {
        if (signal.aborted) return
        throw error
      }
    }
  }
}
