import { LRUCache } from 'lru-cache'
import type { CanonicalEvent } from '../../src/contract/events/kinds.ts'
import type { Presentation } from '../../src/contract/presentation.ts'
import { serialNumber } from '../../src/contract/serial-numbers.ts'
import { wireEvents } from './variants/variants.ts'

/** An event as the core delivers it to one queue. */
export interface DeliveredEvent {
  readonly id: number
  readonly payload: CanonicalEvent
  readonly messageFlags: readonly string[]
  readonly localMessageId?: string | null
}

/** How much text is kept, in UTF-16 code units; what is forgotten is made again when it is asked for. */
const MOST_TEXT = 8 * 1024 * 1024

// The hub hands the same payload object to every reader, so that each variant of an event is made
// and serialised once, however many queues get it.
const serialized = new LRUCache<string, readonly string[]>({
  maxSize: MOST_TEXT,
  sizeCalculation: (texts) => 1 + texts.reduce((size, text) => size + text.length, 0),
})

/**
 * Serialises events for queues with one presentation.
 *
 * @param shown from sharedPresentation(): what was made is found again by the object
 */
export function eventSerializer(shown: Presentation): (event: DeliveredEvent) => string[] {
  function bodies(event: CanonicalEvent): readonly string[] {
    const key = `${serialNumber(event)} ${serialNumber(shown)}`
    const known = serialized.get(key)
    if (known) return known
    const texts = wireEvents(event, shown).map((wire) => JSON.stringify(wire).slice(1))
    serialized.set(key, texts)
    return texts
  }

  return ({ id, payload, messageFlags, localMessageId }) => {
    const hasFlags = payload.type === 'message' || payload.type === 'update_message'
    const flags = hasFlags ? `"flags":${JSON.stringify(messageFlags)},` : ''
    const echo = localMessageId ? `"local_message_id":${JSON.stringify(localMessageId)},` : ''
    return bodies(payload).map((body) => `{"id":${id},${flags}${echo}${body}`)
  }
}
