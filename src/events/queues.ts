import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { CodedError } from '../contract/coded-error.ts'
import { type Presentation, sharedPresentation } from '../contract/presentation.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import { type Gathered, gather } from '../database/gather.ts'
import { narrowMatcher, type QueueNarrow } from './narrow.ts'
import type { EventReader } from './reader.ts'

/** A registered event queue: a filter over the log, and where its owner stands in it. */
export interface EventQueue {
  readonly id: string
  readonly organizationId: number
  readonly userId: number
  /** Null for all. */
  readonly eventTypes: readonly string[] | null
  readonly allPublicChannels: boolean
  readonly narrow: QueueNarrow
  readonly presentation: Presentation
  /** Least time without a poll after which the queue may be collected. */
  readonly idleTimeoutSeconds: number
  /** The log's last id when the queue was made: what is older is in the snapshot. */
  readonly registeredAtId: number
}

export type NewEventQueue = Omit<EventQueue, 'id'>

/** A queue as its row stands now. */
export interface StoredEventQueue extends EventQueue {
  /** The node that last served it. */
  readonly heldBy: string | null
}

/** Writes a queue's row; from now on it receives what is announced after `registeredAtId`. */
export async function insertQueue(tx: Transaction, queue: NewEventQueue): Promise<EventQueue> {
  const id = randomUUID()
  await tx.query(sql`
    INSERT INTO event_queue (id, organization_id, user_id, event_types, all_event_types, all_public_streams,
      narrow, presentation, idle_timeout_seconds, registered_at_id, acknowledged_id)
    VALUES (${id}::uuid, ${queue.organizationId}, ${queue.userId}, ${queue.eventTypes ?? []}::text[],
      ${queue.eventTypes === null}, ${queue.allPublicChannels}, ${JSON.stringify(queue.narrow)}::json,
      ${JSON.stringify(queue.presentation)}::json, ${queue.idleTimeoutSeconds},
      ${queue.registeredAtId}, ${queue.registeredAtId})`)
  return { ...queue, id }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function badQueue(queueId: string): CodedError {
  return new CodedError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queueId}`, { queue_id: queueId })
}

interface QueueRow {
  id: string
  organizationId: number
  userId: number
  eventTypes: string[]
  allEventTypes: boolean
  allPublicStreams: boolean
  narrow: QueueNarrow
  presentation: unknown
  idleTimeoutSeconds: number
  registeredAtId: number
  heldBy: string | null
}

/** Finds queues by their ids, for many polls at once. */
export type QueueRows = Gathered<string, QueueRow | undefined>

export function openQueueRows(db: Queryable): QueueRows {
  return gather(async (ids) => {
    const rows = await db.query<QueueRow>(sql`SELECT * FROM event_queue WHERE id = ANY(${ids}::uuid[])`)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id))
  })
}

/**
 * Loads a user's own queue.
 *
 * @throws CodedError BAD_EVENT_QUEUE_ID for unknown and collected queues and for those of others
 */
export async function accessQueue(
  queueRows: QueueRows,
  userId: number,
  queueId: string,
): Promise<StoredEventQueue> {
  const row = UUID.test(queueId) ? await queueRows(queueId.toLowerCase()) : undefined
  if (row?.userId !== userId) throw badQueue(queueId)
  return {
    id: row.id,
    organizationId: row.organizationId,
    userId: row.userId,
    eventTypes: row.allEventTypes ? null : row.eventTypes,
    allPublicChannels: row.allPublicStreams,
    narrow: row.narrow,
    presentation: sharedPresentation(row.presentation),
    idleTimeoutSeconds: row.idleTimeoutSeconds,
    registeredAtId: row.registeredAtId,
    heldBy: row.heldBy,
  }
}

/** Writes down which node serves the queue from now on. */
export async function takeOverQueue(db: Queryable, queueId: string, nodeId: string): Promise<void> {
  await db.query(sql`UPDATE event_queue SET held_by = ${nodeId}::uuid WHERE id = ${queueId}::uuid`)
}

/**
 * Ends a user's own queue.
 *
 * @throws CodedError BAD_EVENT_QUEUE_ID
 */
export async function deleteQueue(db: Queryable, userId: number, queueId: string): Promise<void> {
  const deleted = UUID.test(queueId)
    ? await db.query(sql`
        DELETE FROM event_queue WHERE id = ${queueId}::uuid AND user_id = ${userId} RETURNING id`)
    : []
  if (deleted.length === 0) throw badQueue(queueId)
}

/** Ends all queues of a user whose account ends; who reads one is for others to end (polls.ts). */
export async function endQueuesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`DELETE FROM event_queue WHERE user_id = ${userId}`)
}

/** The queue's filter, as the hub applies it. */
export function queueReader(queue: EventQueue, isGuest: boolean): EventReader {
  return {
    organizationId: queue.organizationId,
    userId: queue.userId,
    isGuest,
    types: queue.eventTypes && new Set(queue.eventTypes),
    allPublicChannels: queue.allPublicChannels,
    oldForms: true,
    matchesNarrow: narrowMatcher(queue.narrow),
  }
}
