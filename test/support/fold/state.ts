/** What a client knows: the body of POST /register, changed by what came since. */
// biome-ignore lint/suspicious/noExplicitAny: snapshots and events have been checked against their closed shapes.
export type State = Record<string, any>

/** A delivered event, checked against its kind. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export type FoldedEvent = Record<string, any>

/** Applies events of one type, as a client would that follows the reference. */
export type Fold = (state: State, event: FoldedEvent) => void
