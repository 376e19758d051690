import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { organizationHostName } from '../organizations/organization-address.ts'
import { hasWebPublicAccess } from '../organizations/web-public-access.ts'
import { accessUser, accessUserByAddress } from './access.ts'
import { listUsers, listUsersForVisitors } from './queries.ts'
import { UserType } from './user-type.ts'
import { ViewerType } from './viewer-type.ts'

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    nullable: true,
    description: 'Whoever asks; null for visitors.',
    resolve: (_, __, { viewer }) => viewer,
  }),
)

builder.queryField('users', (t) =>
  t.field({
    type: [UserType],
    description:
      'The users whom the viewer may see, deactivated ones too, by ascending id; visitors see who has written in web-public channels. Errors: UNAUTHORIZED for visitors where nothing is open to them.',
    args: {
      databaseIds: t.arg.intList({ required: false, description: 'Only these; left out: all.' }),
    },
    resolve: async (_, { databaseIds }, context) => {
      const { core, viewer, organization } = context
      if (viewer || !(await hasWebPublicAccess(core.db, core.config, organization))) {
        return listUsers(core.db, requireViewer(context), databaseIds ?? null)
      }
      return listUsersForVisitors(core.db, organization.id, databaseIds ?? null)
    },
  }),
)

builder.queryField('user', (t) =>
  t.field({
    type: UserType,
    description: 'One user. Errors: BAD_REQUEST for nobody, and for somebody whom the viewer may not see.',
    args: { databaseId: t.arg.int({ required: true, description: 'The integer that REST uses.' }) },
    resolve: (_, { databaseId }, context) => accessUser(context.core.db, requireViewer(context), databaseId),
  }),
)

builder.queryField('userByAddress', (t) =>
  t.field({
    type: UserType,
    description:
      'One user: by the dummy address, or by the real one where the viewer may see it. Errors: as for `user`.',
    args: { address: t.arg.string({ required: true, description: 'Compared without regard to case.' }) },
    resolve: (_, { address }, context) => {
      const { core, organization } = context
      return accessUserByAddress(
        core.db,
        requireViewer(context),
        address,
        organizationHostName(core.config, organization),
      )
    },
  }),
)
