import type { Fold, FoldedEvent, State } from './state.ts'

/** Where an unread message is. */
type Place =
  | { readonly stream_id: number; readonly topic: string }
  | { readonly participants: readonly number[] }

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

function isMuted(state: State, streamId: number, topic: string): boolean {
  const treated = state.user_topics?.find(
    (one: FoldedEvent) => one.stream_id === streamId && same(one.topic_name, topic),
  )
  if (treated) return treated.visibility_policy === 1
  return state.subscriptions?.find((one: FoldedEvent) => one.stream_id === streamId)?.is_muted ?? false
}

const lists = ['pms', 'streams', 'huddles']

function remove(state: State, gone: readonly number[]): void {
  const unread = state.unread_msgs
  if (!unread) return
  for (const name of lists) {
    for (const entry of unread[name]) {
      entry.unread_message_ids = entry.unread_message_ids.filter((id: number) => !gone.includes(id))
    }
    unread[name] = unread[name].filter((entry: FoldedEvent) => entry.unread_message_ids.length > 0)
  }
  unread.mentions = unread.mentions.filter((id: number) => !gone.includes(id))
}

function everything({ unread_msgs }: State): number[] {
  const entries: FoldedEvent[] = lists.flatMap((name) => unread_msgs[name])
  return entries.flatMap(({ unread_message_ids }) => unread_message_ids)
}

function entryOf(state: State, place: Place): FoldedEvent {
  const { pms, streams, huddles } = state.unread_msgs
  const found = (list: FoldedEvent[], isIt: (entry: FoldedEvent) => boolean, fresh: FoldedEvent) => {
    const known = list.find(isIt)
    if (known) return known
    list.push(fresh)
    return fresh
  }
  const unread_message_ids: number[] = []
  if ('stream_id' in place) {
    const { stream_id, topic } = place
    return found(streams, (one) => one.stream_id === stream_id && same(one.topic, topic), {
      stream_id,
      topic,
      unread_message_ids,
    })
  }
  if (place.participants.length > 2) {
    const user_ids_string = [...place.participants].sort((left, right) => left - right).join(',')
    return found(huddles, (one) => one.user_ids_string === user_ids_string, {
      user_ids_string,
      unread_message_ids,
    })
  }
  const other = place.participants.find((id) => id !== state.self) ?? state.self
  return found(pms, (one) => one.other_user_id === other, {
    other_user_id: other,
    sender_id: other,
    unread_message_ids,
  })
}

function add(state: State, id: number, place: Place, mention: 'direct' | 'wildcard' | null): void {
  const entry = entryOf(state, place)
  state.unread_msgs.pms.sort(
    (one: FoldedEvent, other: FoldedEvent) => one.other_user_id - other.other_user_id,
  )
  // The newest message says how a topic is spelled.
  if ('topic' in place && id >= Math.max(0, ...entry.unread_message_ids)) entry.topic = place.topic
  entry.unread_message_ids = [...entry.unread_message_ids.filter((one: number) => one !== id), id].sort(
    (left: number, right: number) => left - right,
  )
  const isSilent = mention === 'wildcard' && 'topic' in place && isMuted(state, place.stream_id, place.topic)
  if (mention && !isSilent && !state.unread_msgs.mentions.includes(id)) state.unread_msgs.mentions.push(id)
}

/** Events of type `message` on `unread_msgs`. */
export const foldUnreadMessage: Fold = (state, { message, flags }) => {
  if (!state.unread_msgs || flags.includes('read')) return
  const place =
    message.type === 'stream'
      ? { stream_id: message.stream_id, topic: message.subject }
      : { participants: message.display_recipient.map(({ id }: FoldedEvent) => id) }
  add(state, message.id, place, mentionIn(flags))
}

function mentionIn(flags: readonly string[]): 'direct' | 'wildcard' | null {
  if (flags.includes('mentioned')) return 'direct'
  return flags.some((flag) => flag.includes('wildcard')) ? 'wildcard' : null
}

/** Events of type `update_message_flags` on `unread_msgs`. */
export const foldUnreadFlags: Fold = (state, { op, flag, messages, all, message_details }) => {
  if (!state.unread_msgs || flag !== 'read') return
  remove(state, all ? everything(state) : messages)
  if (op === 'add') return
  for (const id of messages) {
    const details = message_details[id]
    const place =
      details.type === 'stream'
        ? { stream_id: details.stream_id, topic: details.topic }
        : { participants: [...details.user_ids, state.self] }
    add(state, id, place, details.mentioned ? 'direct' : null)
  }
}

/** Events of type `delete_message` on `unread_msgs`. */
export const foldUnreadDeletion: Fold = (state, { message_id, message_ids = [message_id] }) => {
  remove(state, message_ids)
}

/** Events of type `update_message` on `unread_msgs`: what is unread moves along, and may mention somebody or nobody. */
export const foldUnreadUpdate: Fold = (state, event) => {
  const unread = state.unread_msgs
  if (!unread || event.rendering_only) return
  const { message_id, message_ids, stream_id, new_stream_id = stream_id, subject, flags } = event
  for (const { unread_message_ids, ...entry } of structuredClone(unread.streams)) {
    const moved = unread_message_ids.filter((id: number) => message_ids.includes(id))
    if (entry.stream_id !== stream_id || moved.length === 0) continue
    const mentioning = moved.filter((id: number) => unread.mentions.includes(id))
    remove(state, moved)
    const place = { stream_id: new_stream_id, topic: subject ?? entry.topic }
    for (const id of moved) add(state, id, place, mentioning.includes(id) ? 'direct' : null)
  }
  if (event.content === undefined || flags.includes('read')) return
  unread.mentions = unread.mentions.filter((id: number) => id !== message_id)
  const places: (Place & FoldedEvent)[] = lists.flatMap((name) => unread[name])
  const place = places.find(({ unread_message_ids }) => unread_message_ids.includes(message_id))
  const mention = mentionIn(flags)
  const isSilent =
    mention === 'wildcard' && place && 'stream_id' in place && isMuted(state, place.stream_id, place.topic)
  if (mention && !isSilent) unread.mentions.push(message_id)
}

/** What one unsubscribes from does not count, and has been read when one subscribes again. */
export const foldUnreadSubscription: Fold = (state, { op, subscriptions }) => {
  const unread = state.unread_msgs
  if (!unread || op !== 'remove') return
  const ids: number[] = subscriptions.map(({ stream_id }: FoldedEvent) => stream_id)
  const left: FoldedEvent[] = unread.streams.filter(({ stream_id }: FoldedEvent) => ids.includes(stream_id))
  remove(
    state,
    left.flatMap(({ unread_message_ids }) => unread_message_ids),
  )
}

/** Counts anew what is not muted. */
export function countUnread(state: State): void {
  const unread = state.unread_msgs
  if (!unread) return
  const counted = [
    ...unread.pms,
    ...unread.huddles,
    ...unread.streams.filter((one: FoldedEvent) => !isMuted(state, one.stream_id, one.topic)),
  ]
  unread.count = counted.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0)
}

/** Events of type `message` on `recent_private_conversations`. */
export const foldConversation: Fold = (state, { message }) => {
  const conversations: FoldedEvent[] | undefined = state.recent_private_conversations
  if (!conversations || message.type === 'stream') return
  const user_ids: number[] = message.display_recipient
    .map(({ id }: FoldedEvent) => id)
    .filter((id: number) => id !== state.self)
    .sort((left: number, right: number) => left - right)
  const isIt = (one: FoldedEvent) => one.user_ids.join() === user_ids.join()
  state.recent_private_conversations = [
    { max_message_id: message.id, user_ids },
    ...conversations.filter((one) => !isIt(one)),
  ]
}
