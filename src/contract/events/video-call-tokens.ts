import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** Whether the user is signed in with Zoom. */
export const hasZoomToken = eventKind('has_zoom_token', { value: z.boolean() })

/** Whether the user is signed in with Webex. */
export const hasWebexToken = eventKind('has_webex_token', { value: z.boolean() })
