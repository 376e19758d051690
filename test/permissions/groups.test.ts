import sql, { join, raw } from 'sql-template-tag'
import { beforeEach } from 'vitest'
import { systemGroupOn } from '../channels/support.ts'
import { makeGroup } from '../groups/support.ts'
import type { Request } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { type Attempt, allBut, allOf, nobody, personFor, provePermissions, type Who } from './matrix.ts'

const server = testServer()
let people: Cast
let nobodyGroup: number
/** A group that comes and goes as a subgroup of others. */
let subgroup: number

// A cast for each line of the table: groups are never deleted, and names are looked up among all.
beforeEach(async () => {
  people = await cast(server)
  nobodyGroup = await systemGroupOn(server)(people.owner.id, 'role:nobody')
  subgroup = await makeGroup(people.owner)
})

/** A group, somebody who acts on it, and somebody else whom it may be about. */
interface Scene {
  readonly actor: Person
  readonly id: number
  readonly name: string
  readonly other: Person
}

type Relation =
  | 'a stranger'
  | 'a member'
  | 'in can_manage_group'
  | 'in a group inside can_manage_group'
  | 'in can_add_members_group'
  | 'in can_remove_members_group'
  | 'in can_join_group'
  | 'in can_leave_group'
  | 'in can_mention_group'
  | 'in can_manage_all_groups'

type Action =
  | 'change'
  | 'deactivate'
  | 'reactivate'
  | 'add somebody'
  | 'add a subgroup'
  | 'remove somebody'
  | 'remove a subgroup'
  | 'join'
  | 'leave'
  | 'mention'

// Owners are in can_manage_all_groups from the start; guests hold nothing that guests cannot.
const owners: readonly Who[] = ['owner']
const noGuests = allBut('guest')
const managers = {
  'a stranger': owners,
  'a member': owners,
  'in can_manage_group': noGuests,
  'in a group inside can_manage_group': noGuests,
  'in can_add_members_group': owners,
  'in can_remove_members_group': owners,
  'in can_join_group': owners,
  'in can_leave_group': owners,
  'in can_mention_group': owners,
  'in can_manage_all_groups': noGuests,
} as const satisfies Record<Relation, readonly Who[]>
const adders = { ...managers, 'in can_add_members_group': noGuests }
const removers = { ...managers, 'in can_remove_members_group': noGuests }
const { 'a member': _, ...joiners } = { ...adders, 'in can_join_group': noGuests }

const settings = [
  'can_manage_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_join_group',
  'can_leave_group',
  'can_mention_group',
] as const

let count = 0

interface Contents {
  readonly members?: readonly number[]
  readonly subgroups?: readonly number[]
}

/** Writes a group behind everybody's back: nobody hears of it, which a thousand groups would cost minutes. */
async function writeGroup(
  name: string | null,
  { members = [], subgroups = [] }: Contents,
  holders: Readonly<Record<string, number>> = {},
): Promise<number> {
  const { db } = server.core
  const columns = settings.map((setting) => raw(`${setting}_id`))
  const values = settings.map((setting) => sql`${name && (holders[setting] ?? nobodyGroup)}::int`)
  const [group] = await db.query<{ id: number }>(sql`
    INSERT INTO user_group (organization_id, kind, name, ${join(columns)})
    VALUES (${people.organizationId}, ${name ? raw("'named'") : raw("'anonymous'")}, ${name}, ${join(values)})
    RETURNING id`)
  const id = group?.id ?? -1
  await db.query(sql`
    WITH members AS (
      INSERT INTO user_group_member (group_id, user_id) SELECT ${id}, unnest(${members}::int[])
    )
    INSERT INTO user_group_subgroup (supergroup_id, subgroup_id) SELECT ${id}, unnest(${subgroups}::int[])`)
  return id
}

/** What holds the permission that the relation names: by setting. */
async function holdersFor(actor: Person, relation: Relation): Promise<Record<string, number>> {
  const members = [actor.id]
  if (relation === 'in a group inside can_manage_group') {
    const inner = await writeGroup(`inner ${count++}`, { members })
    const outer = await writeGroup(`outer ${count++}`, { subgroups: [inner] })
    return { can_manage_group: await writeGroup(null, { subgroups: [outer, nobodyGroup] }) }
  }
  const setting = settings.find((one) => relation === `in ${one}`)
  return setting ? { [setting]: await writeGroup(null, { members }) } : {}
}

async function stage(who: Who, relation: Relation, action: Action, act: (scene: Scene) => Promise<void>) {
  const { ben } = people
  const actor = personFor(people, who)
  const isIn = relation === 'a member' || action === 'leave' || action === 'mention'
  const name = `group of the ${who} ${count++}`
  const contents = {
    members: [...(isIn ? [actor.id] : []), ...(action === 'remove somebody' ? [ben.id] : [])],
    subgroups: action === 'remove a subgroup' ? [subgroup] : [],
  }
  const id = await writeGroup(name, contents, await holdersFor(actor, relation))
  if (action === 'reactivate') {
    await server.core.db.query(sql`UPDATE user_group SET deactivated = true WHERE id = ${id}`)
  }
  const scene = { actor, id, name, other: ben }
  if (relation !== 'in can_manage_all_groups') return act(scene)
  const all = await writeGroup(`managers ${count++}`, { members: [actor.id] })
  const former = await holderOfAll()
  try {
    await setHolderOfAll(all)
    await act(scene)
  } finally {
    await setHolderOfAll(former)
  }
}

async function holderOfAll(): Promise<number> {
  const [row] = await server.core.db.query<{ groupId: number }>(sql`
    SELECT group_id FROM organization_permission
    WHERE organization_id = ${people.organizationId} AND setting = 'can_manage_all_groups'`)
  return row?.groupId ?? -1
}

const setHolderOfAll = (groupId: number) =>
  server.core.db.query(sql`
    UPDATE organization_permission SET group_id = ${groupId}
    WHERE organization_id = ${people.organizationId} AND setting = 'can_manage_all_groups'`)

const isRefusal = /^Insufficient permission$|^You are not allowed to mention user group/

/** Whether the request was granted; any other answer than the documented refusal is a mistake. */
async function granted(request: Request): Promise<boolean> {
  if ((await request).status === 200) return true
  await request.fails('BAD_REQUEST', isRefusal)
  return false
}

const rest =
  (method: string, path: (scene: Scene) => string, body: (scene: Scene) => Record<string, unknown>) =>
  (scene: Scene) =>
    granted(scene.actor.request(method, path(scene), body(scene)))

const members = (body: (scene: Scene) => Record<string, unknown>) =>
  rest('POST', ({ id }) => `user_groups/${id}/members`, body)

const mention = ({ actor, name }: Scene) => ({ to: [actor.id], content: `Hi @*${name}*` })

const overRest: Record<Action, Attempt<Scene>> = {
  change: rest(
    'PATCH',
    ({ id }) => `user_groups/${id}`,
    () => ({ description: 'New.' }),
  ),
  deactivate: rest(
    'POST',
    ({ id }) => `user_groups/${id}/deactivate`,
    () => ({}),
  ),
  reactivate: rest(
    'PATCH',
    ({ id }) => `user_groups/${id}`,
    () => ({ deactivated: false }),
  ),
  'add somebody': members(({ other }) => ({ add: [other.id] })),
  'add a subgroup': rest(
    'POST',
    ({ id }) => `user_groups/${id}/subgroups`,
    () => ({ add: [subgroup] }),
  ),
  'remove somebody': members(({ other }) => ({ delete: [other.id] })),
  'remove a subgroup': members(() => ({ delete_subgroups: [subgroup] })),
  join: members(({ actor }) => ({ add: [actor.id] })),
  leave: members(({ actor }) => ({ delete: [actor.id] })),
  mention: (scene) => granted(scene.actor.post('messages', { type: 'direct', ...mention(scene) })),
}

const graphql =
  (mutation: string, type: string, input: (scene: Scene) => Promise<object> | object) =>
  async (scene: Scene): Promise<boolean> => {
    const { errors } = await scene.actor.graphqlResult(
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`,
      { input: await input(scene) },
    )
    if (!errors) return true
    if (errors[0].extensions.code !== 'BAD_REQUEST' || !isRefusal.test(errors[0].message)) {
      throw new Error(errors[0].message)
    }
    return false
  }

const update = (input: object) =>
  graphql('updateUserGroup', 'UpdateUserGroupInput', ({ id }) => ({ databaseId: id, ...input }))
const membership = (input: (scene: Scene) => object) =>
  graphql('changeUserGroupMembers', 'ChangeUserGroupMembersInput', (scene) => ({
    databaseId: scene.id,
    ...input(scene),
  }))

const overGraphql: Record<Action, Attempt<Scene>> = {
  change: update({ description: 'New.' }),
  deactivate: graphql('deactivateUserGroup', 'DeactivateUserGroupInput', ({ id }) => ({ databaseId: id })),
  reactivate: update({ isDeactivated: false }),
  'add somebody': membership(({ other }) => ({ addUserDatabaseIds: [other.id] })),
  'add a subgroup': membership(() => ({ addSubgroupDatabaseIds: [subgroup] })),
  'remove somebody': membership(({ other }) => ({ removeUserDatabaseIds: [other.id] })),
  'remove a subgroup': membership(() => ({ removeSubgroupDatabaseIds: [subgroup] })),
  join: membership(({ actor }) => ({ addUserDatabaseIds: [actor.id] })),
  leave: membership(({ actor }) => ({ removeUserDatabaseIds: [actor.id] })),
  mention: graphql('sendMessage', 'SendMessageInput', (scene) => {
    const { to, content } = mention(scene)
    return { direct: { userDatabaseIds: to }, content }
  }),
}

const asked: Record<Action, readonly [action: string, field: string]> = {
  change: ['MANAGE_GROUP', 'viewerCanManage'],
  deactivate: ['MANAGE_GROUP', 'viewerCanManage'],
  reactivate: ['MANAGE_GROUP', 'viewerCanManage'],
  'add somebody': ['ADD_GROUP_MEMBERS', 'viewerCanAddMembers'],
  'add a subgroup': ['ADD_GROUP_MEMBERS', 'viewerCanAddMembers'],
  'remove somebody': ['REMOVE_GROUP_MEMBERS', 'viewerCanRemoveMembers'],
  'remove a subgroup': ['REMOVE_GROUP_MEMBERS', 'viewerCanRemoveMembers'],
  join: ['JOIN_GROUP', 'viewerCanJoin'],
  leave: ['LEAVE_GROUP', 'viewerCanLeave'],
  mention: ['MENTION_GROUP', 'viewerCanMention'],
}

provePermissions<Action, Relation, Scene>({
  title: 'User groups (permissions: "User-group settings")',
  table: {
    change: managers,
    deactivate: managers,
    reactivate: managers,
    'add somebody': adders,
    'add a subgroup': adders,
    'remove somebody': removers,
    'remove a subgroup': removers,
    join: joiners,
    leave: { ...removers, 'in can_leave_group': allOf },
    mention: { 'a member': nobody, 'in can_manage_group': nobody, 'in can_mention_group': allOf },
  },
  stage,
  doors: { REST: overRest, GraphQL: overGraphql },
  state: ({ actor, id }) =>
    server.core.db.query(sql`
      SELECT g.*, array(SELECT user_id FROM user_group_member WHERE group_id = g.id) AS members,
        array(SELECT subgroup_id FROM user_group_subgroup WHERE supergroup_id = g.id) AS subgroups,
        (SELECT count(*) FROM message WHERE sender_id = ${actor.id}) AS messages
      FROM user_group g WHERE g.id = ${id}`),
  foretold: {
    explainPermission: async ({ actor, id }, action) => {
      const { explainPermission } = await people.ben.graphql(
        `query ($action: PermissionAction!, $user: Int!, $group: Int!) {
          explainPermission(action: $action, userDatabaseId: $user, userGroupDatabaseId: $group) { isAllowed }
        }`,
        { action: asked[action][0], user: actor.id, group: id },
      )
      return explainPermission.isAllowed
    },
    viewerCan: async ({ actor, id }, action) => {
      const { userGroup } = await actor.graphql(
        `query ($id: Int!) { userGroup(databaseId: $id) { answer: ${asked[action][1]} } }`,
        { id },
      )
      return userGroup.answer
    },
  },
})
