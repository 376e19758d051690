import * as z from 'zod'
import { reminder } from '../shapes/reminder.ts'
import { eventKind } from './event-kind.ts'

/** The user set reminders. */
export const remindersAdd = eventKind('reminders', { op: z.literal('add'), reminders: z.array(reminder) })

/** A reminder was deleted or sent. */
export const remindersRemove = eventKind('reminders', { op: z.literal('remove'), reminder_id: z.int() })
