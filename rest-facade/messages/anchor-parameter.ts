import { isoMoment } from '../../src/contract/iso-moment.ts'
import type { MessageWindowQueryVariables } from '../generated/operations.ts'
import { missingParameter } from '../parameters/failures.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { text } from '../parameters/text.ts'

/** An anchor as a client names it; an id may be greater than any that a message can have. */
export type WireAnchor = 'newest' | 'oldest' | 'first_unread' | 'date' | number

/** From here on an id means the newest message. */
export const NEWEST_ANCHOR = 10_000_000_000_000_000
const GREATEST_ID = 2 ** 31 - 1

/** `anchor`: a message's id, or a word; not JSON-encoded. */
export function anchorParameter(): Parameter<WireAnchor> {
  const anchor = text().map((given): WireAnchor | undefined => {
    if (/^-?\d+$/.test(given)) return Number(given)
    return given === 'newest' || given === 'oldest' || given === 'first_unread' || given === 'date'
      ? given
      : undefined
  })
  return anchor
    .check((value) => (value === undefined ? 'not a message ID, and none of the words' : undefined))
    .map((value) => value ?? 'newest')
}

/** `anchor_date`: a date or a moment in ISO 8601 form, in UTC unless it says otherwise. */
export function anchorDateParameter(): Parameter<string> {
  return text().check((given) => (isoMoment(given) === undefined ? 'not an ISO 8601 date' : undefined))
}

type AnchorVariables = Pick<MessageWindowQueryVariables, 'anchor' | 'anchorDatabaseId' | 'anchorDate'>

/**
 * The core's form of an anchor.
 *
 * @throws CodedError REQUEST_VARIABLE_MISSING for the anchor, or for the date that it needs
 */
export function anchorVariables(anchor: WireAnchor | undefined, date: string | undefined): AnchorVariables {
  switch (anchor) {
    case undefined:
      throw missingParameter('anchor')
    case 'newest':
      return { anchor: 'NEWEST' }
    case 'oldest':
      return { anchor: 'OLDEST' }
    case 'first_unread':
      return { anchor: 'FIRST_UNREAD' }
    case 'date':
      if (date === undefined) throw missingParameter('anchor_date')
      return { anchorDate: date }
  }
  if (anchor >= NEWEST_ANCHOR) return { anchor: 'NEWEST' }
  return anchor <= 0 ? { anchor: 'OLDEST' } : { anchorDatabaseId: Math.min(anchor, GREATEST_ID) }
}

/** The anchor as the reply names it: the one that was asked for, unless the core had to find it. */
export function wireAnchor(asked: WireAnchor | undefined, used: number | null | undefined): number {
  if (used == null) return NEWEST_ANCHOR
  return typeof asked === 'number' && asked > GREATEST_ID ? asked : used
}
