import type { EventKindName } from '../../contract/events/kinds.ts'
import type { LinkTarget } from './link-fields.ts'

/** An id in an event, or a list of ids: what its field and the link beside it are called. */
export interface Link {
  readonly target: LinkTarget
  /** Of the field with the bare ids. */
  readonly ids: string
  /** Of the field with the live objects. */
  readonly live: string
}

const link = (target: LinkTarget, live: string): Link => ({ target, live, ids: `${live}DatabaseId` })
const links = (target: LinkTarget, one: string): Link => ({
  target,
  live: `${one}s`,
  ids: `${one}DatabaseIds`,
})

/** Fields, by their wire names, that are or hold ids of something with a GraphQL type. */
const linksByField: Readonly<Record<string, Link>> = {
  acting_user_id: link('user', 'actingUser'),
  author_id: link('user', 'author'),
  bot_owner_id: link('user', 'botOwner'),
  channel_id: link('channel', 'channel'),
  creator_id: link('user', 'creator'),
  default_streams: links('channel', 'channel'),
  direct_subgroup_ids: links('userGroup', 'subgroup'),
  group_id: link('userGroup', 'group'),
  members: links('user', 'member'),
  message_id: link('message', 'message'),
  message_ids: links('message', 'message'),
  messages: links('message', 'message'),
  new_stream_id: link('channel', 'newChannel'),
  reminder_target_message_id: link('message', 'targetMessage'),
  sender_id: link('user', 'sender'),
  stream_id: link('channel', 'channel'),
  stream_ids: links('channel', 'channel'),
  user_id: link('user', 'user'),
  user_ids: links('user', 'user'),
}

/** The same for objects in events, by their GraphQL types: where a field's name alone does not say what it is. */
const linksByOwner: Readonly<Record<string, Readonly<Record<string, Link>>>> = {
  MutedUsersMutedUsers: { id: link('user', 'user') },
}

/** What an id leads to, by the GraphQL type that has it and its wire name. */
export function linkOf(owner: string, wireName: string): Link | undefined {
  return linksByOwner[owner]?.[wireName] ?? linksByField[wireName]
}

/** An object, or a list of them, that is a whole noun: the live object and its id stand in its place. */
export interface WholeObject extends Link {
  /** Wire name of the id inside the object. */
  readonly id: string
  /** Wire name by which a bare id, or several, would go. */
  readonly likeField: string
}

/** Fields that hold whole nouns, by kind and by wire name; the payload has the state of the moment. */
export const wholeObjects: { readonly [Kind in EventKindName]?: Readonly<Record<string, WholeObject>> } = {
  message: { message: { id: 'id', likeField: 'message_id', ...link('message', 'message') } },
  'realm_user/add': { person: { id: 'user_id', likeField: 'user_id', ...link('user', 'user') } },
  'stream/create': { streams: { id: 'stream_id', likeField: 'stream_ids', ...links('channel', 'channel') } },
  'subscription/add': {
    subscriptions: {
      id: 'stream_id',
      likeField: 'stream_ids',
      target: 'subscription',
      live: 'subscriptions',
      ids: 'channelDatabaseIds',
    },
  },
  'user_group/add': { group: { id: 'id', likeField: 'group_id', ...link('userGroup', 'group') } },
}

/** Kinds that tell that something is gone: what they name leads nowhere. */
export const kindsWithoutLinks: ReadonlySet<EventKindName> = new Set(['delete_message', 'stream/delete'])
