import { endpoint } from '../endpoint.ts'
import { DeleteEventQueueDocument } from '../generated/operations.ts'
import { text } from '../parameters/text.ts'
import { noFields } from '../reply.ts'

export const deleteQueue = endpoint('DELETE /events', {
  summary: 'Delete an event queue',
  parameters: { queue_id: text().describe('One of the caller’s own queues.') },
  reply: noFields,
}).answer(async ({ parameters, session }) => {
  await session.execute(DeleteEventQueueDocument, { input: { queueId: parameters.queue_id } })
  return {}
})
