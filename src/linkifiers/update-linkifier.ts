import sql from 'sql-template-tag'
import { requireRole } from '../access/require-role.ts'
import type { Linkifier } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { changeLinkifiers, linkifierAmong } from './change-linkifiers.ts'
import { checkLinkifier, type LinkifierFields } from './check-linkifier.ts'
import { checkPatternIsFree } from './create-linkifier.ts'

/** What is to be true of a linkifier; whatever is undefined stays as it is. */
export type LinkifierChange = Pick<LinkifierFields, 'pattern' | 'urlTemplate'> & {
  readonly [Field in 'exampleInput' | 'reverseTemplate' | 'alternativeUrlTemplates']?:
    | LinkifierFields[Field]
    | undefined
}

/**
 * Changes a linkifier (reference: PATCH /realm/filters/{filter_id}).
 *
 * @throws CodedError UNAUTHORIZED_PRINCIPAL; BAD_REQUEST, with `errors` for a field that is wrong
 */
export async function updateLinkifier(
  context: ViewerContext,
  linkifierId: number,
  { exampleInput, reverseTemplate, alternativeUrlTemplates, ...required }: LinkifierChange,
): Promise<Linkifier> {
  requireRole(context.viewer, 'administrator')
  return changeLinkifiers(context, async ({ tx, before }) => {
    const old = linkifierAmong(before, linkifierId)
    const after = {
      ...old,
      ...required,
      ...(exampleInput !== undefined && { exampleInput }),
      ...(reverseTemplate !== undefined && { reverseTemplate }),
      ...(alternativeUrlTemplates !== undefined && { alternativeUrlTemplates: [...alternativeUrlTemplates] }),
    }
    checkLinkifier(after)
    checkPatternIsFree(
      before.filter(({ id }) => id !== linkifierId),
      after.pattern,
    )
    await tx.query(sql`
      UPDATE linkifier SET pattern = ${after.pattern}, url_template = ${after.urlTemplate},
        example_input = ${after.exampleInput}, reverse_template = ${after.reverseTemplate},
        alternative_url_templates = ${after.alternativeUrlTemplates}::text[]
      WHERE id = ${linkifierId}`)
    return after
  })
}
