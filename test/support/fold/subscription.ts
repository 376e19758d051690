import type { Fold, FoldedEvent, State } from './state.ts'

const lists = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const

function take(state: State, streamId: number): FoldedEvent | undefined {
  for (const list of lists) {
    const channel = state[list].find((one: FoldedEvent) => one.stream_id === streamId)
    if (!channel) continue
    state[list] = state[list].filter((one: FoldedEvent) => one !== channel)
    return channel
  }
  return undefined
}

/** Every object in which a snapshot describes this channel. */
export function channelsIn(state: State, streamId: number): FoldedEvent[] {
  return [...lists, 'streams'].flatMap((list) =>
    (state[list] ?? []).filter((one: FoldedEvent) => one.stream_id === streamId),
  )
}

function countPeers(state: State, { op, stream_ids, user_ids }: FoldedEvent): void {
  for (const streamId of stream_ids) {
    for (const channel of channelsIn(state, streamId)) {
      channel.subscriber_count += op === 'peer_add' ? user_ids.length : -user_ids.length
      if (!channel.subscribers) continue
      const others = channel.subscribers.filter((id: number) => !user_ids.includes(id))
      channel.subscribers = op === 'peer_add' ? [...others, ...user_ids] : others
    }
  }
}

/** Events of type `subscription` on the gates `subscription` and, for the counts, `stream`. */
export const foldSubscription: Fold = (state, event) => {
  if (event.op === 'peer_add' || event.op === 'peer_remove') {
    countPeers(state, event)
    return
  }
  if (!state.subscriptions) return
  if (event.op === 'add') {
    for (const { subscribers, ...rest } of event.subscriptions) {
      const subscription = state.listsSubscribers ? { subscribers, ...rest } : rest
      take(state, subscription.stream_id)
      state.subscriptions.push(subscription)
      for (const channel of channelsIn(state, subscription.stream_id)) {
        channel.subscriber_count = subscription.subscriber_count
      }
    }
  } else if (event.op === 'remove') {
    for (const { stream_id } of event.subscriptions) {
      const subscription = take(state, stream_id)
      if (!subscription) continue
      state.unsubscribed.push(subscription)
      for (const channel of channelsIn(state, stream_id)) {
        channel.subscriber_count -= 1
        if (channel.subscribers) {
          channel.subscribers = channel.subscribers.filter((id: number) => id !== state.self)
        }
      }
    }
  } else if (event.op === 'update') {
    const subscription = state.subscriptions.find((one: FoldedEvent) => one.stream_id === event.stream_id)
    if (subscription) subscription[event.property] = event.value
  }
}
