import type { CanonicalEventOf } from '../../src/contract/events/kinds.ts'
import type { DeliveredEvent } from './serialize.ts'

type FlagsEvent =
  | CanonicalEventOf<'update_message_flags/add'>
  | CanonicalEventOf<'update_message_flags/remove'>

/** What is merged into one event. */
interface Merging {
  readonly messages: number[]
  /** Index of the newest event of it. */
  newest: number
}

/** Names what is merged with each other. */
const keyOf = ({ op, flag }: Pick<FlagsEvent, 'op' | 'flag'>): string => `${op} ${flag}`

/** Whether an event can be merged with others of its op and flag. */
function isMergeable({ all, op, flag }: FlagsEvent): boolean {
  return !all && !(op === 'remove' && flag === 'read')
}

function haveCommon(some: readonly number[], others: readonly number[]): boolean {
  if (some.length === 0 || others.length === 0) return false
  const ids = new Set(some)
  return others.some((id) => ids.has(id))
}

/**
 * Merges changes of the same message flag that a queue delivers together (reference: "Merging
 * inside a queue"). The merged event takes the place and the id of the newest, so it moves behind
 * what came between; its messages are in the order of the changes. No change moves behind one that took it
 * back or the deletion of its message: what was merged up to there stays where it is.
 */
export function mergeFlagEvents(events: readonly DeliveredEvent[]): readonly DeliveredEvent[] {
  const mergingOf = new Map<DeliveredEvent, Merging>()
  const open = new Map<string, Merging>()
  for (const [index, event] of events.entries()) {
    const { payload } = event
    if (payload.type === 'delete_message') {
      for (const [key, { messages }] of open) if (haveCommon(messages, payload.message_ids)) open.delete(key)
    }
    if (payload.type !== 'update_message_flags') continue
    const opposite = keyOf({ op: payload.op === 'add' ? 'remove' : 'add', flag: payload.flag })
    if (haveCommon(open.get(opposite)?.messages ?? [], payload.messages)) open.delete(opposite)
    if (!isMergeable(payload)) continue
    const merging = open.get(keyOf(payload)) ?? { messages: [], newest: index }
    merging.messages.push(...payload.messages)
    merging.newest = index
    open.set(keyOf(payload), merging)
    mergingOf.set(event, merging)
  }
  if (mergingOf.size === 0) return events
  return events.flatMap((event, index) => {
    const merging = mergingOf.get(event)
    if (!merging) return [event]
    if (merging.newest !== index) return []
    // Only these are merged.
    return [{ ...event, payload: { ...(event.payload as FlagsEvent), messages: merging.messages } }]
  })
}
