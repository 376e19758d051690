import type { Presentation } from '../../../src/contract/presentation.ts'

/**
 * What becomes of a canonical event for clients with one presentation: no, one or several wire
 * events, without their ids and without what differs between users (reference: "Capability
 * variants"). Pure: its outcome is kept and sent to every queue with the same presentation.
 */
export type Variant<Event> = (event: Event, shown: Presentation) => readonly object[]
