import sql from 'sql-template-tag'
import { roles } from '../../contract/roles.ts'
import { deliverBatches } from '../../events/delivery.ts'
import type { DeliveredBatch } from '../../events/event-types.ts'
import type { LoggedEvent } from '../../events/log.ts'
import { afresh } from '../../graphql/afresh.ts'
import type { ViewerContext } from '../../graphql/context.ts'
import { readableMessage } from '../access.ts'
import { type MessageRow, selectMessages } from '../message-rows.ts'
import { type CompiledNarrow, compileNarrow } from '../narrow/compile.ts'
import type { NarrowTerm } from '../narrow/term.ts'
import { idColumn, searchedMessages, withId } from '../searched-messages.ts'
import { readWindow } from '../window.ts'
import { touchedBy, touchingTypes } from './touched.ts'

/** What has become of a narrow. */
export interface NarrowChange {
  /** Messages that are in the narrow: new to it, or changed. Ascending. */
  readonly current: readonly MessageRow[]
  /** Messages that are not in the narrow, or not any more. */
  readonly gone: readonly number[]
  /** More has changed than single messages: it has to be read anew. */
  readonly isStale: boolean
  /** The position to come back with. */
  readonly lastEventId: number
}

/** Which narrow is followed, from where on. */
export interface LiveNarrowRequest {
  readonly terms: readonly NarrowTerm[]
  /** Null: from now on. */
  readonly after: number | null
  /** How many of the newest messages come first. */
  readonly newest: number
}

/**
 * Follows a narrow: first what it is now, or what has become of it since `after`; then each change. It is
 * driven by the log: the messages that events name are looked at again, all of a batch in one query.
 *
 * @throws CodedError BAD_NARROW, EVENTS_PRUNED
 */
export async function followNarrow(
  context: ViewerContext,
  request: LiveNarrowRequest,
): Promise<AsyncIterableIterator<NarrowChange>> {
  const { viewer, core } = context
  const { searched } = await compileNarrow(request.terms, { context, db: core.db })
  const reader = {
    organizationId: viewer.organizationId,
    userId: viewer.id,
    isGuest: viewer.role === roles.guest,
    types: touchingTypes,
    allPublicChannels: false,
    // Of a channel's messages those are told who are in it; others read it, too.
    wholeLog: searched !== 'own history',
    oldForms: false,
    matchesNarrow: null,
  }
  return new LiveNarrow(context, request, await deliverBatches(context, reader, request.after))
}

class LiveNarrow implements AsyncIterableIterator<NarrowChange> {
  readonly #opened: ViewerContext
  readonly #request: LiveNarrowRequest
  readonly #batches: AsyncIterableIterator<DeliveredBatch>
  #isFirst = true

  constructor(
    context: ViewerContext,
    request: LiveNarrowRequest,
    batches: AsyncIterableIterator<DeliveredBatch>,
  ) {
    this.#opened = context
    this.#request = request
    this.#batches = batches
  }

  async next(): Promise<IteratorResult<NarrowChange, undefined>> {
    for (;;) {
      const { value: batch, done } = await this.#batches.next()
      if (done || !batch) return { done: true, value: undefined }
      const change = await this.#changeOf(batch)
      const isFirst = this.#isFirst
      this.#isFirst = false
      if (isFirst || change.isStale || change.current.length + change.gone.length > 0) {
        return { done: false, value: change }
      }
    }
  }

  async return(): Promise<IteratorResult<NarrowChange, undefined>> {
    await this.#batches.return?.()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #changeOf({ events, lastEventId }: DeliveredBatch): Promise<NarrowChange> {
    const { terms, newest } = this.#request
    // The reader's role may have changed, and their permissions.
    const context = await afresh(this.#opened)
    const change = await narrowChange(
      context,
      terms,
      events.map(({ event }) => event),
    )
    if (!this.#isFirst || newest === 0) return { ...change, lastEventId }
    const { messages } = await readWindow(context, {
      narrow: terms,
      anchor: { kind: 'newest' },
      numBefore: newest,
      numAfter: 0,
      includeAnchor: true,
    })
    const rows = new Map([...change.current, ...messages].map((row) => [row.id, row]))
    const current = [...rows.values()].sort((left, right) => left.id - right.id)
    return { ...change, current, lastEventId }
  }
}

async function narrowChange(
  context: ViewerContext,
  terms: readonly NarrowTerm[],
  events: readonly LoggedEvent[],
): Promise<Omit<NarrowChange, 'lastEventId'>> {
  const nothing = { current: [], gone: [], isStale: false }
  if (events.length === 0) return nothing
  const { db } = context.core
  // Anew each time: conversations begin, and what is named may move.
  const narrow = await compileNarrow(terms, { context, db })
  const searched = await searchedChannels(context, narrow)
  const touched = touchedBy(events, {
    userId: context.viewer.id,
    terms,
    isSearched: (channelId) => searched.has(channelId),
  })
  if (touched.isStale) return { ...nothing, isStale: true }
  const ids = [...new Set([...touched.messages, ...touched.added, ...touched.glimpsed])]
  if (ids.length === 0) return nothing
  const current = await db.query<MessageRow>(
    sql`${searchedMessages(context, narrow)} ${withId(narrow, sql`= ANY(${ids}::int[])`)}
      ORDER BY ${idColumn(narrow)}`,
  )
  const isCurrent = new Set(current.map(({ id }) => id))
  const isGone = (id: number) => !isCurrent.has(id)
  const glimpsed = await readable(context, [...touched.glimpsed].filter(isGone))
  const gone = new Set([...[...touched.messages].filter(isGone), ...glimpsed])
  return { current, gone: [...gone].sort((left, right) => left - right), isStale: false }
}

/** The channels whose whole history a narrow searches. */
async function searchedChannels(
  { core, viewer }: ViewerContext,
  { searched }: CompiledNarrow,
): Promise<ReadonlySet<number>> {
  if (searched === 'own history') return new Set()
  if (typeof searched === 'object') return new Set([searched.channel.id])
  const rows = await core.db.query<{ id: number }>(sql`
    SELECT id FROM channel WHERE organization_id = ${viewer.organizationId} AND NOT invite_only`)
  return new Set(rows.map(({ id }) => id))
}

/** Those of some messages that the viewer may read. */
async function readable(context: ViewerContext, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await context.core.db.query<{ id: number }>(
    selectMessages(
      context,
      sql`m.id = ANY(${ids}::int[]) AND m.organization_id = ${context.organization.id} AND ${readableMessage(context)}`,
      sql`m.id`,
    ),
  )
  return rows.map(({ id }) => id)
}
