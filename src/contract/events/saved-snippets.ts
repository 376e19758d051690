import * as z from 'zod'
import { savedSnippet } from '../shapes/saved-snippet.ts'
import { eventKind } from './event-kind.ts'

/** The user saved a snippet. */
export const savedSnippetsAdd = eventKind('saved_snippets', {
  op: z.literal('add'),
  saved_snippet: savedSnippet,
})

/** A snippet of the user was edited. */
export const savedSnippetsUpdate = eventKind('saved_snippets', {
  op: z.literal('update'),
  saved_snippet: savedSnippet,
})

/** A snippet of the user was deleted. */
export const savedSnippetsRemove = eventKind('saved_snippets', {
  op: z.literal('remove'),
  saved_snippet_id: z.int(),
})
