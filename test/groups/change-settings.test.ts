import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GroupSettingValue, GroupSettingValueUpdate } from '../../src/contract/group-setting.ts'
import { organizationPermissionSettings } from '../../src/contract/permission-settings.ts'
import { type ChangedSetting, changeGroupSettings } from '../../src/groups/change-settings.ts'
import { collectGroups } from '../../src/groups/collect-groups.ts'
import { systemGroupOn } from '../channels/support.ts'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
const name = 'can_create_groups'
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** Changes who creates groups, as an action would; undefined when nothing changes. */
function change(update: GroupSettingValueUpdate): Promise<ChangedSetting | undefined> {
  const { organizationId } = people
  return server.core.db.transaction('read committed', async (tx) => {
    const [row] = await tx.query<{ groupId: number }>(sql`
      SELECT group_id FROM organization_permission
      WHERE organization_id = ${organizationId} AND setting = ${name} FOR NO KEY UPDATE`)
    const systemGroups = await server.core.systemGroups.of(tx, organizationId)
    const setting = organizationPermissionSettings[name]
    const keeperId = row?.groupId ?? -1
    const changed = await changeGroupSettings(tx, organizationId, systemGroups, [
      { name, setting, keeperId, change: update },
    ])
    const result = changed.get(name)
    if (result) {
      await tx.query(sql`
        UPDATE organization_permission SET group_id = ${result.keeperId}
        WHERE organization_id = ${organizationId} AND setting = ${name}`)
    }
    return result
  })
}

const users = (...ids: number[]): GroupSettingValue => ({ direct_members: ids, direct_subgroups: [] })

async function unnamedGroups(): Promise<number[]> {
  const rows = await server.core.db.query<{ id: number }>(sql`
    SELECT id FROM user_group
    WHERE organization_id = ${people.organizationId} AND kind = 'anonymous' AND abandoned_at IS NULL`)
  return rows.map(({ id }) => id)
}

describe('A change of a permission setting', () => {
  it('tells the old and the new value in canonical form', async () => {
    const { ann, ben } = people
    const members = await systemGroup(ann.id, 'role:members')
    const moderators = await systemGroup(ann.id, 'role:moderators')
    const ids = [ann.id, ben.id].sort((left, right) => left - right)
    expect(await change({ new: users(...[...ids].reverse(), ann.id) })).toMatchObject({
      old: members,
      new: users(...ids),
    })
    expect(await change({ new: { direct_members: [], direct_subgroups: [moderators] } })).toEqual({
      keeperId: moderators,
      old: users(...ids),
      new: moderators,
    })
  })

  it('needs the value that the client takes for the present one, in any form', async () => {
    const { ann, ben } = people
    const members = await systemGroup(ann.id, 'role:members')
    const refused = { code: 'EXPECTATION_MISMATCH', status: 400, data: { field_name: 'old' } }
    await expect(change({ new: users(ann.id), old: users(ben.id) })).rejects.toMatchObject(refused)
    await expect(change({ new: members, old: users(ben.id) })).rejects.toMatchObject(refused)
    const same = { direct_members: [], direct_subgroups: [members] }
    expect(await change({ new: users(ann.id, ben.id), old: same })).toBeDefined()
    await expect(change({ new: members, old: members })).rejects.toMatchObject(refused)
    expect(await change({ new: members, old: users(ben.id, ann.id, ben.id) })).toMatchObject({ new: members })
  })

  it('to the same value changes nothing', async () => {
    const { ann } = people
    const members = await systemGroup(ann.id, 'role:members')
    expect(await change({ new: { direct_members: [], direct_subgroups: [members] } })).toBeUndefined()
    await change({ new: users(ann.id) })
    const before = await unnamedGroups()
    expect(await change({ new: users(ann.id, ann.id), old: users(ann.id) })).toBeUndefined()
    expect(await unnamedGroups()).toEqual(before)
  })

  it('is checked as a first value is', async () => {
    const { ann } = people
    const everyone = await systemGroup(ann.id, 'role:everyone')
    await expect(change({ new: everyone })).rejects.toMatchObject({
      message: "'can_create_groups' setting cannot be set to 'role:everyone' group.",
    })
    await expect(change({ new: users(2_000_000_000) })).rejects.toMatchObject({
      message: 'Invalid user ID: 2000000000',
    })
  })

  it('keeps the unnamed group as long as there is one, and leaves it to the collection then', async () => {
    const { ann, ben } = people
    const before = await unnamedGroups()
    const first = await change({ new: users(ann.id) })
    const second = await change({ new: users(ben.id) })
    expect(second?.keeperId).toBe(first?.keeperId)
    await change({ new: await systemGroup(ann.id, 'role:moderators') })
    expect(await unnamedGroups()).toEqual(before)
    expect(await collectGroups(server.core.db)).toBe(0)
    await server.core.db.query(sql`
      UPDATE user_group SET abandoned_at = now() - interval '1 hour' WHERE id = ${first?.keeperId}`)
    expect(await collectGroups(server.core.db)).toBe(1)
  })
})
