import type { Presentation } from '../contract/presentation.ts'
import type { Transaction } from '../database/database.ts'
import type { Context, ViewerContext } from '../graphql/context.ts'

/** What a client asks of the snapshot itself. */
export interface SnapshotOptions {
  readonly includeSubscribers: 'true' | 'false' | 'partial'
  /** No presence data older than that many days. */
  readonly presenceHistoryLimitDays: number
}

/** What a noun reads its share of a snapshot with: one transaction, one state, one viewer. */
export interface SnapshotReader extends ViewerContext {
  readonly tx: Transaction
  readonly options: SnapshotOptions
  readonly presentation: Presentation
}

/** The same for somebody without an account. */
export interface VisitorsSnapshotReader extends Context {
  readonly tx: Transaction
  readonly options: SnapshotOptions
  readonly presentation: Presentation
}

/**
 * One noun's share of POST /register: the fields under one gate, in the wire's spelling. It lives
 * beside the actions whose events change it; tests prove that the old share plus the events equals
 * a fresh share.
 */
export interface SnapshotShare {
  /** The value of fetch_event_types under which the fields are sent, or several that all have to be there; null: always. */
  readonly gate: string | readonly string[] | null
  /** The share tells in an old way what this one tells: it is not for those who name that. */
  readonly supersededBy?: string
  read(reader: SnapshotReader): Promise<Readonly<Record<string, unknown>>>
  /** The same fields for visitors; shares without it are not for them. */
  readForVisitors?(reader: VisitorsSnapshotReader): Promise<Readonly<Record<string, unknown>>>
}
