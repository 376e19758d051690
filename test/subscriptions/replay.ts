import type { TestEvent, TestQueue } from '../support/queue.ts'
import { register } from '../support/queue.ts'

// biome-ignore lint/suspicious/noExplicitAny: a client's own copy of what the server sent, whose shape is checked on arrival.
type Item = Record<string, any>

/** What a client keeps of channels and subscriptions. */
interface ClientState {
  streams: Item[]
  subscriptions: Item[]
  unsubscribed: Item[]
  never_subscribed: Item[]
}

const personalFields = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
  'pin_to_top',
  'is_muted',
  'in_home_view',
  'color',
]

const keys = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'] as const

function sorted(state: ClientState): ClientState {
  const entries = keys.map((key) => [
    key,
    [...state[key]].sort((left, right) => left.stream_id - right.stream_id),
  ])
  return Object.fromEntries(entries) as ClientState
}

function stateOf(registered: Item): ClientState {
  return sorted(structuredClone(Object.fromEntries(keys.map((key) => [key, registered[key]])) as ClientState))
}

const without = (items: Item[], id: number) => items.filter((item) => item.stream_id !== id)

/** Applies an event as clients do. */
function apply(state: ClientState, event: TestEvent, ownId: number): void {
  const lists = () => [state.streams, state.subscriptions, state.unsubscribed, state.never_subscribed]
  const rows = (id: number) => lists().flatMap((list) => list.filter((item) => item.stream_id === id))
  switch (`${event.type}/${event.op}`) {
    case 'stream/create':
      for (const stream of event.streams) {
        state.streams.push(stream)
        state.never_subscribed.push({ ...stream, subscribers: [] })
      }
      return
    case 'stream/delete':
      for (const id of event.stream_ids) for (const key of keys) state[key] = without(state[key], id)
      return
    case 'subscription/add':
      for (const subscription of event.subscriptions) {
        const id = subscription.stream_id
        for (const key of ['subscriptions', 'unsubscribed', 'never_subscribed'] as const) {
          state[key] = without(state[key], id)
        }
        state.subscriptions.push(subscription)
        for (const stream of state.streams) {
          if (stream.stream_id === id) stream.subscriber_count = subscription.subscriber_count
        }
      }
      return
    case 'subscription/remove':
      for (const { stream_id } of event.subscriptions) {
        const [left] = state.subscriptions.filter((item) => item.stream_id === stream_id)
        state.subscriptions = without(state.subscriptions, stream_id)
        if (left) state.unsubscribed.push(left)
        for (const item of rows(stream_id)) leave(item, [ownId])
      }
      return
    case 'subscription/peer_add':
      for (const id of event.stream_ids) for (const item of rows(id)) join(item, event.user_ids)
      return
    case 'subscription/peer_remove':
      for (const id of event.stream_ids) for (const item of rows(id)) leave(item, event.user_ids)
  }
}

function join(item: Item, userIds: number[]): void {
  item.subscriber_count += userIds.length
  if (item.subscribers) item.subscribers = [...item.subscribers, ...userIds].sort((a, b) => a - b)
}

function leave(item: Item, userIds: number[]): void {
  item.subscriber_count -= userIds.length
  if (item.subscribers) item.subscribers = item.subscribers.filter((id: number) => !userIds.includes(id))
}

const parameters = {
  include_subscribers: 'true',
  client_capabilities: { notification_settings_null: true, archived_channels: true },
}

/** A client that keeps its copy of channels and subscriptions up to date by events. */
export class FollowingClient {
  readonly queue: TestQueue
  readonly #ownId: number
  #state: ClientState

  private constructor(queue: TestQueue, ownId: number) {
    this.queue = queue
    this.#ownId = ownId
    this.#state = stateOf(queue.registered)
  }

  static async of(person: TestQueue['actor'] & { readonly id: number }): Promise<FollowingClient> {
    return new FollowingClient(await register(person, ['stream', 'subscription'], parameters), person.id)
  }

  /** Applies what has come; resolves with the client's copy and a fresh snapshot, to be equal. */
  async catchUp(): Promise<{ copy: ClientState; fresh: ClientState }> {
    for (const event of await this.queue.take()) apply(this.#state, event, this.#ownId)
    this.#state = sorted(this.#state)
    const fresh = await register(this.queue.actor, ['stream', 'subscription'], parameters)
    return { copy: this.#state, fresh: stateOf(fresh.registered) }
  }
}

/** The personal settings of a subscription that nobody has changed. */
export const untouched = Object.fromEntries(
  personalFields
    .filter((field) => field !== 'color')
    .map((field) => [
      field,
      field === 'in_home_view'
        ? true
        : field.endsWith('notifications') || field === 'wildcard_mentions_notify'
          ? null
          : false,
    ]),
)
