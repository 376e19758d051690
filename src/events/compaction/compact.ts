import type { CanonicalEvent } from '../../contract/events/kinds.ts'
import type { LoggedEvent } from '../log.ts'
import { cellsOf } from './cells.ts'
import { NetFlags } from './net-flags.ts'
import { NetPeers } from './net-peers.ts'
import { withNetReactions } from './net-reactions.ts'

/**
 * The least that says what a reader's events, oldest first, have come to: applied to what the reader
 * knew before them, it leads to the same. What was overwritten, taken back or is of the moment is
 * left out; what came to a whole stands, as one event, where the newest of its parts stood.
 */
export function compact(events: readonly LoggedEvent[]): LoggedEvent[] {
  const lasting = withoutGoneThings(events.filter(({ payload }) => !isOfTheMoment(payload)))
  return withoutOverwritten(withNetReactions(withNetChanges(lasting)))
}

/** Whether nothing is left of an event when its moment has passed. */
function isOfTheMoment({ type }: CanonicalEvent): boolean {
  return type === 'typing' || type === 'typing_edit_message'
}

const withPayload = (event: LoggedEvent, payload: CanonicalEvent): LoggedEvent => ({ ...event, payload })

/** Leaves out what was said of channels, users and messages that have gone since. */
function withoutGoneThings(events: readonly LoggedEvent[]): LoggedEvent[] {
  const channels = new Set<number>()
  const users = new Set<number>()
  const messages = new Set<number>()
  const kept: LoggedEvent[] = []
  for (const event of events.toReversed()) {
    const { payload } = event
    if (payload.type === 'delete_message') for (const id of payload.message_ids) messages.add(id)
    else if (payload.type === 'stream' && payload.op === 'delete') {
      for (const id of payload.stream_ids) channels.add(id)
    } else if (payload.type === 'realm_user' && payload.op === 'remove') users.add(payload.person.user_id)
    else {
      const left = withoutGone(payload, channels, users, messages)
      if (left) kept.push(left === payload ? event : withPayload(event, left))
      continue
    }
    kept.push(event)
  }
  return kept.reverse()
}

/** What is left of an event about things of which some are gone; null for nothing. */
function withoutGone(
  event: CanonicalEvent,
  channels: ReadonlySet<number>,
  users: ReadonlySet<number>,
  messages: ReadonlySet<number>,
): CanonicalEvent | null {
  const isLeft = (id: number) => !channels.has(id)
  switch (event.type) {
    case 'message':
      return messages.has(event.message.id) ? null : event
    case 'reaction':
    case 'submessage':
      return messages.has(event.message_id) ? null : event
    case 'update_message':
      return event.message_ids.every((id) => messages.has(id)) ? null : event
    case 'realm_user':
      return users.has(event.person.user_id) ? null : event
    case 'stream':
      if (event.op === 'create') {
        const streams = event.streams.filter(({ stream_id }) => isLeft(stream_id))
        return streams.length > 0 ? { ...event, streams } : null
      }
      return event.op === 'update' && !isLeft(event.stream_id) ? null : event
    case 'subscription': {
      if (event.op === 'update') return isLeft(event.stream_id) ? event : null
      if (event.op === 'add') {
        const subscriptions = event.subscriptions.filter(({ stream_id }) => isLeft(stream_id))
        return subscriptions.length > 0 ? { ...event, subscriptions } : null
      }
      if (event.op === 'remove') {
        const subscriptions = event.subscriptions.filter(({ stream_id }) => isLeft(stream_id))
        return subscriptions.length > 0 ? { ...event, subscriptions } : null
      }
      const stream_ids = event.stream_ids.filter(isLeft)
      return stream_ids.length > 0 ? { ...event, stream_ids } : null
    }
    default:
      return event
  }
}

/** Says once what others' subscriptions and the viewer's flags have come to. */
function withNetChanges(events: readonly LoggedEvent[]): LoggedEvent[] {
  const peers = new NetPeers()
  const flags = new NetFlags()
  let newestPeers: LoggedEvent | undefined
  let newestFlags: LoggedEvent | undefined
  for (const event of events) {
    const { payload } = event
    if (payload.type === 'update_message_flags') {
      flags.add(payload)
      if (!payload.all) newestFlags = event
    } else if (payload.type === 'delete_message') flags.forget(payload.message_ids)
    else if (payload.type === 'subscription') {
      if (payload.op === 'peer_add' || payload.op === 'peer_remove') {
        peers.add(payload)
        newestPeers = event
      } else if (payload.op === 'add') {
        // It says who subscribes by then.
        for (const { stream_id } of payload.subscriptions) peers.forget(stream_id)
      }
    }
  }
  return events.flatMap((event) => {
    if (event === newestPeers) return peers.events().map((payload) => withPayload(event, payload))
    const { payload } = event
    if (payload.type === 'update_message_flags') {
      const own = flags.inPlace(payload)
      const rest = event === newestFlags ? flags.events() : []
      return [...(own ? [own] : []), ...rest].map((left) => withPayload(event, left))
    }
    const isPeers =
      payload.type === 'subscription' && (payload.op === 'peer_add' || payload.op === 'peer_remove')
    return isPeers ? [] : [event]
  })
}

/** Leaves out values that a later event has set anew. */
function withoutOverwritten(events: readonly LoggedEvent[]): LoggedEvent[] {
  const known = new Set<string>()
  /** Channels of which a later event tells the viewer's whole subscription. */
  const subscribed = new Set<number>()
  const kept: LoggedEvent[] = []
  for (const event of events.toReversed()) {
    const { payload } = event
    const left =
      payload.type === 'subscription'
        ? lastSubscription(payload, subscribed, known)
        : lastValues(payload, known)
    if (left) kept.push(left === payload ? event : withPayload(event, left))
  }
  return kept.reverse()
}

function lastValues(event: CanonicalEvent, known: Set<string>): CanonicalEvent | null {
  const cells = cellsOf(event)
  if (!cells) return event
  const fresh = cells.names.filter((name) => !known.has(name))
  for (const name of fresh) known.add(name)
  if (fresh.length === 0) return null
  return fresh.length === cells.names.length || !cells.keep ? event : cells.keep(new Set(fresh))
}

type SubscriptionEvent = Extract<CanonicalEvent, { type: 'subscription' }>

function lastSubscription(
  event: SubscriptionEvent,
  subscribed: Set<number>,
  known: Set<string>,
): CanonicalEvent | null {
  if (event.op === 'update') {
    const name = `subscription ${event.stream_id} ${event.property}`
    if (subscribed.has(event.stream_id) || known.has(name)) return null
    known.add(name)
    return event
  }
  if (event.op === 'add') {
    const subscriptions = event.subscriptions.filter(({ stream_id }) => !subscribed.has(stream_id))
    for (const { stream_id } of subscriptions) subscribed.add(stream_id)
    return subscriptions.length > 0 ? { ...event, subscriptions } : null
  }
  if (event.op === 'remove') {
    const subscriptions = event.subscriptions.filter(({ stream_id }) => !subscribed.has(stream_id))
    return subscriptions.length > 0 ? { ...event, subscriptions } : null
  }
  return event
}
