import { z } from 'zod'
import { registerEnvelopeFields } from '../../src/contract/shapes/register-envelope.ts'
import { registerGates } from '../../src/contract/shapes/register-reply.ts'
import { endpoint } from '../endpoint.ts'
import { RegisterEventQueueDocument, VisitorsSnapshotDocument } from '../generated/operations.ts'
import { RawReply } from '../reply.ts'
import { registerInput, registerParameters, visitorsInput } from './register-parameters.ts'

const {
  result: _result,
  msg: _msg,
  ignored_parameters_unsupported: _ignored,
  ...envelope
} = registerEnvelopeFields

/** Each gate's fields are there when it is asked for: all together in the declaration, so each optional. */
const gated = z.strictObject(Object.assign({}, ...Object.values(registerGates))).partial()

export const registerQueue = endpoint('POST /register', {
  summary: 'Register an event queue',
  description:
    'Makes a queue and returns the state of things at the moment from which it delivers. Visitors get what they may see, and no queue.',
  authentication: 'optional',
  parameters: registerParameters,
  reply: z.strictObject({ ...envelope, ...gated.shape }),
}).answer(async ({ parameters, session, caller, request }) => {
  if (caller === null) {
    const input = visitorsInput(parameters, request.has)
    const { visitorsSnapshot } = await session.execute(VisitorsSnapshotDocument, { input })
    return new RawReply(
      JSON.stringify({ queue_id: null, last_event_id: -1, ...(visitorsSnapshot as object) }),
    )
  }
  const { registerEventQueue } = await session.execute(RegisterEventQueueDocument, {
    input: registerInput(parameters, request.header('user-agent')),
  })
  const { snapshot, ...queue } = registerEventQueue
  // The core reads the snapshot in the wire's spelling, so that it can be large and still be cheap.
  return new RawReply(JSON.stringify({ ...queue, ...(snapshot as object) }))
})
