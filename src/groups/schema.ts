import sql from 'sql-template-tag'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { accessGroup, listGroups } from './access.ts'
import './contents-fields.ts'
import { UserGroupType } from './group-type.ts'

builder.queryField('userGroups', (t) =>
  t.field({
    type: [UserGroupType],
    description: 'The organization’s user groups, system groups too, by ascending id.',
    args: {
      includeDeactivated: t.arg.boolean({ defaultValue: false, description: 'Deactivated groups, too.' }),
    },
    resolve: (_, { includeDeactivated }, context) =>
      listGroups(
        context.core.db,
        requireViewer(context).viewer.organizationId,
        includeDeactivated === true ? sql`true` : sql`NOT g.deactivated`,
        sql`ORDER BY g.id`,
      ),
  }),
)

builder.queryField('userGroup', (t) =>
  t.field({
    type: UserGroupType,
    description: 'One user group, deactivated or not. Errors: BAD_REQUEST for none.',
    args: { databaseId: t.arg.int({ required: true, description: 'The integer that REST uses.' }) },
    resolve: (_, { databaseId }, context) =>
      accessGroup(context.core.db, requireViewer(context).viewer.organizationId, databaseId),
  }),
)
