import { roles } from '../contract/roles.ts'
import type { UserGroup } from '../generated/prisma/client.ts'
import { builder } from '../graphql/builder.ts'
import { type Context, requireViewer } from '../graphql/context.ts'
import { pageCost, pageOfIds } from '../graphql/pages.ts'
import { accessUser } from '../users/access.ts'
import { listUsers } from '../users/queries.ts'
import { UserType } from '../users/user-type.ts'
import { UserGroupType } from './group-type.ts'
import { groupContents, namedGroups } from './loaders.ts'
import { isMember } from './read-group.ts'

function memberIds(group: UserGroup, directly: boolean, context: Context): Promise<number[]> {
  return groupContents[directly ? 'directMembers' : 'allMembers'](context).load(group)
}

function subgroupIds(group: UserGroup, directly: boolean, context: Context): Promise<number[]> {
  return groupContents[directly ? 'directSubgroups' : 'allSubgroups'](context).load(group)
}

const directMembersOnly = {
  defaultValue: false,
  description: 'Leave out who is in it only through a subgroup.',
} as const
const directSubgroupsOnly = { defaultValue: false, description: 'Leave out groups inside groups.' } as const

builder.objectFields(UserGroupType, (t) => ({
  memberDatabaseIds: t.intList({
    description: 'Ids of the active users in it, ascending; cheaper than the users themselves.',
    args: { directOnly: t.arg.boolean(directMembersOnly) },
    resolve: (group, { directOnly }, context) => memberIds(group, directOnly === true, context),
  }),
  members: t.connection(
    {
      type: UserType,
      description: 'The active users in it whom the viewer sees, by ascending id.',
      args: { directOnly: t.arg.boolean(directMembersOnly) },
      complexity: pageCost,
      resolve: async (group, { directOnly, ...args }, context) => {
        const viewing = requireViewer(context)
        const load = (ids: readonly number[]) => listUsers(context.core.db, viewing, ids)
        const all = await memberIds(group, directOnly === true, context)
        // Whom a guest does not see takes no place on a page; everybody else sees everybody.
        const ids = viewing.viewer.role === roles.guest ? (await load(all)).map(({ id }) => id) : all
        return pageOfIds(args, ids, load)
      },
    },
    { description: 'A page of members.' },
    { description: 'A member, and their place.' },
  ),
  subgroupDatabaseIds: t.intList({
    description: 'Ids of the groups inside it, ascending.',
    args: { directOnly: t.arg.boolean(directSubgroupsOnly) },
    resolve: (group, { directOnly }, context) => subgroupIds(group, directOnly === true, context),
  }),
  subgroups: t.connection(
    {
      type: UserGroupType,
      description: 'The groups inside it, by ascending id.',
      args: { directOnly: t.arg.boolean(directSubgroupsOnly) },
      complexity: pageCost,
      resolve: async (group, { directOnly, ...args }, context) =>
        pageOfIds(args, await subgroupIds(group, directOnly === true, context), async (ids) => {
          const found = await Promise.all(ids.map((id) => namedGroups(context).load(id)))
          return found.filter((one) => one !== null)
        }),
    },
    { description: 'A page of subgroups.' },
    { description: 'A subgroup, and its place.' },
  ),
  isMember: t.boolean({
    description:
      'Whether a user is in it; false for deactivated users. Errors: BAD_REQUEST for nobody whom the viewer sees.',
    args: {
      userDatabaseId: t.arg.int({ required: true, description: 'The user’s id.' }),
      directOnly: t.arg.boolean({
        defaultValue: false,
        description: 'Do not count membership through a subgroup.',
      }),
    },
    resolve: async (group, { userDatabaseId, directOnly }, context) => {
      const { db } = context.core
      const user = await accessUser(db, requireViewer(context), userDatabaseId)
      return isMember(db, group, user.id, directOnly === true)
    },
  }),
}))
