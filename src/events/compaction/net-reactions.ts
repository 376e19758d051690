import type { CanonicalEventOf } from '../../contract/events/kinds.ts'
import type { LoggedEvent } from '../log.ts'

type ReactionEvent = CanonicalEventOf<'reaction/add' | 'reaction/remove'>

const nameOf = ({ message_id, user_id, reaction_type, emoji_code }: ReactionEvent): string =>
  `${message_id} ${user_id} ${reaction_type} ${emoji_code}`

/**
 * Says of each reaction what it has come to: one that came and went is not mentioned; one that went and came
 * back is taken away and added, because it stands behind the others then.
 */
export function withNetReactions(events: readonly LoggedEvent[]): LoggedEvent[] {
  const known = new Map<string, LoggedEvent[]>()
  for (const event of events) {
    if (event.payload.type !== 'reaction') continue
    const name = nameOf(event.payload)
    known.set(name, [...(known.get(name) ?? []), event])
  }
  const told = new Set<LoggedEvent>()
  for (const all of known.values()) {
    const [first, last] = [all[0], all.at(-1)]
    if (first && isOf(first, 'remove')) told.add(first)
    if (last && isOf(last, 'add')) told.add(last)
  }
  return events.filter((event) => event.payload.type !== 'reaction' || told.has(event))
}

function isOf({ payload }: LoggedEvent, op: ReactionEvent['op']): boolean {
  return payload.type === 'reaction' && payload.op === op
}
