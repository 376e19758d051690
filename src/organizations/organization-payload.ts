import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { OrganizationType, organizationOf } from './organization-type.ts'

/** The payload of a mutation that changes the organization: the organization. */
export function organizationPayload(name: string) {
  return builder.objectRef<object>(name).implement({
    description: 'What was changed.',
    fields: (t) => ({
      organization: t.field({
        type: OrganizationType,
        description: 'The organization as it is now.',
        resolve: (_, __, context) => organizationOf(requireViewer(context)),
      }),
    }),
  })
}
