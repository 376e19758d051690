import { groupRules, may, type Rule } from '../access/rules.ts'
import { userGroupPermissionSettings } from '../contract/permission-settings.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { requireViewer } from '../graphql/context.ts'
import { databaseIdOf } from '../graphql/global-id.ts'
import { groupSetting, namedGroups } from './loaders.ts'
import { groupPermissionColumn, groupPermissions } from './permission-columns.ts'

export const UserGroupType = builder.objectRef<UserGroup>('UserGroup')

/** `can_join_group` becomes `canJoinGroup`. */
export function groupPermissionField(permission: string): string {
  return permission.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** What the viewer may do with a group, by the name of the field that says so. */
const viewersRules = {
  viewerCanManage: groupRules.MANAGE_GROUP,
  viewerCanAddMembers: groupRules.ADD_GROUP_MEMBERS,
  viewerCanRemoveMembers: groupRules.REMOVE_GROUP_MEMBERS,
  viewerCanJoin: groupRules.JOIN_GROUP,
  viewerCanLeave: groupRules.LEAVE_GROUP,
  viewerCanMention: groupRules.MENTION_GROUP,
} as const satisfies Record<string, Rule>

builder.node(UserGroupType, {
  description: 'A set of users and of other groups, to be mentioned and to hold permissions.',
  id: { description: 'Global id.', resolve: ({ id }) => id, parse: databaseIdOf },
  loadMany: (ids, context) => Promise.all(ids.map((id) => namedGroups(requireViewer(context)).load(id))),
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The integer that REST uses.' }),
    name: t.string({
      description: 'Unique; of system groups such as `role:members`.',
      resolve: ({ name }) => name ?? '',
    }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    dateCreated: t.expose('dateCreated', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was made; null when that is not recorded.',
    }),
    creatorDatabaseId: t.exposeInt('creatorId', {
      nullable: true,
      description: 'Id of the user who made it; null when nobody is recorded.',
    }),
    isSystemGroup: t.boolean({
      description: 'Whether the server maintains it, from roles: nobody can change it.',
      resolve: ({ kind }) => kind === 'system',
    }),
    isDeactivated: t.exposeBoolean('deactivated', {
      description: 'It keeps its members and settings, and counts for nothing.',
    }),
    ...Object.fromEntries(
      groupPermissions.map((permission) => [
        groupPermissionField(permission),
        t.field({
          type: 'GroupSetting',
          description: `Who may ${userGroupPermissionSettings[permission].may}.`,
          resolve: async (group, _, context) => {
            const { core, organization } = context
            const keeperId = group[groupPermissionColumn[permission]]
            if (keeperId !== null) return groupSetting(context, keeperId)
            return (await core.systemGroups.of(core.db, organization.id)).idOf['role:nobody']
          },
        }),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(viewersRules).map(([field, rule]) => [
        field,
        t.boolean({
          description: `Whether the viewer may ${rule.may}.`,
          resolve: (group, _, context) => may(requireViewer(context).permissions, rule, { group }),
        }),
      ]),
    ),
  }),
})
