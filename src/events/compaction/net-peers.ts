import type { CanonicalEventOf } from '../../contract/events/kinds.ts'

/** Others who began or ceased to subscribe. */
export type PeerEvent =
  | CanonicalEventOf<'subscription/peer_add'>
  | CanonicalEventOf<'subscription/peer_remove'>

/**
 * What others' coming and going has come to, channel by channel: whoever came and went, or went and
 * came back, is not mentioned.
 */
export class NetPeers {
  readonly #byChannel = new Map<number, Map<number, number>>()

  /** Takes in what happened next. */
  add({ op, stream_ids, user_ids }: PeerEvent): void {
    for (const channelId of stream_ids) {
      const users = this.#byChannel.get(channelId) ?? new Map<number, number>()
      this.#byChannel.set(channelId, users)
      for (const userId of user_ids) {
        users.set(userId, (users.get(userId) ?? 0) + (op === 'peer_add' ? 1 : -1))
      }
    }
  }

  /** Forgets a channel whose subscribers are told in another way. */
  forget(channelId: number): void {
    this.#byChannel.delete(channelId)
  }

  /** The fewest events that say it: channels with the same changes stand together. */
  events(): PeerEvent[] {
    const grouped = new Map<string, PeerEvent>()
    for (const [channelId, users] of this.#byChannel) {
      for (const op of ['peer_add', 'peer_remove'] as const) {
        const sign = op === 'peer_add' ? 1 : -1
        const user_ids = [...users].filter(([, net]) => net === sign).map(([userId]) => userId)
        if (user_ids.length === 0) continue
        const key = `${op} ${user_ids.sort((left, right) => left - right).join()}`
        const known = grouped.get(key)
        if (known) known.stream_ids.push(channelId)
        else grouped.set(key, { type: 'subscription', op, stream_ids: [channelId], user_ids })
      }
    }
    return [...grouped.values()]
  }
}
