import * as z from 'zod'
import { clientCapabilities } from './capabilities.ts'

/**
 * How a client wants to be shown what it registers for: stored with its queue, and applied where
 * snapshots are read (by the core) and events are delivered (by the facade).
 */
export const presentation = z.object({
  /** HTML instead of Markdown in message events. */
  applyMarkdown: z.boolean(),
  /** The client computes Gravatar addresses itself. */
  clientGravatar: z.boolean(),
  slimPresence: z.boolean(),
  capabilities: clientCapabilities,
  /** The queue names user_topic among its event types: it does without the old muted_topics. */
  listsUserTopic: z.boolean().default(false),
  /** False for programs too old for profile fields of the pronouns type. */
  knowsPronouns: z.boolean().default(true),
})

export type Presentation = z.output<typeof presentation>

/** How many different presentations are kept; real clients come with a few. */
const MOST_KEPT = 1000

let kept = new Map<string, Presentation>()

/**
 * A stored presentation, checked. Equal ones are one object, so that what was made of one, such as an
 * event's text, is found again by the object itself.
 */
export function sharedPresentation(stored: unknown): Presentation {
  const text = JSON.stringify(stored)
  const known = kept.get(text)
  if (known) return known
  if (kept.size >= MOST_KEPT) kept = new Map()
  const shared = presentation.parse(stored)
  kept.set(text, shared)
  return shared
}
