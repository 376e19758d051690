import { beforeEach, describe, expect, it } from 'vitest'
import { archiveOn } from '../channels/support.ts'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { groupAsTold, makeGroup, these } from './support.ts'

const server = testServer()
const archive = archiveOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const deactivate = (id: number) => people.ann.post(`user_groups/${id}/deactivate`)

async function makeChannel(name: string, settings: Record<string, unknown>): Promise<number> {
  const { ann } = people
  const { id } = await ann.post('channels/create', { name, subscribers: [ann.id], ...settings }).succeeds()
  return id
}

describe('POST /user_groups/{id}/deactivate', () => {
  it('is refused while something uses the group, and says what: directly or through unnamed groups', async () => {
    const { ann, owner } = people
    const id = await makeGroup(ann)
    const [first, second] = [
      await makeChannel('one', { can_subscribe_group: id, can_send_message_group: these([ann], [id]) }),
      await makeChannel('two', { can_resolve_topics_group: id }),
    ]
    const [outer, manager] = [
      await makeGroup(ann, { subgroups: [id] }),
      await makeGroup(ann, { can_manage_group: these([ann], [id]), can_leave_group: id }),
    ]
    await owner.patch('realm', { can_create_groups: { new: these([ann], [id]) } }).succeeds()
    const body = await deactivate(id).fails('CANNOT_DEACTIVATE_GROUP_IN_USE')
    expect(body.objections).toEqual([
      { type: 'subgroup', supergroup_ids: [outer] },
      { type: 'channel', channel_id: first, settings: ['can_send_message_group', 'can_subscribe_group'] },
      { type: 'channel', channel_id: second, settings: ['can_resolve_topics_group'] },
      { type: 'user_group', group_id: manager, settings: ['can_leave_group', 'can_manage_group'] },
      { type: 'realm', settings: ['can_create_groups'] },
    ])
    expect(await groupAsTold(ann, id)).toMatchObject({ deactivated: false })
  })

  it('does not mind archived channels, deactivated groups and former values', async () => {
    const { ann } = people
    const id = await makeGroup(ann)
    await archive(await makeChannel('old', { can_subscribe_group: id }))
    const outer = await makeGroup(ann, { subgroups: [id], can_leave_group: id })
    await deactivate(outer).succeeds()
    const former = await makeGroup(ann, { can_join_group: these([ann], [id]) })
    await ann.patch(`user_groups/${former}`, { can_join_group: { new: these([ann]) } }).succeeds()
    await ann.patch(`user_groups/${former}`, { can_leave_group: { new: these([ann], [id]) } }).succeeds()
    const everyone = (await groupAsTold(ann, id)).can_leave_group
    await ann.patch(`user_groups/${former}`, { can_leave_group: { new: everyone } }).succeeds()
    await deactivate(id).succeeds()
    expect(await groupAsTold(ann, id)).toMatchObject({ deactivated: true })
  })

  it('needs a group that is active', async () => {
    const id = await makeGroup(people.ann)
    await deactivate(id).succeeds()
    await deactivate(id).fails('BAD_REQUEST', 'User group is deactivated')
    await deactivate(2_000_000_000).fails('BAD_REQUEST', 'Invalid user group')
  })
})
