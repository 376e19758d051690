import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { badRequest, CodedError } from '../../src/contract/coded-error.ts'
import type { Session } from '../../src/contract/executor.ts'
import { sharedPresentation } from '../../src/contract/presentation.ts'
import { queueTiming } from '../../src/contract/server.ts'
import { endpoint } from '../endpoint.ts'
import {
  EventQueueDocument,
  type EventQueueSubscription,
  RegisterEventQueueDocument,
} from '../generated/operations.ts'
import { boolean, integer } from '../parameters/json.ts'
import { text } from '../parameters/text.ts'
import { RawReply } from '../reply.ts'
import { mergeFlagEvents } from './merge.ts'
import { registerInput, registerParameters } from './register-parameters.ts'
import { eventSerializer } from './serialize.ts'

type Batch = EventQueueSubscription['eventQueue']

/** Any event: each is checked against its own kind, which is closed (src/contract/events/parse.ts). */
const anyEvent = z.looseObject({ id: z.int(), type: z.string() })

export const getEvents = endpoint('GET /events', {
  summary: 'Wait for events of a queue',
  description:
    'Answers the events after last_event_id, which acknowledges those up to it. Holds the request until there is ' +
    'one, or for somewhat less than a minute: then the answer is a heartbeat.',
  isEventPoll: true,
  parameters: {
    queue_id: text()
      .optional()
      .describe('The queue, from POST /register. Left out with dont_block: a new queue is registered.'),
    last_event_id: integer({ min: -1, max: Number.MAX_SAFE_INTEGER })
      .optional()
      .describe('The newest event that the client has; -1 for none.'),
    dont_block: boolean().default(false).describe('Answer at once, with whatever there is.'),
    ...registerParameters,
  },
  reply: z.strictObject({ events: z.array(anyEvent), queue_id: z.string() }),
}).answer(async ({ parameters, session, request, signal }) => {
  const { queue_id: queueId, last_event_id: lastEventId, dont_block: dontBlock } = parameters
  if (queueId === undefined) {
    if (!dontBlock)
      throw new CodedError('REQUEST_VARIABLE_MISSING', "Missing 'queue_id' argument", {
        var_name: 'queue_id',
      })
    const { registerEventQueue } = await session.execute(RegisterEventQueueDocument, {
      input: { ...registerInput(parameters, request.header('user-agent')), fetchEventTypes: [] },
    })
    return new RawReply(`{"events":[],"queue_id":${JSON.stringify(registerEventQueue.queue_id)}}`)
  }
  if (lastEventId === undefined) throw badRequest("Missing 'last_event_id' argument")
  const events = await poll(session, queueId, lastEventId, dontBlock, signal)
  return new RawReply(`{"events":[${events.join(',')}],"queue_id":${JSON.stringify(queueId)}}`)
})

/** One poll: the first events that come, as JSON texts; or a heartbeat; or none when it may not wait. */
async function poll(
  session: Session,
  queueId: string,
  lastEventId: number,
  dontBlock: boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const batches = session.subscribe(EventQueueDocument, { id: queueId, after: lastEventId })
  const leave = () => void batches.return?.()
  signal.addEventListener('abort', leave, { once: true })
  let isTooLong = false
  const heartbeat = setTimeout(() => {
    isTooLong = true
    leave()
  }, heartbeatDelay())
  try {
    let cursor = lastEventId
    for (;;) {
      const step = await batches.next()
      // Otherwise another poll has taken over, the queue has been deleted, or the server is stopping.
      if (step.done) return isTooLong ? [`{"type":"heartbeat","id":${cursor}}`] : []
      const batch = step.value.eventQueue
      const texts = serialize(batch)
      if (texts.length > 0 || dontBlock) return texts
      cursor = batch.lastEventId
    }
  } finally {
    clearTimeout(heartbeat)
    leave()
  }
}

function serialize(batch: Batch): string[] {
  if (batch.events.length === 0) return []
  return mergeFlagEvents(batch.events).flatMap(eventSerializer(sharedPresentation(batch.presentation)))
}

/** In milliseconds; random, so that the polls of many clients spread. */
function heartbeatDelay(): number {
  const { heartbeatMinimumSeconds, heartbeatMaximumSeconds } = queueTiming
  return randomInt(heartbeatMinimumSeconds * 1000, heartbeatMaximumSeconds * 1000)
}
