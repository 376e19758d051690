import * as z from 'zod'
import { eventKind } from './event-kind.ts'

/** All words that alert the user. */
export const alertWords = eventKind('alert_words', { alert_words: z.array(z.string()) })
