import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'

/** A name, and the channel that has it without regard to case, if any does. */
export interface NamedChannel {
  readonly name: string
  readonly id: number | null
}

/**
 * Looks up channels by name, whoever may see them. A name that comes twice is answered once. The
 * database compares, because the constraint on names is the database's too.
 */
export async function findByNames(
  db: Queryable,
  organizationId: number,
  names: readonly string[],
): Promise<NamedChannel[]> {
  const rows = await db.query<NamedChannel & { key: string }>(sql`
    SELECT wanted.name, lower(wanted.name) AS key, c.id
    FROM unnest(${names}::text[]) WITH ORDINALITY AS wanted(name, position)
      LEFT JOIN channel c ON c.organization_id = ${organizationId} AND lower(c.name) = lower(wanted.name)
    ORDER BY wanted.position`)
  const byKey = new Map<string, NamedChannel>()
  for (const { name, key, id } of rows) if (!byKey.has(key)) byKey.set(key, { name, id })
  return [...byKey.values()]
}
