import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import type { Playground } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { changePlaygrounds } from './change-playgrounds.ts'
import { checkPlayground, type PlaygroundFields, wrongPlayground } from './check-playground.ts'

/**
 * Adds a code playground (reference: POST /realm/playgrounds). Several may share a language, under names
 * of their own.
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL; BAD_REQUEST with `errors`
 */
export async function createPlayground(
  context: ViewerContext,
  fields: PlaygroundFields,
): Promise<Playground> {
  requireRole(context.viewer, 'administrator')
  checkPlayground(fields)
  const { name, language, urlTemplate } = fields
  return changePlaygrounds(context, async ({ tx, before }) => {
    if (before.some((other) => other.name === name && other.language === language)) {
      throw wrongPlayground('name', 'A playground with this name and language already exists.')
    }
    const [made] = await tx.query<Playground>(sql`
      INSERT INTO playground (organization_id, name, language, url_template)
      VALUES (${context.viewer.organizationId}, ${name}, ${language}, ${urlTemplate})
      RETURNING *`)
    if (!made) throw new Error('An insert returned nothing.')
    return made
  })
}
