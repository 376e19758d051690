import { CodedError } from '../contract/coded-error.ts'
import type { Presentation } from '../contract/presentation.ts'
import { roles } from '../contract/roles.ts'
import type { Core } from '../core.ts'
import type { ViewerContext } from '../graphql/context.ts'
import type { DeliveredBatch, DeliveredEvent, DeliveredQueueBatch } from './event-types.ts'
import { type FollowedBatch, LogFollower } from './follow.ts'
import { OneByOne } from './one-by-one.ts'
import type { Polls } from './polls.ts'
import { accessQueue, type EventQueue, queueReader, type StoredEventQueue, takeOverQueue } from './queues.ts'
import type { EventReader } from './reader.ts'
import type { LogTail } from './tail.ts'

function delivered(batch: FollowedBatch, userId: number, queueId: string | null): DeliveredBatch {
  return {
    events: batch.events.map((event) => ({ event, userId, queueId })),
    lastEventId: batch.lastEventId,
  }
}

/** Follows the log for somebody without a queue. */
class ViewersFollower extends LogFollower<DeliveredBatch> {
  readonly #polls: Polls

  constructor(tail: LogTail, reader: EventReader, after: number, polls: Polls) {
    super(tail, reader, after)
    this.#polls = polls
  }

  protected override show(batch: FollowedBatch): DeliveredBatch {
    return delivered(batch, this.reader.userId, null)
  }

  protected override ended(): void {
    this.#polls.leaveWithoutQueue(this)
  }
}

/** Follows the log for a queue. */
class QueueFollower extends LogFollower<DeliveredQueueBatch> {
  readonly #core: Core
  readonly #queueId: string
  readonly #presentation: Presentation
  readonly #start: number

  constructor(core: Core, tail: LogTail, queue: EventQueue, isGuest: boolean, start: number) {
    super(tail, queueReader(queue, isGuest), start)
    this.#core = core
    this.#queueId = queue.id
    this.#presentation = queue.presentation
    this.#start = start
  }

  protected override show(batch: FollowedBatch): DeliveredQueueBatch {
    return { ...delivered(batch, this.reader.userId, this.#queueId), presentation: this.#presentation }
  }

  protected override ended(): void {
    this.#core.polls.leave(this.#queueId, this)
    // The time without a poll counts from here.
    this.#core.queueTouches.note(this.#queueId, this.#start)
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
  const tail = await core.hub.tail(viewer.organizationId)
  const start = after ?? tail.position
  await tail.checkReach(start)
  const follower = new ViewersFollower(tail, reader, start, core.polls)
  core.polls.beginWithoutQueue(follower)
  core.accounts.check(follower)
  return follower
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
  return new OneByOne(await deliverBatches(context, reader, after), ({ events }) => events)
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
  const queue = await accessQueue(core.queueRows, viewer.id, queueId)
  const start = Math.max(after, queue.registeredAtId)
  const tail = await core.hub.tail(viewer.organizationId)
  await tail.checkReach(start).catch((error: unknown) => {
    throw error instanceof CodedError && error.code === 'EVENTS_PRUNED' ? prunedQueue(queue) : error
  })
  if (queue.heldBy !== core.nodeId) await takeOver(core, queue)
  core.queueTouches.note(queue.id, start)
  const follower = new QueueFollower(core, tail, queue, viewer.role === roles.guest, start)
  core.polls.begin(queue.id, follower)
  core.accounts.check(follower)
  return follower
}

/** Clients that always reach the same node cost nothing here; one that moves costs a write. */
async function takeOver(core: Core, { id, heldBy }: StoredEventQueue): Promise<void> {
  await takeOverQueue(core.db, id, core.nodeId)
  if (heldBy !== null) core.wakeUps.endPoll(id)
}

function prunedQueue(queue: EventQueue): CodedError {
  return new CodedError('BAD_EVENT_QUEUE_ID', `Bad event queue ID: ${queue.id}`, { queue_id: queue.id })
}
