import * as z from 'zod'
import { versionFields } from '../version.ts'
import { eventKind } from './event-kind.ts'

/** The server started anew; its version under both sets of names. */
export const restart = eventKind('restart', {
  ...versionFields,
  /** UNIX seconds of the start. */
  server_generation: z.int(),
})

/** The server's own browser client should reload; `immediate` without a random delay. */
export const webReloadClient = eventKind('web_reload_client', { immediate: z.boolean() })
