import * as z from 'zod'
import { versionFields } from '../version.ts'

/** What every reply to POST /register has, whatever data it asked for (register-response: "Envelope"). */
export const registerEnvelopeFields = {
  result: z.literal('success'),
  msg: z.literal(''),
  ignored_parameters_unsupported: z.array(z.string()).optional(),
  /** Null for visitors, who get no queue. */
  queue_id: z.string().nullable(),
  last_event_id: z.int(),
  /** Seconds; absent for visitors. */
  idle_queue_timeout_secs: z.int().optional(),
  ...versionFields,
}
