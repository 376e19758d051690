import type { CanonicalEvent } from '../../contract/events/kinds.ts'
import type { LoggedEvent } from '../../events/log.ts'
import type { NarrowTerm } from '../narrow/term.ts'

/** What events may have done to a narrow. */
export interface Touched {
  /** Messages that may have entered, changed or left it. */
  readonly messages: ReadonlySet<number>
  /** Messages that may have entered it; they were nowhere before. */
  readonly added: ReadonlySet<number>
  /** Messages of which somebody else was told: they count where the viewer may read them. */
  readonly glimpsed: ReadonlySet<number>
  /** It has changed by more than single messages. */
  readonly isStale: boolean
}

/** Types of the events that can change a narrow. */
export const touchingTypes: ReadonlySet<string> = new Set([
  'delete_message',
  'message',
  'reaction',
  'realm_user',
  'stream',
  'submessage',
  'subscription',
  'update_message',
  'update_message_flags',
  'user_group',
  'user_topic',
])

/** Properties of a channel on which it does not depend who reads it. */
const shownProperties: ReadonlySet<string> = new Set([
  'description',
  'first_message_id',
  'folder_id',
  'is_announcement_only',
  'is_recently_active',
  'message_retention_days',
  'name',
  'stream_post_policy',
  'stream_weekly_traffic',
  'subscriber_count',
  'topics_policy',
])

/** Whose narrow it is, and which. */
export interface Follower {
  readonly userId: number
  readonly terms: readonly NarrowTerm[]
  /** Whether a channel is one whose whole history the narrow searches. */
  isSearched(channelId: number): boolean
}

/** Gathers what events have touched. */
export function touchedBy(events: readonly LoggedEvent[], follower: Follower): Touched {
  const messages = new Set<number>()
  const added = new Set<number>()
  const glimpsed = new Set<number>()
  let isStale = false
  for (const { payload, audience } of events) {
    const isOwn = audience === null || audience.has(follower.userId)
    switch (payload.type) {
      case 'message':
        added.add(payload.message.id)
        break
      case 'reaction':
      case 'submessage':
        if (isOwn) messages.add(payload.message_id)
        else glimpsed.add(payload.message_id)
        break
      case 'update_message':
      case 'delete_message':
        if (isOwn || channelsOf(payload).some((id) => follower.isSearched(id))) {
          for (const id of payload.message_ids) messages.add(id)
        }
        break
      case 'update_message_flags':
        if (isOwn && payload.op === 'add' && payload.all) isStale = true
        else if (isOwn) for (const id of payload.messages) messages.add(id)
        break
      default:
        isStale ||= isOwn && changesAccess(payload, follower)
    }
  }
  // A narrow by a message is about another conversation when that message has moved.
  const isAbout = ({ operator, operand }: NarrowTerm) => operator === 'with' && messages.has(Number(operand))
  isStale ||= follower.terms.some(isAbout)
  return { messages, added, glimpsed, isStale }
}

/** Where messages were, and where they have gone. */
function channelsOf(event: Extract<CanonicalEvent, { type: 'update_message' | 'delete_message' }>): number[] {
  if (event.type === 'update_message') return [event.stream_id ?? [], event.new_stream_id ?? []].flat()
  return event.message_type === 'stream' ? [event.stream_id] : []
}

/** Whether an event makes readable or unreadable, or mutes and follows, more than it names. */
function changesAccess(event: CanonicalEvent, { userId, terms }: Follower): boolean {
  switch (event.type) {
    case 'subscription':
      if (event.op === 'update') return isPersonal(terms) && /^(is_muted|in_home_view)$/.test(event.property)
      return event.op === 'add' || event.op === 'remove'
    case 'stream':
      return event.op !== 'update' || !shownProperties.has(event.property)
    case 'user_topic':
      return isPersonal(terms)
    case 'user_group':
      if (event.op === 'add_members' || event.op === 'remove_members') return event.user_ids.includes(userId)
      return event.op === 'add_subgroups' || event.op === 'remove_subgroups'
    case 'realm_user':
      return event.op === 'update' && event.person.user_id === userId && 'role' in event.person
  }
  return false
}

/** Whether a narrow is about what its reader mutes and follows. */
function isPersonal(terms: readonly NarrowTerm[]): boolean {
  return terms.some(
    ({ operator, operand }) =>
      operator === 'in' || (operator === 'is' && /^(muted|followed)$/.test(`${operand}`)),
  )
}
