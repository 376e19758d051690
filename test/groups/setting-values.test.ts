import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { systemGroupOn } from '../channels/support.ts'
import { cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)

async function namedGroup(organizationId: number, name: string, deactivated = false): Promise<number> {
  const [group] = await server.core.db.query<{ id: number }>(sql`
    INSERT INTO user_group (organization_id, kind, name, deactivated)
    VALUES (${organizationId}, 'named', ${name}, ${deactivated}) RETURNING id`)
  return group?.id ?? -1
}

let count = 0
const make = (person: Person, settings: Record<string, unknown>) =>
  person.post('channels/create', { name: `Channel ${count++}`, subscribers: [person.id], ...settings })

async function kept(person: Person, setting: string, value: unknown): Promise<unknown> {
  const { id } = await make(person, { [setting]: value }).succeeds()
  return (await person.get(`streams/${id}`).succeeds()).stream[setting]
}

describe('A group-setting value', () => {
  it('comes back in its canonical form', async () => {
    const { ann, ben, moderator, organizationId } = await cast(server)
    const designers = await namedGroup(organizationId, 'designers')
    const moderators = await systemGroup(ann.id, 'role:moderators')
    const ids = [ben.id, ann.id, moderator.id].sort((left, right) => left - right)
    expect(await kept(ann, 'can_subscribe_group', designers)).toBe(designers)
    expect(
      await kept(ann, 'can_subscribe_group', {
        direct_members: [...ids].reverse().concat(ids),
        direct_subgroups: [designers, moderators, designers],
      }),
    ).toEqual({
      direct_members: ids,
      direct_subgroups: [moderators, designers].sort((left, right) => left - right),
    })
    expect(
      await kept(ann, 'can_subscribe_group', { direct_members: [], direct_subgroups: [designers] }),
    ).toBe(designers)
    expect(await kept(ann, 'can_subscribe_group', { direct_members: [], direct_subgroups: [] })).toBe(
      await systemGroup(ann.id, 'role:nobody'),
    )
  })

  it('leaves out users who were deactivated since', async () => {
    const { ann, ben } = await cast(server)
    const { id } = await make(ann, {
      can_subscribe_group: { direct_members: [ann.id, ben.id], direct_subgroups: [] },
    }).succeeds()
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${ben.id}`)
    expect((await ann.get(`streams/${id}`).succeeds()).stream.can_subscribe_group).toEqual({
      direct_members: [ann.id],
      direct_subgroups: [],
    })
  })

  it('names groups and users that exist, are active and belong to the organization', async () => {
    const { ann, ben, organizationId } = await cast(server)
    const { ann: stranger, organizationId: elsewhere } = await cast(server)
    const foreign = await namedGroup(elsewhere, 'foreign')
    const gone = await namedGroup(organizationId, 'gone', true)
    const refuse = (value: unknown, message: RegExp | string) =>
      make(ann, { can_subscribe_group: value }).fails('BAD_REQUEST', message)
    await refuse(2_000_000_000, 'Invalid user group')
    await refuse(3_000_000_000, 'Invalid user group')
    await refuse({ direct_members: [3_000_000_000], direct_subgroups: [] }, /Invalid user ID: 3000000000/)
    await refuse({ direct_members: [], direct_subgroups: [-1, 4_000_000_000] }, /-1/)
    await refuse(foreign, 'Invalid user group')
    await refuse(gone, /deactivated/)
    await refuse({ direct_members: [ann.id], direct_subgroups: [gone] }, /deactivated/)
    await refuse({ direct_members: [ann.id], direct_subgroups: [foreign] }, new RegExp(String(foreign)))
    await refuse({ direct_members: [], direct_subgroups: [foreign] }, new RegExp(String(foreign)))
    await refuse({ direct_members: [stranger.id], direct_subgroups: [] }, new RegExp(String(stranger.id)))
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${ben.id}`)
    await refuse({ direct_members: [ben.id], direct_subgroups: [] }, /deactivated/)
    await refuse('everyone', 'can_subscribe_group is not valid JSON')
    await refuse({ direct_members: [] }, /direct_subgroups.*missing/)
    await refuse({ direct_members: [], direct_subgroups: [], more: 1 }, /unexpected/)
  })

  it('is no unnamed group of another setting', async () => {
    const { ann } = await cast(server)
    await make(ann, {}).succeeds()
    const [group] = await server.core.db.query<{ id: number }>(sql`
      SELECT can_administer_channel_group_id AS id FROM channel WHERE creator_id = ${ann.id} LIMIT 1`)
    await make(ann, { can_subscribe_group: group?.id }).fails('BAD_REQUEST', 'Invalid user group')
  })

  it('is none of the system groups that the setting does not allow', async () => {
    const { ann } = await cast(server)
    const refuse = async (setting: string, group: string) =>
      make(ann, { [setting]: await systemGroup(ann.id, group) }).fails(
        'BAD_REQUEST',
        `'${setting}' setting cannot be set to '${group}' group.`,
      )
    await refuse('can_subscribe_group', 'role:everyone')
    await refuse('can_subscribe_group', 'role:internet')
    await refuse('can_send_message_group', 'role:internet')
    expect(
      await kept(ann, 'can_send_message_group', await systemGroup(ann.id, 'role:nobody')),
    ).toBeGreaterThan(0)
  })
})

describe('A permission through groups', () => {
  it('reaches members of groups inside groups, and never guests where guests cannot hold it', async () => {
    const { ann, ben, guest, organizationId } = await cast(server)
    const [inner, outer] = [
      await namedGroup(organizationId, 'inner'),
      await namedGroup(organizationId, 'outer'),
    ]
    await server.core.db.query(sql`
      INSERT INTO user_group_subgroup (supergroup_id, subgroup_id) VALUES (${outer}, ${inner})`)
    await server.core.db.query(sql`
      INSERT INTO user_group_member (group_id, user_id) VALUES (${inner}, ${ben.id}), (${inner}, ${guest.id})`)
    const { id } = await make(ann, { invite_only: true, can_subscribe_group: outer }).succeeds()
    expect((await ben.get(`streams/${id}`).succeeds()).stream.can_subscribe_group).toBe(outer)
    await guest.get(`streams/${id}`).fails('BAD_REQUEST', 'Invalid channel ID')
  })
})
