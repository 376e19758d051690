import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemGroupOn } from '../channels/support.ts'
import { makeGroup, these } from '../groups/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const fields = `action rule isAllowed user { databaseId } userGroup { databaseId } channel { databaseId }
  grounds { scope role setting value isHeld reason chain { databaseId userGroup { name } } }`

async function explain(by: Person, action: string, given: Record<string, unknown> = {}) {
  const { explainPermission } = await by.graphql(
    `query ($action: PermissionAction!, $user: Int, $channel: Int, $group: Int) {
      explainPermission(action: $action, userDatabaseId: $user, channelDatabaseId: $channel, userGroupDatabaseId: $group) { ${fields} }
    }`,
    { action, ...given },
  )
  return explainPermission
}

describe('explainPermission', () => {
  it('tells the rule, the settings, the chain of groups and the verdict', async () => {
    const { ann, ben } = people
    const inner = await makeGroup(ann, { name: 'inner', members: [ben.id] })
    const outer = await makeGroup(ann, { name: 'outer', subgroups: [inner] })
    const id = await makeGroup(ann, { can_join_group: these([ann], [outer]) })
    const explained = await explain(ann, 'JOIN_GROUP', { user: ben.id, group: id })
    expect(explained).toMatchObject({
      action: 'JOIN_GROUP',
      rule: 'Who may join a group.',
      isAllowed: true,
      user: { databaseId: ben.id },
      userGroup: { databaseId: id },
      channel: null,
    })
    expect(explained.grounds).toEqual([
      {
        scope: 'USER_GROUP',
        role: null,
        setting: 'can_join_group',
        value: these([ann], [outer]),
        isHeld: true,
        reason: 'IS_MEMBER',
        chain: [
          { databaseId: expect.any(Number), userGroup: null },
          { databaseId: outer, userGroup: { name: 'outer' } },
          { databaseId: inner, userGroup: { name: 'inner' } },
        ],
      },
      expect.objectContaining({ setting: 'can_add_members_group', reason: 'IS_NO_MEMBER', chain: [] }),
      expect.objectContaining({ setting: 'can_manage_group', reason: 'IS_NO_MEMBER', isHeld: false }),
      expect.objectContaining({
        scope: 'ORGANIZATION',
        setting: 'can_manage_all_groups',
        value: await systemGroup(ann.id, 'role:owners'),
      }),
    ])
  })

  it('follows system groups down to the one of the user’s role', async () => {
    const { ann, admin, organizationId } = people
    const { grounds } = await explain(ann, 'CREATE_GROUPS', { user: admin.id })
    const names = (chain: { userGroup: { name: string } }[]) => chain.map(({ userGroup }) => userGroup.name)
    expect(names(grounds[0].chain)).toEqual([
      'role:members',
      'role:fullmembers',
      'role:moderators',
      'role:administrators',
    ])
    await server.core.db.query(sql`
      UPDATE organization SET settings = settings || '{"waitingPeriodThreshold": 3}' WHERE id = ${organizationId}`)
    const own = await explain(ann, 'CREATE_GROUPS')
    expect(names(own.grounds[0].chain)).toEqual(['role:members'])
  })

  it('says when a role suffices, when guests never may, and when nobody may', async () => {
    const { ann, ben, admin, guest } = people
    const settings = { can_administer_channel_group: these([ann, guest]) }
    const { id } = await ann
      .post('channels/create', { name: 'tea', subscribers: [ann.id], ...settings })
      .succeeds()
    const reasons = async (action: string, given: Record<string, unknown>) => {
      const { isAllowed, grounds } = await explain(ann, action, given)
      return [isAllowed, ...grounds.map(({ reason }: { reason: string }) => reason)]
    }
    const administer = (user: Person) => reasons('ADMINISTER_CHANNEL', { user: user.id, channel: id })
    expect(await administer(admin)).toEqual([true, 'ROLE_SUFFICES', 'IS_NO_MEMBER'])
    expect(await administer(ann)).toEqual([true, 'ROLE_IS_TOO_LOW', 'IS_MEMBER'])
    expect(await administer(guest)).toEqual([false, 'ROLE_IS_TOO_LOW', 'GUESTS_NEVER'])
    const members = await systemGroup(ann.id, 'role:members')
    expect(await reasons('MANAGE_GROUP', { user: people.owner.id, group: members })).toEqual([
      false,
      'SYSTEM_GROUP',
      'SYSTEM_GROUP',
    ])
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${ben.id}`)
    expect(await reasons('CREATE_GROUPS', { user: ben.id })).toEqual([false, 'USER_DEACTIVATED'])
  })

  it('shows nothing of what the viewer may not know, and needs its object', async () => {
    const { ann, ben } = people
    const settings = { name: 'plans', invite_only: true, subscribers: [ann.id] }
    const { id } = await ann.post('channels/create', settings).succeeds()
    await expect(explain(ben, 'SEND_TO_CHANNEL', { channel: id })).rejects.toThrow('Invalid channel ID')
    await expect(explain(ben, 'SEND_TO_CHANNEL')).rejects.toThrow('SEND_TO_CHANNEL needs channelDatabaseId.')
    await expect(explain(ben, 'JOIN_GROUP')).rejects.toThrow('JOIN_GROUP needs userGroupDatabaseId.')
    await expect(explain(ben, 'JOIN_GROUP', { group: 2_000_000_000 })).rejects.toThrow('Invalid user group')
    await expect(explain(ben, 'CREATE_GROUPS', { user: 2_000_000_000 })).rejects.toThrow('No such user')
  })
})
