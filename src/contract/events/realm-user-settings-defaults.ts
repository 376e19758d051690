import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** New users start with another value of a setting. */
export const realmUserSettingsDefaultsUpdate = eventKind('realm_user_settings_defaults', {
  op: z.literal('update'),
  property: z.string(),
  value: z.union([z.boolean(), z.int(), z.string(), z.null()]),
})
