import type { CanonicalEvent, CanonicalEventOf } from '../../src/contract/events/kinds.ts'
import type { DeliveredEvent } from './serialize.ts'

type FlagsEvent =
  | CanonicalEventOf<'update_message_flags/add'>
  | CanonicalEventOf<'update_message_flags/remove'>

/** Names what can be merged with what; null for events that are delivered as they are. */
function mergeKey(event: CanonicalEvent): string | null {
  if (event.type !== 'update_message_flags' || event.all) return null
  if (event.op === 'remove' && event.flag === 'read') return null
  return `${event.op} ${event.flag}`
}

/**
 * Merges changes of the same message flag that a queue delivers together (reference: "Merging
 * inside a queue"). The merged event takes the place and the id of the newest, so it moves behind
 * what came between; its messages are in the order of the changes.
 */
export function mergeFlagEvents(events: readonly DeliveredEvent[]): readonly DeliveredEvent[] {
  const newest = new Map<string, number>()
  for (const [index, { payload }] of events.entries()) {
    const key = mergeKey(payload)
    if (key !== null) newest.set(key, index)
  }
  if (newest.size === 0) return events
  const merged: DeliveredEvent[] = []
  const messages = new Map<string, number[]>()
  for (const [index, event] of events.entries()) {
    const key = mergeKey(event.payload)
    if (key === null) {
      merged.push(event)
      continue
    }
    const payload = event.payload as FlagsEvent // Only these have a key.
    const collected = [...(messages.get(key) ?? []), ...payload.messages]
    messages.set(key, collected)
    if (newest.get(key) === index) merged.push({ ...event, payload: { ...payload, messages: collected } })
  }
  return merged
}
