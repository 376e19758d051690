import type { CanonicalEvent } from './kinds.ts'

/**
 * Whether an event is in the log only for old clients, beside another that tells the same to all
 * others: which capability makes a client one of those, rest-facade/events/variants says.
 */
export function isOldForm(event: CanonicalEvent): boolean {
  switch (event.type) {
    case 'muted_topics':
      return true
    case 'realm_user':
      return event.op === 'add' && event.stand_in === true
    case 'stream':
      return event.op === 'create' && event.unarchived === true
    case 'subscription':
      if (event.op === 'add') return event.unarchived === true || event.left === true
      return event.op === 'peer_add' && event.unarchived === true
    case 'user_group':
      return event.op === 'add' && event.reactivated === true
    default:
      return false
  }
}
