import type { CanonicalEventOf } from '../../contract/events/kinds.ts'
import type { MessageDetails } from '../../contract/events/update-message-flags.ts'

/** Messages that got or lost a flag. */
export type FlagEvent =
  | CanonicalEventOf<'update_message_flags/add'>
  | CanonicalEventOf<'update_message_flags/remove'>

/** What changes of message flags have come to: of each message and flag, the last change. */
export class NetFlags {
  readonly #byFlag = new Map<string, Map<number, FlagEvent['op']>>()
  readonly #details = new Map<number, MessageDetails>()

  /** Takes in what happened next. Of what all messages got nothing is noted but that it overwrites. */
  add(event: FlagEvent): void {
    if (event.all) {
      this.#byFlag.delete(event.flag)
      return
    }
    const messages = this.#byFlag.get(event.flag) ?? new Map()
    this.#byFlag.set(event.flag, messages)
    for (const id of event.messages) messages.set(id, event.op)
    if (event.op === 'remove') {
      for (const [id, details] of Object.entries(event.message_details ?? {})) {
        this.#details.set(Number(id), details)
      }
    }
  }

  /** Forgets messages that are gone. */
  forget(messageIds: readonly number[]): void {
    for (const messages of this.#byFlag.values()) for (const id of messageIds) messages.delete(id)
  }

  /** One event for each flag and direction. */
  events(): FlagEvent[] {
    return [...this.#byFlag].flatMap(([flag, messages]) => {
      const common = { type: 'update_message_flags' as const, flag }
      const idsWith = (op: FlagEvent['op']) =>
        [...messages].filter(([, last]) => last === op).map(([id]) => id)
      const [added, removed] = [idsWith('add'), idsWith('remove')]
      const details = removed.flatMap((id) => {
        const known = this.#details.get(id)
        return known ? [[String(id), known] as const] : []
      })
      const events: FlagEvent[] = []
      if (added.length > 0)
        events.push({ ...common, op: 'add', operation: 'add', messages: added, all: false })
      if (removed.length > 0) {
        const message_details = flag === 'read' ? { message_details: Object.fromEntries(details) } : {}
        events.push({
          ...common,
          op: 'remove',
          operation: 'remove',
          messages: removed,
          all: false,
          ...message_details,
        })
      }
      return events
    })
  }
}
