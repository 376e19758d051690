import type * as z from 'zod'
import { defaultStreamGroups, defaultStreams } from './default-streams.ts'
import type { EventKind } from './event-kind.ts'
import { heartbeat } from './heartbeat.ts'
import { messageEvent } from './message.ts'
import { realmDeactivated, realmUpdate, realmUpdateDict } from './realm.ts'
import { realmUserAdd, realmUserRemove, realmUserUpdate } from './realm-user.ts'
import { restart, webReloadClient } from './restart.ts'
import { streamCreate, streamDelete, streamUpdate } from './stream.ts'
import {
  subscriptionAdd,
  subscriptionPeerAdd,
  subscriptionPeerRemove,
  subscriptionRemove,
  subscriptionUpdate,
} from './subscription.ts'
import { updateMessageFlagsAdd, updateMessageFlagsRemove } from './update-message-flags.ts'
import {
  userGroupAdd,
  userGroupAddMembers,
  userGroupAddSubgroups,
  userGroupRemove,
  userGroupRemoveMembers,
  userGroupRemoveSubgroups,
  userGroupUpdate,
} from './user-group.ts'

/** Every kind of event, by `type` or `type/op`. */
export const eventKinds = {
  default_stream_groups: defaultStreamGroups,
  default_streams: defaultStreams,
  heartbeat,
  message: messageEvent,
  'realm/deactivated': realmDeactivated,
  'realm/update': realmUpdate,
  'realm/update_dict': realmUpdateDict,
  'realm_user/add': realmUserAdd,
  'realm_user/remove': realmUserRemove,
  'realm_user/update': realmUserUpdate,
  restart,
  'stream/create': streamCreate,
  'stream/delete': streamDelete,
  'stream/update': streamUpdate,
  'subscription/add': subscriptionAdd,
  'subscription/peer_add': subscriptionPeerAdd,
  'subscription/peer_remove': subscriptionPeerRemove,
  'subscription/remove': subscriptionRemove,
  'subscription/update': subscriptionUpdate,
  'update_message_flags/add': updateMessageFlagsAdd,
  'update_message_flags/remove': updateMessageFlagsRemove,
  'user_group/add': userGroupAdd,
  'user_group/add_members': userGroupAddMembers,
  'user_group/add_subgroups': userGroupAddSubgroups,
  'user_group/remove': userGroupRemove,
  'user_group/remove_members': userGroupRemoveMembers,
  'user_group/remove_subgroups': userGroupRemoveSubgroups,
  'user_group/update': userGroupUpdate,
  web_reload_client: webReloadClient,
} as const satisfies Record<string, EventKind>

type Kinds = typeof eventKinds

/** `type` or `type/op` of an event. */
export type EventKindName = keyof Kinds

/** What an event is about: what clients name in `event_types`. */
export type EventType = Kinds[EventKindName]['type']

type CanonicalForm<Kind extends EventKind> = Kind['canonical'] extends z.ZodType
  ? z.output<Kind['canonical']>
  : never

/** An event as the log keeps it. */
export type CanonicalEvent = { [Name in EventKindName]: CanonicalForm<Kinds[Name]> }[EventKindName]

/** The canonical event of one kind. */
export type CanonicalEventOf<Name extends EventKindName> = CanonicalForm<Kinds[Name]>

/** An event as a queue delivers it. */
export type WireEvent = { [Name in EventKindName]: z.output<Kinds[Name]['wire']> }[EventKindName]

/** The delivered event of one kind. */
export type WireEventOf<Name extends EventKindName> = z.output<Kinds[Name]['wire']>

/** Every event type, each once. */
export const eventTypes: readonly EventType[] = [
  ...new Set(Object.values(eventKinds).map((kind) => kind.type)),
]
