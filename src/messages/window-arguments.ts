import { badRequest } from '../contract/coded-error.ts'
import { builder } from '../graphql/builder.ts'
import type { Anchor } from './anchor.ts'
import { narrowTerms } from './narrow-input.ts'
import type { WindowRequest } from './window.ts'

export const MessageAnchorType = builder.enumType('MessageAnchor', {
  description: 'An end of a narrow, or where the viewer has stopped reading.',
  values: {
    NEWEST: { value: 'newest', description: 'The newest message.' },
    OLDEST: { value: 'oldest', description: 'The oldest message.' },
    FIRST_UNREAD: {
      value: 'first unread',
      description: 'The oldest message that the viewer has not read and not muted; else the newest.',
    },
  } as const,
})

/** Rows of a window come with one query, so that a message costs less than other list entries. */
const MESSAGES_PER_UNIT_OF_COST = 25

/** What so many messages cost, as a list's multiplier. */
export function costOfMessages(count: number): number {
  return Math.max(1, Math.ceil(count / MESSAGES_PER_UNIT_OF_COST))
}

/** An anchor as a client gives it: in one of three ways. */
interface AnchorArguments {
  readonly anchor?: 'newest' | 'oldest' | 'first unread' | null | undefined
  readonly anchorDatabaseId?: number | null | undefined
  readonly anchorDate?: Date | null | undefined
}

/** A window as a client asks for it. */
interface WindowArguments extends AnchorArguments {
  readonly narrow?: Parameters<typeof narrowTerms>[0]
  readonly numBefore?: number | null | undefined
  readonly numAfter?: number | null | undefined
  readonly includeAnchor?: boolean | null | undefined
}

/** The anchors that a client gives: there should be one. */
export function anchorsOf(args: AnchorArguments): Anchor[] {
  const anchors: Anchor[] = []
  if (args.anchor != null) anchors.push({ kind: args.anchor })
  if (args.anchorDatabaseId != null) anchors.push({ kind: 'id', id: args.anchorDatabaseId })
  if (args.anchorDate != null) anchors.push({ kind: 'date', date: args.anchorDate })
  return anchors
}

/**
 * The window that a client asks for.
 *
 * @throws CodedError BAD_REQUEST for no anchor or several
 */
export function windowRequest(args: WindowArguments): WindowRequest {
  const [anchor, another] = anchorsOf(args)
  if (!anchor || another) throw badRequest('A window needs one anchor')
  return {
    narrow: narrowTerms(args.narrow),
    anchor,
    numBefore: args.numBefore ?? 0,
    numAfter: args.numAfter ?? 0,
    includeAnchor: args.includeAnchor ?? true,
  }
}
