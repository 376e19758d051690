import type { CanonicalEvent } from '../../src/contract/events/kinds.ts'
import type { Presentation } from '../../src/contract/presentation.ts'
import { wireEvents } from './variants/variants.ts'

/** An event as the core delivers it to one queue. */
export interface DeliveredEvent {
  readonly id: number
  readonly payload: CanonicalEvent
  readonly messageFlags: readonly string[]
  readonly localMessageId?: string | null
}

// The hub hands the same payload object to every reader, so that each variant of an event is made
// and serialised once, however many queues get it.
const serialized = new WeakMap<CanonicalEvent, Map<string, readonly string[]>>()

/** Serialises events for queues with one presentation. */
export function eventSerializer(shown: Presentation): (event: DeliveredEvent) => string[] {
  const key = JSON.stringify(shown)

  function bodies(event: CanonicalEvent): readonly string[] {
    const byPresentation = serialized.get(event) ?? new Map<string, readonly string[]>()
    serialized.set(event, byPresentation)
    let texts = byPresentation.get(key)
    if (!texts) {
      texts = wireEvents(event, shown).map((wire) => JSON.stringify(wire).slice(1))
      byPresentation.set(key, texts)
    }
    return texts
  }

  return ({ id, payload, messageFlags, localMessageId }) => {
    const hasFlags = payload.type === 'message' || payload.type === 'update_message'
    const flags = hasFlags ? `"flags":${JSON.stringify(messageFlags)},` : ''
    const echo = localMessageId ? `"local_message_id":${JSON.stringify(localMessageId)},` : ''
    return bodies(payload).map((body) => `{"id":${id},${flags}${echo}${body}`)
  }
}
