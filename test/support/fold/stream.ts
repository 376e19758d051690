import type { Fold, FoldedEvent, State } from './state.ts'
import { channelsIn } from './subscription.ts'
import { foldUnreadSubscription } from './unread.ts'

/** Events of type `stream` on the gates `stream` and `subscription`. */
export const foldStream: Fold = (state, event) => {
  if (event.op === 'create') {
    for (const channel of event.streams) {
      if (state.streams) state.streams.push(channel)
      if (state.never_subscribed) {
        // Who subscribes comes with events of its own.
        state.never_subscribed.push({ ...channel, ...(state.listsSubscribers && { subscribers: [] }) })
      }
    }
  } else if (event.op === 'delete') {
    renameMutedChannel(state, namesOf(state, event.stream_ids), null)
    for (const list of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed']) {
      if (!state[list]) continue
      state[list] = state[list].filter((one: FoldedEvent) => !event.stream_ids.includes(one.stream_id))
    }
    // With the subscription goes what is unread there.
    const subscriptions = event.stream_ids.map((stream_id: number) => ({ stream_id }))
    foldUnreadSubscription(state, { op: 'remove', subscriptions })
  } else if (event.op === 'update') {
    if (event.property === 'name') {
      renameMutedChannel(state, namesOf(state, [event.stream_id]), event.value)
    }
    for (const channel of channelsIn(state, event.stream_id)) {
      channel[event.property] = event.value
      if (event.rendered_description !== undefined) channel.rendered_description = event.rendered_description
      if (event.property === 'invite_only') {
        channel.is_web_public = event.is_web_public
        channel.history_public_to_subscribers = event.history_public_to_subscribers
      }
    }
  }
}

function namesOf(state: State, streamIds: readonly number[]): ReadonlySet<string> {
  return new Set(streamIds.flatMap((id) => channelsIn(state, id).map(({ name }) => name)))
}

/** The old list of muted topics knows channels by name only; null for channels that are gone. */
function renameMutedChannel(state: State, names: ReadonlySet<string>, newName: string | null): void {
  if (!state.muted_topics) return
  state.muted_topics = state.muted_topics.flatMap(([name, ...rest]: [string, ...unknown[]]) => {
    if (!names.has(name)) return [[name, ...rest]]
    return newName === null ? [] : [[newName, ...rest]]
  })
}
