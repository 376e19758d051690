import type { EventKindName } from '../../contract/events/kinds.ts'

/** Kinds that only tell old clients what another event tells better. */
export const kindsLeftOut: ReadonlySet<EventKindName> = new Set(['muted_topics'])

/** Fields that every kind does without: its name says it, or another field does. */
const leftOutEverywhere: ReadonlySet<string> = new Set(['type', 'op', 'operation'])

/** Fields of one kind that are for old clients, by kind. */
const leftOutOf: { readonly [Kind in EventKindName]?: readonly string[] } = {
  presence: ['email', 'presence'],
  'realm_emoji/add': ['realm_emoji'],
  'realm_emoji/update_one': ['realm_emoji'],
  'realm_user/add': ['stand_in'],
  'stream/create': ['unarchived'],
  'stream/delete': ['streams'],
  'stream/update': ['of_archived_channel'],
  'subscription/add': ['inherited', 'left', 'unarchived'],
  'subscription/peer_add': ['unarchived'],
  'user_group/add': ['reactivated'],
  'user_group/update': ['of_deactivated_group'],
}

/** Aliases that existing clients know: `zulip_version` beside `service_version` (wire-aliases). */
const alias = /^zulip_(version|merge_base|feature_level)$/

/** Whether a field of an event has no GraphQL field. */
export function isLeftOut(kind: EventKindName, wireName: string): boolean {
  return (
    leftOutEverywhere.has(wireName) || alias.test(wireName) || leftOutOf[kind]?.includes(wireName) === true
  )
}
