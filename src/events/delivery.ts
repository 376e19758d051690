import { CodedError } from '../contract/coded-error.ts'
import { roles } from '../contract/roles.ts'
import type { Core } from '../core.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { cancellable } from './cancellable.ts'
import type { DeliveredBatch, DeliveredEvent, DeliveredQueueBatch } from './event-types.ts'
import { type FollowedBatch, followLog } from './follow.ts'
import { accessQueue, type EventQueue, queueReader, type StoredEventQueue, takeOverQueue } from './queues.ts'
import type { EventReader } from './reader.ts'

function delivered(batch: FollowedBatch, userId: number, queueId: string | null): DeliveredBatch {
  return {
    events: batch.events.map((event) => ({ event, userId, queueId })),
    lastEventId: batch.lastEventId,
  }
}

/**
 * The viewer's events from a position on: at once what there is, then as it comes.
 *
 * @throws CodedError EVENTS_PRUNED when the log no longer reaches back
 */
export async function deliverBatches(
  { core, viewer }: ViewerContext,
  reader: EventReader,
  after: number | null,
): Promise<AsyncIterableIterator<DeliveredBatch>> {
  const start = after ?? (await core.hub.position(viewer.organizationId))
  await core.hub.checkReach(viewer.organizationId, start)
  return cancellable(async function* (signal) {
    const end = core.polls.beginWithoutQueue(signal)
    for await (const batch of followLog(core.hub, reader, start, end)) yield delivered(batch, viewer.id, null)
  })
}

/**
 * The same, one event at a time. The next one is looked at when the last one has been taken.
 *
 * @throws CodedError as {@link deliverBatches}
 */
export async function deliverEvents(
  context: ViewerContext,
  reader: EventReader,
  after: number | null,
): Promise<AsyncIterableIterator<DeliveredEvent>> {
  const batches = await deliverBatches(context, reader, after)
  return cancellable(async function* (signal) {
    signal.addEventListener('abort', () => void batches.return?.(), { once: true })
    for await (const { events } of batches) yield* events
  })
}

/**
 * A registered queue's events after what its client has: asking acknowledges everything up to
 * there, and an id from before the queue means its beginning.
 *
 * @throws CodedError BAD_EVENT_QUEUE_ID, also when the log no longer reaches back; BAD_REQUEST for
 *   an id that no event has yet
 */
export async function deliverQueue(
  { core, viewer }: ViewerContext,
  queueId: string,
  after: number,
): Promise<AsyncIterableIterator<DeliveredQueueBatch>> {
  const queue = await accessQueue(core.db, viewer.id, queueId)
  const start = Math.max(after, queue.registeredAtId)
  await core.hub.checkReach(viewer.organizationId, start).catch((error: unknown) => {
    throw error instanceof CodedError && error.code === 'EVENTS_PRUNED' ? prunedQueue(queue) : error
  })
  if (queue.heldBy !== core.nodeId) await takeOver(core, queue)
  core.queueTouches.note(queue.id, start)
  const reader = queueReader(queue, viewer.role === roles.guest)
  return cancellable(async function* (signal) {
    const end = core.polls.begin(queue.id, signal)
    try {
      for await (const batch of followLog(core.hub, reader, start, end)) {
        yield { ...delivered(batch, viewer.id, queue.id), presentation: queue.presentation }
      }
    } finally {
      // The time without a poll counts from here.
      core.queueTouches.note(queue.id, start)
    }
  })
}

/** Clients that always reach the same node cost nothing here; one that moves costs a write. */
async function takeOver(core: Core, { id, heldBy }: StoredEventQueue): Promise<void> {
  await takeOverQueue(core.db, id, core.nodeId)
  if (heldBy !== null) core.wakeUps.endPoll(id)
}

function prunedQueue(queue: EventQueue): CodedError {
  return new CodedError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queue.id}`, { queue_id: queue.id })
}
