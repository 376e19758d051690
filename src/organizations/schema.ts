import { builder } from '../graphql/builder.ts'
import { OrganizationType, organizationOf } from './organization-type.ts'
import { ServerType } from './server-type.ts'
import './pictures-schema.ts'
import './update-schema.ts'
import './user-defaults-schema.ts'

builder.queryField('organization', (t) =>
  t.field({
    type: OrganizationType,
    description: 'The organization that the request’s host name selects; visitors see it too.',
    resolve: (_, __, context) => organizationOf(context),
  }),
)

builder.queryField('server', (t) =>
  t.field({
    type: ServerType,
    description: 'The server that answers; visitors see its version.',
    resolve: (_, __, { core }) => core,
  }),
)
