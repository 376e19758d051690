import type { CanonicalEventOf } from '../../contract/events/kinds.ts'

/** Messages that got or lost a flag. */
export type FlagEvent =
  | CanonicalEventOf<'update_message_flags/add'>
  | CanonicalEventOf<'update_message_flags/remove'>

/**
 * What changes of message flags have come to: of each message and flag, the last change. What became unread
 * is told where it did, because what becomes of a message afterwards is said of it as it was then; all the
 * rest can be told at the end.
 */
export class NetFlags {
  readonly #byFlag = new Map<string, Map<number, FlagEvent>>()

  /** Takes in what happened next. Of what all messages got nothing is noted but that it overwrites. */
  add(event: FlagEvent): void {
    if (event.all) {
      this.#byFlag.delete(event.flag)
      return
    }
    const messages = this.#byFlag.get(event.flag) ?? new Map<number, FlagEvent>()
    this.#byFlag.set(event.flag, messages)
    for (const id of event.messages) messages.set(id, event)
  }

  /** Forgets messages that are gone. */
  forget(messageIds: readonly number[]): void {
    for (const messages of this.#byFlag.values()) for (const id of messageIds) messages.delete(id)
  }

  /** What is left to tell in an event's own place: of messages that it made unread, those that stay so. */
  inPlace(event: FlagEvent): FlagEvent | null {
    if (event.all) return event
    if (!isUnreading(event)) return null
    const messages = event.messages.filter((id) => this.#byFlag.get(event.flag)?.get(id) === event)
    if (messages.length === 0) return null
    const details = Object.entries(event.message_details ?? {})
    const left = new Set(messages)
    return {
      ...event,
      messages,
      message_details: Object.fromEntries(details.filter(([id]) => left.has(Number(id)))),
    }
  }

  /** The rest: one event for each flag and direction. */
  events(): FlagEvent[] {
    return [...this.#byFlag].flatMap(([flag, messages]) => {
      const idsWith = (op: FlagEvent['op']) =>
        [...messages].filter(([, last]) => last.op === op && !isUnreading(last)).map(([id]) => id)
      const [added, removed] = [idsWith('add'), idsWith('remove')]
      const common = { type: 'update_message_flags' as const, flag, all: false as const }
      const events: FlagEvent[] = []
      if (added.length > 0) events.push({ ...common, op: 'add', operation: 'add', messages: added })
      if (removed.length > 0) events.push({ ...common, op: 'remove', operation: 'remove', messages: removed })
      return events
    })
  }
}

function isUnreading(event: FlagEvent): event is CanonicalEventOf<'update_message_flags/remove'> {
  return event.op === 'remove' && event.flag === 'read'
}
