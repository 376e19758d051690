import { expect } from 'vitest'
import { wireEvents } from '../../../rest-facade/events/variants/variants.ts'
import { type Capability, clientCapabilities } from '../../../src/contract/capabilities.ts'
import { parseCanonicalEvent, parseWireEvent } from '../../../src/contract/events/parse.ts'
import type { Presentation } from '../../../src/contract/presentation.ts'

type Wire = Record<string, unknown>

/** How a client asked to be shown things: capabilities by name, the rest as POST /register has it. */
export function presentationWith(
  capabilities: readonly Capability[],
  options: Partial<Omit<Presentation, 'capabilities'>> = {},
): Presentation {
  return {
    applyMarkdown: false,
    clientGravatar: false,
    slimPresence: false,
    listsUserTopic: false,
    knowsPronouns: true,
    ...options,
    capabilities: clientCapabilities.parse(Object.fromEntries(capabilities.map((name) => [name, true]))),
  }
}

/** The wire events that a canonical event comes to; both sides are checked against their closed kinds. */
export function shown(event: Wire, presentation: Presentation): Wire[] {
  const before = structuredClone(event)
  // Delivery adds what differs between users.
  const flags = event.type === 'message' || event.type === 'update_message' ? { flags: [] } : {}
  const wire = wireEvents(parseCanonicalEvent(event), presentation) as Wire[]
  for (const one of wire) parseWireEvent({ id: 1, ...flags, ...one })
  expect(event, 'the canonical event is shared by all readers').toEqual(before)
  return wire
}

/** One row: an event, and what it is with and without a capability. */
export interface Row {
  readonly title: string
  readonly capability: Capability
  readonly event: Wire
  readonly with: readonly Wire[]
  readonly without: readonly Wire[]
}
