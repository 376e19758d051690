import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** One of the user's own settings changed, by its wire name. */
export const userSettingsUpdate = eventKind('user_settings', {
  op: z.literal('update'),
  property: z.string(),
  value: z.union([z.boolean(), z.int(), z.string(), z.null()]),
  /** English name of a new default language. */
  language_name: z.string().optional(),
})
