import type { Fold, FoldedEvent } from './state.ts'
import { channelsIn } from './subscription.ts'

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
    for (const list of ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed']) {
      if (!state[list]) continue
      state[list] = state[list].filter((one: FoldedEvent) => !event.stream_ids.includes(one.stream_id))
    }
  } else if (event.op === 'update') {
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
