import sql from 'sql-template-tag'
import { badRequest } from '../contract/coded-error.ts'
import type { Presentation } from '../contract/presentation.ts'
import { roles } from '../contract/roles.ts'
import { queueTiming } from '../contract/server.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { Loaders } from '../graphql/loaders.ts'
import { narrowMatcher, type QueueNarrow } from './narrow.ts'
import { type EventQueue, insertQueue } from './queues.ts'
import type { SnapshotOptions, SnapshotReader } from './snapshot.ts'
import { readSnapshot } from './snapshots.ts'

/** What a client asks for when it registers. */
export interface RegisterRequest {
  /** Types of the events to come; null for all. */
  readonly eventTypes: readonly string[] | null
  /** Types whose snapshots to return; null for all. */
  readonly fetchEventTypes: readonly string[] | null
  readonly allPublicChannels: boolean
  readonly narrow: QueueNarrow
  /** Seconds, or the server's choice for mobile clients, or null for the default. */
  readonly idleQueueTimeout: number | 'mobile' | null
  readonly presentation: Presentation
  readonly snapshot: SnapshotOptions
}

/** A queue, and the state of things at the very moment from which it delivers. */
export interface Registered {
  readonly queue: EventQueue
  /** Fields of POST /register's reply, each under its gate. */
  readonly snapshot: Readonly<Record<string, unknown>>
}

/** Seconds for which a queue is kept, within the server's bounds. */
export function idleTimeoutSeconds(requested: number | 'mobile' | null): number {
  if (requested === null) return queueTiming.idleTimeoutSeconds
  if (requested === 'mobile') return queueTiming.idleTimeoutMobileSeconds
  return Math.min(requested, queueTiming.idleTimeoutMaximumSeconds)
}

/**
 * Makes a queue and reads the snapshot that goes with it, in one transaction that sees one state:
 * every change is in the snapshot or comes as an event, and none is in both (reference: "Queue
 * contract").
 *
 * @throws CodedError BAD_REQUEST when a guest asks for all public channels, or for an unknown narrow
 */
export async function registerQueue(context: ViewerContext, request: RegisterRequest): Promise<Registered> {
  const { core, viewer } = context
  if (request.allPublicChannels && viewer.role === roles.guest) {
    throw badRequest('User not authorized for this query')
  }
  narrowMatcher(request.narrow)
  return core.db.transaction('snapshot', async (tx) => {
    // First of all, so that the counter belongs to the same state as all that follows.
    const [row] = await tx.query<{ lastEventId: number; settings: unknown }>(
      sql`SELECT last_event_id, settings FROM organization WHERE id = ${viewer.organizationId}`,
    )
    // The settings of that state: those of the request were read before.
    const organization = { ...context.organization, settings: row?.settings }
    const asked = { ...viewer, organization }
    const reader: SnapshotReader = {
      ...context,
      tx,
      organization,
      viewer: asked,
      permissions: context.permissions.within(tx, asked),
      loaders: new Loaders(tx),
      options: request.snapshot,
      presentation: request.presentation,
    }
    const snapshot = await readSnapshot(reader, request.fetchEventTypes)
    const queue = await insertQueue(tx, {
      organizationId: viewer.organizationId,
      userId: viewer.id,
      eventTypes: request.eventTypes,
      allPublicChannels: request.allPublicChannels,
      narrow: request.narrow,
      presentation: request.presentation,
      idleTimeoutSeconds: idleTimeoutSeconds(request.idleQueueTimeout),
      registeredAtId: row?.lastEventId ?? 0,
    })
    return { queue, snapshot }
  })
}
