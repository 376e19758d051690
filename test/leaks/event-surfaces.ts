import { fold } from '../support/fold/fold.ts'
import type { State } from '../support/fold/state.ts'
import type { TestEvent } from '../support/queue.ts'
import type { Findings } from './findings.ts'
import { activeSubscribers } from './model.ts'
import { Sight, shownName } from './sight.ts'
import { wordsIn } from './words.ts'
import { everything, type Onlooker, type World } from './world.ts'

/** Compares a fresh register, and what followed from an old one with its events, with what the model says. */
export async function compareEvents(world: World, onlooker: Onlooker, findings: Findings): Promise<void> {
  const { person, title, user, queue, events } = onlooker
  const { model } = world
  const sight = new Sight(model, user)
  events.push(...(await queue.take()))
  const wideEvents = (await onlooker.wideQueue?.take()) ?? []
  const fresh: State = await person
    .post('register', { ...everything, event_types: ['realm'], fetch_event_types: gates })
    .succeeds()
  findings.silence(title, 'register', fresh, sight.forbidden)
  const followed = fold(structuredClone(queue.registered), structuredClone(events), user.id, true)
  for (const [source, state] of [
    ['register', fresh],
    ['register and events', followed],
  ] as const) {
    compareState(source, state)
  }
  compareNews()

  function compareState(source: string, state: State): void {
    const compare = (what: string, told: Iterable<unknown>, due: Iterable<unknown>) =>
      findings.compare(title, `${source}: ${what}`, told, due)
    const idsOf = (channels: readonly { stream_id: number }[]) => channels.map(({ stream_id }) => stream_id)
    const listed = (
      channels: readonly { stream_id: number; subscribers: number[]; subscriber_count: number }[],
    ) =>
      channels.map(
        ({ stream_id, subscribers, subscriber_count }) =>
          `${stream_id} ${subscriber_count} ${[...subscribers].sort(ascending)}`,
      )
    const due = (channels: Sight['known']) =>
      channels.map((one) => {
        const subscribers = activeSubscribers(model, one)
        return `${one.id} ${subscribers.length} ${subscribers}`
      })
    compare(
      'channels',
      idsOf(state.streams),
      sight.known.map(({ id }) => id),
    )
    compare('subscriptions', listed(state.subscriptions), due(sight.known.filter((one) => sight.isIn(one))))
    const others = [...state.unsubscribed, ...state.never_subscribed]
    compare('other channels', listed(others), due(sight.known.filter((one) => !sight.isIn(one))))
    compare(
      'users',
      [...state.realm_users, ...state.realm_non_active_users].map(
        (one: { user_id: number; full_name: string }) => `${one.user_id} ${one.full_name}`,
      ),
      sight.users.map(({ id, name }) => `${id} ${name}`),
    )
    const { streams, pms, huddles } = state.unread_msgs
    const unread: number[] = [...streams, ...pms, ...huddles].flatMap(
      ({ unread_message_ids }) => unread_message_ids,
    )
    const received = sight.history.filter((message) => {
      const channel = sight.channelOf(message)
      return channel === undefined || sight.isIn(channel)
    })
    // What is one's own, or was taken in by a star, is read.
    const mayBeUnread = new Set(received.map(({ id }) => id))
    findings.within(title, `${source}: unread messages`, unread, mayBeUnread)
  }

  /** Messages came to exactly those whom they reached; nothing came about what they never could know. */
  function compareNews(): void {
    const of = (type: string) => events.filter((event) => event.type === type)
    const named = ({ message }: TestEvent) =>
      `${message.id} by ${shownName(model, message.sender_id, message.sender_full_name)}`
    const due = (messages: Iterable<readonly [number, string]>) =>
      [...messages].map(([id, name]) => `${id} by ${name}`)
    findings.compare(title, 'events: messages', of('message').map(named), due(onlooker.came))
    // Whoever is a guest now is told of public channels no more, whatever they asked for as a member.
    const isGuest = user.role === 600
    const dueWidely = new Map([...(isGuest ? [] : world.saidPublicly), ...onlooker.came])
    const toldWidely = onlooker.wideQueue ? due(dueWidely) : []
    findings.compare(title, 'events: public messages', wideEvents.map(named), toldWidely)
    // An update_message says where messages came from, as their history does: there ids are told to all readers.
    const kinds = ['stream', 'subscription', 'user_topic', 'delete_message']
    const targets = of('update_message').flatMap(({ new_stream_id }) => new_stream_id ?? [])
    const channels = [...kinds.flatMap(of).flatMap(channelsIn), ...targets]
    findings.within(title, 'events: channels', channels, onlooker.everKnown)
    const changed = ['delete_message', 'update_message'].flatMap(of).flatMap(({ message_ids }) => message_ids)
    const touched = [...changed, ...of('reaction').map(({ message_id }) => message_id)]
    findings.within(title, 'events: messages that changed', touched, onlooker.everRead)
    const allowed = new Set([...onlooker.everWords, ...world.publicWords])
    findings.within(title, 'events: words', wordsIn(JSON.stringify(events)), allowed)
    const names = of('realm_user').filter(
      ({ op, person: one }) => op !== 'remove' && one.full_name !== undefined,
    )
    findings.within(
      title,
      'events: users',
      names.map(({ person: one }) => one.user_id),
      onlooker.everSeen,
    )
  }
}

const ascending = (left: number, right: number) => left - right

const gates = ['stream', 'subscription', 'realm_user', 'message', 'update_message_flags']

/** Ids of the channels that an event names. */
function channelsIn(event: TestEvent): number[] {
  const { stream_id, stream_ids = [], streams = [], subscriptions = [] } = event
  const objects = [...streams, ...subscriptions].map((one) => one.stream_id)
  return [...(stream_id === undefined ? [] : [stream_id]), ...stream_ids, ...objects]
}
