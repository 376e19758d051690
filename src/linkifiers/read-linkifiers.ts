import sql from 'sql-template-tag'
import type { Linkifier as WireLinkifier } from '../contract/shapes/linkifier.ts'
import type { Queryable } from '../database/database.ts'
import type { Linkifier } from '../generated/prisma/client.ts'

/** The linkifiers of an organization, in the order in which they apply. */
export function linkifiersOf(db: Queryable, organizationId: number): Promise<Linkifier[]> {
  return db.query<Linkifier>(sql`
    SELECT * FROM linkifier WHERE organization_id = ${organizationId} ORDER BY position, id`)
}

/** A linkifier as snapshots and events tell of it. */
export function wireLinkifier(linkifier: Linkifier): WireLinkifier {
  return {
    id: linkifier.id,
    pattern: linkifier.pattern,
    url_template: linkifier.urlTemplate,
    example_input: linkifier.exampleInput,
    reverse_template: linkifier.reverseTemplate,
    alternative_url_templates: linkifier.alternativeUrlTemplates,
  }
}
