import { foldDefaultStreams, foldFlags, foldUserGroup, foldUserSettings } from './lists.ts'
import { foldRealmUser } from './realm-user.ts'
import type { Fold, FoldedEvent, State } from './state.ts'
import { foldStream } from './stream.ts'
import { foldSubscription } from './subscription.ts'

const foldMessage: Fold = (state, { message }) => {
  if (state.max_message_id !== undefined) state.max_message_id = Math.max(state.max_message_id, message.id)
}

const foldRealm: Fold = (state, event) => {
  if (event.op === 'update') state[`realm_${event.property}`] = event.value
  else if (event.op === 'update_dict') {
    for (const [property, value] of Object.entries(event.data)) state[`realm_${property}`] = value
  }
}

const folds: Readonly<Record<string, Fold>> = {
  default_streams: foldDefaultStreams,
  message: foldMessage,
  realm: foldRealm,
  realm_user: foldRealmUser,
  stream: foldStream,
  subscription: foldSubscription,
  update_message_flags: foldFlags,
  user_group: foldUserGroup,
  user_settings: foldUserSettings,
}

/**
 * What a client knows that registered once and has followed the events since.
 *
 * @param listsSubscribers whether it asked for all subscribers; events name them to everybody
 */
export function fold(
  snapshot: State,
  events: readonly FoldedEvent[],
  selfId: number,
  listsSubscribers: boolean,
): State {
  const state = structuredClone(snapshot)
  state.self = selfId
  state.listsSubscribers = listsSubscribers
  for (const event of events) folds[event.type]?.(state, structuredClone(event))
  state.self = undefined
  state.listsSubscribers = undefined
  return state
}

/**
 * Fields that belong to a queue or a moment, not to the state of things; and the first message of a
 * channel, of which nobody is told but those who receive it (reference: "Send message").
 */
const notState = [
  'queue_id',
  'last_event_id',
  'self',
  'listsSubscribers',
  'server_timestamp',
  'presence_last_update_id',
  undefined,
  'first_message_id',
]

/** Ids by which the objects of a snapshot's lists are known; lists of objects have no order. */
const identifiers = ['stream_id', 'user_id', 'id']

/** A snapshot in a form in which equal states are equal. */
export function normalized(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => normalized(item))
    // Lists of ids are sets.
    if (items.every((item) => typeof item === 'number')) return items.sort(byNumber)
    const identifier = identifiers.find((name) => items.every((item) => isObject(item) && name in item))
    return identifier
      ? items.sort((left, right) => byNumber(field(left, identifier), field(right, identifier)))
      : items
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(
    ([name, part]) => part !== undefined && !notState.includes(name),
  )
  return Object.fromEntries(entries.map(([name, part]) => [name, normalized(part)]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
const byNumber = (left: unknown, right: unknown): number => Number(left) - Number(right)
