import sql, { type Sql } from 'sql-template-tag'
import type { CanonicalEvent } from '../contract/events/kinds.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import type { EventReach } from '../generated/prisma/enums.ts'

/** Who gets an event: the users with these ids, or everyone in the organization. */
export type Audience = readonly number[] | 'everyone'

/** What differs between the receivers of one event. */
export interface PerUser {
  /** Message flags by user id, as bits; a user who is not named has none. */
  readonly flags?: Readonly<Record<number, number>>
  /** Echoed to one queue only: the sender's own. */
  readonly echo?: { readonly queueId: string; readonly localId: string }
  /** Users who are told of it by an event of their own, whatever they listen to. */
  readonly toldApart?: readonly number[]
}

/** An event that has been announced but is not in the log yet. */
export interface NewEvent {
  readonly payload: CanonicalEvent
  readonly audience: Audience
  readonly perUser?: PerUser
  readonly reach?: EventReach
}

/** One entry of an organization's event log. */
export interface LoggedEvent {
  /** Dense in the organization, in commit order. */
  readonly id: number
  readonly type: string
  readonly payload: CanonicalEvent
  /** Null: everyone in the organization. */
  readonly audience: ReadonlySet<number> | null
  readonly perUser: PerUser | null
  readonly reach: EventReach
}

/**
 * Writes events to the log. Must be the transaction's last statement: it takes the organization's
 * counter, which stays locked until the commit, so that ids are dense and a reader who has seen
 * one id can never meet a smaller one later.
 *
 * @returns the id of the last event
 */
export async function appendEvents(
  tx: Transaction,
  organizationId: number,
  events: readonly NewEvent[],
): Promise<number> {
  const rows = events.map((event) => ({
    type: event.payload.type,
    payload: event.payload,
    audience: event.audience === 'everyone' ? [] : event.audience,
    for_everyone: event.audience === 'everyone',
    per_user: event.perUser ?? null,
    reach: event.reach ?? 'audience',
  }))
  const [appended] = await tx.query<{ lastEventId: number }>(sql`
    WITH counter AS (
      UPDATE organization SET last_event_id = last_event_id + ${events.length}
      WHERE id = ${organizationId} RETURNING last_event_id
    ), appended AS (
      INSERT INTO event (organization_id, id, type, payload, audience, for_everyone, per_user, reach)
      SELECT ${organizationId}, counter.last_event_id - ${events.length} + item.position, item.type,
        item.payload, item.audience, item.for_everyone, item.per_user, item.reach
      FROM counter, ROWS FROM (json_to_recordset(${JSON.stringify(rows)}::json) AS (
        type text, payload json, audience int[], for_everyone boolean, per_user json, reach event_reach
      )) WITH ORDINALITY AS item(type, payload, audience, for_everyone, per_user, reach, position)
    )
    SELECT last_event_id FROM counter`)
  if (!appended) throw new Error(`Organization ${organizationId} is gone.`)
  return appended.lastEventId
}

/** The newest event id of each of the organizations. */
export async function lastEventIds(
  db: Queryable,
  organizationIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; lastEventId: number }>(
    sql`SELECT id, last_event_id FROM organization WHERE id = ANY(${organizationIds}::int[])`,
  )
  return new Map(rows.map((row) => [row.id, row.lastEventId]))
}

/** The oldest event id that the log still has; one more than the newest when it has none. */
export async function oldestEventId(db: Queryable, organizationId: number): Promise<number> {
  const [row] = await db.query<{ oldest: number }>(sql`
    SELECT coalesce((SELECT id FROM event WHERE organization_id = ${organizationId} ORDER BY id LIMIT 1),
      (SELECT last_event_id + 1 FROM organization WHERE id = ${organizationId})) AS oldest`)
  return row?.oldest ?? 1
}

interface EventRow {
  id: number
  type: string
  payload: CanonicalEvent
  audience: number[]
  forEveryone: boolean
  perUser: PerUser | null
  reach: EventReach
}

const loggedEvent = (row: EventRow): LoggedEvent => ({
  id: row.id,
  type: row.type,
  payload: row.payload,
  audience: row.forEveryone ? null : new Set(row.audience),
  perUser: row.perUser,
  reach: row.reach,
})

async function eventsWhere(
  db: Queryable,
  organizationId: number,
  after: number,
  limit: number,
  condition: Sql,
): Promise<LoggedEvent[]> {
  const rows = await db.query<EventRow>(sql`
    SELECT id, type, payload, audience, for_everyone, per_user, reach FROM event
    WHERE organization_id = ${organizationId} AND id > ${after} AND ${condition} ORDER BY id LIMIT ${limit}`)
  return rows.map(loggedEvent)
}

/** Events after `after`, oldest first, whoever they are for. */
export function readEvents(
  db: Queryable,
  organizationId: number,
  after: number,
  limit: number,
): Promise<LoggedEvent[]> {
  return eventsWhere(db, organizationId, after, limit, sql`true`)
}

/**
 * Events after `after` that may concern one user, oldest first: for readers who are further behind
 * than the hub remembers.
 */
export function readEventsFor(
  db: Queryable,
  organizationId: number,
  userId: number,
  after: number,
  limit: number,
): Promise<LoggedEvent[]> {
  const concerned = sql`(for_everyone OR reach <> 'audience' OR audience @> ARRAY[${userId}::int])`
  return eventsWhere(db, organizationId, after, limit, concerned)
}
