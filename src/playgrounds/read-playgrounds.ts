import sql from 'sql-template-tag'
import type { Playground as WirePlayground } from '../contract/shapes/playground.ts'
import type { Queryable } from '../database/database.ts'
import type { Playground } from '../generated/prisma/client.ts'

/** The code playgrounds of an organization, the oldest first. */
export function playgroundsOf(db: Queryable, organizationId: number): Promise<Playground[]> {
  return db.query<Playground>(sql`
    SELECT * FROM playground WHERE organization_id = ${organizationId} ORDER BY id`)
}

/** A playground as snapshots and events tell of it. */
export function wirePlayground({ id, name, language, urlTemplate }: Playground): WirePlayground {
  return { id, name, pygments_language: language, url_template: urlTemplate }
}
