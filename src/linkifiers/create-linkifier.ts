import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import type { Linkifier } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { changeLinkifiers } from './change-linkifiers.ts'
import { checkLinkifier, type LinkifierFields, wrongLinkifier } from './check-linkifier.ts'

/**
 * Adds a linkifier behind the others (reference: POST /realm/filters).
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL; BAD_REQUEST with `errors`
 */
export async function createLinkifier(context: ViewerContext, fields: LinkifierFields): Promise<Linkifier> {
  requireRole(context.viewer, 'administrator')
  checkLinkifier(fields)
  return changeLinkifiers(context, async ({ tx, before }) => {
    checkPatternIsFree(before, fields.pattern)
    const [made] = await tx.query<Linkifier>(sql`
      INSERT INTO linkifier (organization_id, pattern, url_template, example_input, reverse_template,
        alternative_url_templates, position)
      VALUES (${context.viewer.organizationId}, ${fields.pattern}, ${fields.urlTemplate}, ${fields.exampleInput},
        ${fields.reverseTemplate}, ${fields.alternativeUrlTemplates}::text[],
        ${(before.at(-1)?.position ?? -1) + 1})
      RETURNING *`)
    if (!made) throw new Error('An insert returned nothing.')
    return made
  })
}

/**
 * Refuses a pattern that another linkifier has, which would never come to a match.
 *
 * @throws CodedError BAD_REQUEST with `errors`
 */
export function checkPatternIsFree(others: readonly Linkifier[], pattern: string): void {
  if (others.some((other) => other.pattern === pattern)) {
    throw wrongLinkifier('pattern', 'A linkifier with this pattern already exists.')
  }
}
