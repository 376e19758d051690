import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'
import { limitGuests } from '../users/limited-guests.ts'
import { makeGroup, these } from './support.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const mutate = (mutation: string, type: string, selection: string) =>
  `mutation ($input: ${type}!) { ${mutation}(input: $input) { userGroup { ${selection} } } }`

const idsOf = (connection: { edges: { node: { databaseId: number } }[] }) =>
  connection.edges.map(({ node }) => node.databaseId)

describe('A user group in GraphQL', () => {
  it('is made, changed, filled and deactivated by mutations that return it', async () => {
    const { ann, ben } = people
    const all = `databaseId name description creatorDatabaseId isSystemGroup isDeactivated canJoinGroup canManageGroup
      memberDatabaseIds subgroupDatabaseIds`
    const inner = await makeGroup(ann, { members: [ben.id] })
    const { createUserGroup } = await ann.graphql(mutate('createUserGroup', 'CreateUserGroupInput', all), {
      input: { name: 'tea', subgroupDatabaseIds: [inner], canJoinGroup: these([ben], [inner]) },
    })
    const { databaseId } = createUserGroup.userGroup
    expect(createUserGroup.userGroup).toEqual({
      databaseId,
      name: 'tea',
      description: '',
      creatorDatabaseId: ann.id,
      isSystemGroup: false,
      isDeactivated: false,
      canJoinGroup: these([ben], [inner]),
      canManageGroup: these([ann]),
      memberDatabaseIds: [ben.id],
      subgroupDatabaseIds: [inner],
    })
    const change = {
      databaseId,
      description: 'Hot.',
      canJoinGroup: { new: inner, old: these([ben], [inner]) },
    }
    const { updateUserGroup } = await ann.graphql(mutate('updateUserGroup', 'UpdateUserGroupInput', all), {
      input: change,
    })
    expect(updateUserGroup.userGroup).toMatchObject({ description: 'Hot.', canJoinGroup: inner })
    await expect(
      ann.graphql(mutate('updateUserGroup', 'UpdateUserGroupInput', all), { input: change }),
    ).rejects.toMatchObject({ code: 'EXPECTATION_MISMATCH', field_name: 'old' })
    const { changeUserGroupMembers } = await ann.graphql(
      mutate('changeUserGroupMembers', 'ChangeUserGroupMembersInput', 'memberDatabaseIds(directOnly: true)'),
      { input: { databaseId, addUserDatabaseIds: [ann.id] } },
    )
    expect(changeUserGroupMembers.userGroup.memberDatabaseIds).toEqual([ann.id])
    const deactivate = mutate('deactivateUserGroup', 'DeactivateUserGroupInput', 'isDeactivated')
    await expect(ann.graphql(deactivate, { input: { databaseId: inner } })).rejects.toMatchObject({
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      objections: [
        { type: 'subgroup', supergroup_ids: [databaseId] },
        { type: 'user_group', group_id: databaseId, settings: ['can_join_group'] },
      ],
    })
    const done = await ann.graphql(deactivate, { input: { databaseId } })
    expect(done.deactivateUserGroup.userGroup).toEqual({ isDeactivated: true })
    const { userGroups } = await ben.graphql('{ userGroups { databaseId } }')
    expect(userGroups.map((group: { databaseId: number }) => group.databaseId)).not.toContain(databaseId)
  })

  it('lists its members and subgroups page by page, in both directions', async () => {
    const { ann, ben, moderator, guest, bot } = people
    const subgroups = [await makeGroup(ann), await makeGroup(ann)]
    const id = await makeGroup(ann, { members: [ann.id, ben.id, moderator.id, guest.id, bot.id], subgroups })
    const page = async (args: string) =>
      (
        await ann.graphql(
          `query ($id: Int!) { userGroup(databaseId: $id) {
            members(${args}) { edges { cursor node { databaseId } } pageInfo { hasNextPage hasPreviousPage endCursor } }
            subgroups(first: 1) { edges { node { databaseId isMember(userDatabaseId: ${ann.id}) } } pageInfo { hasNextPage } }
          } }`,
          { id },
        )
      ).userGroup
    const all = these([ann, ben, moderator, guest, bot]).direct_members
    const first = await page('first: 2')
    expect(idsOf(first.members)).toEqual(all.slice(0, 2))
    expect(first.members.pageInfo).toMatchObject({ hasNextPage: true })
    expect(idsOf(first.subgroups)).toEqual(subgroups.slice(0, 1))
    expect(first.subgroups.pageInfo).toEqual({ hasNextPage: true })
    const rest = await page(`first: 9, after: "${first.members.pageInfo.endCursor}"`)
    expect(idsOf(rest.members)).toEqual(all.slice(2))
    expect(rest.members.pageInfo).toMatchObject({ hasNextPage: false })
    expect(idsOf((await page('last: 2')).members)).toEqual(all.slice(-2))
    await expect(page('first: 2, after: "x"')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('shows a guest who sees few people only those among its members', async () => {
    const { ann, ben, guest } = people
    const id = await makeGroup(ann, { members: [ann.id, ben.id, guest.id] })
    await limitGuests(server, people)
    const { userGroup } = await guest.graphql(
      'query ($id: Int!) { userGroup(databaseId: $id) { members { edges { node { databaseId } } } } }',
      { id },
    )
    expect(idsOf(userGroup.members)).toEqual([guest.id])
  })

  it('is linked from the events that tell of it, as it is when they are read', async () => {
    const { ann, ben } = people
    const following = follow<{ events: Record<string, unknown> }>(
      ben,
      `subscription { events(after: 0, types: ["user_group"]) {
        __typename
        ... on UserGroupAddEvent { groupDatabaseId group { name memberDatabaseIds } }
        ... on UserGroupAddMembersEvent { group { name } users { databaseId } }
        ... on UserGroupAddSubgroupsEvent { group { name } subgroups { name } }
      } }`,
    )
    const inner = await makeGroup(ann, { name: 'inner' })
    expect((await following.next()).events).toMatchObject({
      __typename: 'UserGroupAddEvent',
      groupDatabaseId: inner,
    })
    const id = await makeGroup(ann, { name: 'outer' })
    await following.next()
    await ann.post(`user_groups/${id}/members`, { add: [ben.id], add_subgroups: [inner] }).succeeds()
    expect((await following.next()).events).toEqual({
      __typename: 'UserGroupAddMembersEvent',
      group: { name: 'outer' },
      users: [{ databaseId: ben.id }],
    })
    expect((await following.next()).events).toMatchObject({ subgroups: [{ name: 'inner' }] })
    await following.stop()
  })

  it('is a node, and answers about none like about one of another organization', async () => {
    const { ann } = people
    const other = await cast(server)
    const id = await makeGroup(ann, { name: 'tea' })
    const { userGroup } = await ann.graphql('query ($id: Int!) { userGroup(databaseId: $id) { id } }', { id })
    const { node } = await ann.graphql('query ($id: ID!) { node(id: $id) { ... on UserGroup { name } } }', {
      id: userGroup.id,
    })
    expect(node).toEqual({ name: 'tea' })
    const query = 'query ($id: Int!) { userGroup(databaseId: $id) { name } }'
    await expect(other.ann.graphql(query, { id })).rejects.toThrow('Invalid user group')
    await expect(other.ann.graphql(query, { id: 2_000_000_000 })).rejects.toThrow('Invalid user group')
  })
})
