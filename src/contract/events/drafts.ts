import * as z from 'zod'
import { draft } from '../shapes/draft.ts'
import { eventKind } from './event-kind.ts'

/** The user has new drafts. */
export const draftsAdd = eventKind('drafts', { op: z.literal('add'), drafts: z.array(draft) })

/** A draft of the user was edited. */
export const draftsUpdate = eventKind('drafts', { op: z.literal('update'), draft })

/** A draft of the user was deleted. */
export const draftsRemove = eventKind('drafts', { op: z.literal('remove'), draft_id: z.int() })
