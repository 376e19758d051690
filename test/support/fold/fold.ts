import {
  foldAlertWords,
  foldChannelFolder,
  foldCustomEmoji,
  foldDefaultStreams,
  foldDeleteMessage,
  foldFlags,
  foldLinkifiers,
  foldMutedTopics,
  foldMutedUsers,
  foldPlaygrounds,
  foldUserDefaults,
  foldUserGroup,
  foldUserSettings,
  foldUserTopic,
} from './lists.ts'
import { derive, foldRealm } from './realm.ts'
import { foldRealmUser } from './realm-user.ts'
import type { Fold, FoldedEvent, State } from './state.ts'
import { foldStream } from './stream.ts'
import { foldSubscription } from './subscription.ts'
import {
  countUnread,
  foldConversation,
  foldUnreadDeletion,
  foldUnreadFlags,
  foldUnreadMessage,
  foldUnreadSubscription,
  foldUnreadUpdate,
} from './unread.ts'

const inTurn =
  (...folds: readonly Fold[]): Fold =>
  (state, event) => {
    for (const one of folds) one(state, event)
  }

const foldMessage: Fold = (state, event) => {
  const { message } = event
  foldUnreadMessage(state, event)
  foldConversation(state, event)
  if (state.max_message_id !== undefined) state.max_message_id = Math.max(state.max_message_id, message.id)
}

const folds: Readonly<Record<string, Fold>> = {
  alert_words: foldAlertWords,
  channel_folder: foldChannelFolder,
  default_streams: foldDefaultStreams,
  delete_message: inTurn(foldDeleteMessage, foldUnreadDeletion),
  message: foldMessage,
  muted_topics: foldMutedTopics,
  muted_users: foldMutedUsers,
  realm: foldRealm,
  realm_emoji: foldCustomEmoji,
  realm_linkifiers: foldLinkifiers,
  realm_playgrounds: foldPlaygrounds,
  realm_user: foldRealmUser,
  realm_user_settings_defaults: foldUserDefaults,
  stream: foldStream,
  subscription: inTurn(foldSubscription, foldUnreadSubscription),
  update_message: foldUnreadUpdate,
  update_message_flags: inTurn(foldFlags, foldUnreadFlags),
  user_group: foldUserGroup,
  user_settings: foldUserSettings,
  user_topic: foldUserTopic,
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
  derive(state)
  countUnread(state)
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
      ? items.sort(
          (left, right) => byNumber(field(left, identifier), field(right, identifier)) || byText(left, right),
        )
      : items
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value)
    .filter(([name, part]) => part !== undefined && !notState.includes(name))
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([name, part]) => [name, normalized(part)]))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)
const byText = (left: unknown, right: unknown): number =>
  JSON.stringify(left).localeCompare(JSON.stringify(right))
const byNumber = (left: unknown, right: unknown): number => Number(left) - Number(right)
