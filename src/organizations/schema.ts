import type { ViewerOrganization } from '../access/viewer.ts'
import { builder } from '../graphql/builder.ts'

export const OrganizationType = builder.objectRef<ViewerOrganization>('Organization').implement({
  description: 'A tenant: everything that people see lives inside exactly one organization.',
  fields: (t) => ({
    databaseId: t.int({ description: 'The integer that REST uses.', resolve: ({ id }) => id }),
    name: t.exposeString('name', { description: 'What people call it.' }),
    subdomain: t.exposeString('subdomain', {
      description: 'Its part of the host name; empty at the server’s root address.',
    }),
  }),
})

builder.queryField('organization', (t) =>
  t.field({
    type: OrganizationType,
    description: 'The organization that the request’s host name selects; visitors see it too.',
    resolve: (_, __, context) => context.organization,
  }),
)
