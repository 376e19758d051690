import { CodedError } from '../contract/coded-error.ts'
import { roles } from '../contract/roles.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { compact } from './compaction/compact.ts'
import type { DeliveredEvent } from './event-types.ts'
import type { LoggedEvent } from './log.ts'
import type { EventReader } from './reader.ts'

/** With more events than this to look at, a fresh register is cheaper for both sides. */
const MOST_EVENTS = 20_000

/** What somebody who was away has to know. */
export interface Changes {
  /** Why the changes cannot be told, so that the client has to register anew; null when they are. */
  readonly refusal: 'pruned' | 'too many' | null
  /** Where the client stands after them. */
  readonly lastEventId: number
  readonly events: DeliveredEvent[]
  /** How many events of the log they stand for. */
  readonly eventCount: number
}

/**
 * What the viewer's events after a position have come to, in the fewest events that say it.
 *
 * @param types as for a subscription; null for all
 * @throws CodedError BAD_REQUEST when the log has never been as far
 */
export async function changesSince(
  { core, viewer }: ViewerContext,
  after: number,
  types: readonly string[] | null,
): Promise<Changes> {
  const { organizationId, id: userId } = viewer
  const refused = (refusal: NonNullable<Changes['refusal']>): Changes => ({
    refusal,
    lastEventId: after,
    events: [],
    eventCount: 0,
  })
  const tail = await core.hub.tail(organizationId)
  try {
    await tail.checkReach(after)
  } catch (error) {
    if (error instanceof CodedError && error.code === 'EVENTS_PRUNED') return refused('pruned')
    throw error
  }
  const reader: EventReader = {
    organizationId,
    userId,
    isGuest: viewer.role === roles.guest,
    types: types && new Set(types),
    allPublicChannels: false,
    oldForms: false,
    matchesNarrow: null,
  }
  const events: LoggedEvent[] = []
  let lastEventId = after
  for (;;) {
    const batch = await tail.read(reader, lastEventId)
    events.push(...batch.events)
    if (batch.through === lastEventId) break
    lastEventId = batch.through
    if (events.length > MOST_EVENTS) return refused('too many')
  }
  return {
    refusal: null,
    lastEventId,
    events: compact(events).map((event) => ({ event, userId, queueId: null })),
    eventCount: events.length,
  }
}
