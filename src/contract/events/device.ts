import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** The user registered a device. */
export const deviceAdd = eventKind('device', { op: z.literal('add'), device_id: z.int() })

/** A device of the user is registered no longer. */
export const deviceRemove = eventKind('device', { op: z.literal('remove'), device_id: z.int() })

/** Push registration of a device changed; only what did is present. */
export const deviceUpdate = eventKind('device', {
  op: z.literal('update'),
  device_id: z.int(),
  push_key_id: z.int().optional(),
  push_token_id: z.string().nullable().optional(),
  pending_push_token_id: z.string().nullable().optional(),
  /** UNIX seconds. */
  push_token_last_updated_timestamp: z.int().optional(),
  push_registration_error_code: z.string().nullable().optional(),
})
