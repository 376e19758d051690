import { beforeEach, describe, expect, it } from 'vitest'
import { followChannels } from '../channels/support.ts'
import { groupAsTold, makeGroup, these } from '../groups/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, type TestNode, testServer } from '../support/server.ts'

const ROUNDS = 6

// Only on a server are there several transactions at a time.
describe.runIf(onPostgres)('Changes of groups at the same time', () => {
  const server = testServer()
  let other: TestNode | undefined
  let people: Cast
  /** Ann on another node. */
  let farAnn: Person

  beforeEach(async () => {
    other ??= await server.startAnotherNode()
    people = await cast(server)
    farAnn = people.ann.on(other.port)
  })

  /** How many of some requests were granted; every refusal is of the expected kind. */
  async function granted(
    requests: readonly PromiseLike<{ status: number; body: Record<string, unknown> }>[],
    refusal: RegExp,
  ): Promise<number> {
    const replies = await Promise.all(requests)
    for (const { status, body } of replies) {
      expect([200, 400]).toContain(status)
      if (status === 400) expect(body.msg).toMatch(refusal)
    }
    return replies.filter(({ status }) => status === 200).length
  }

  it('never close a circle, from two sides or from four', async () => {
    const { ann } = people
    const nest = (by: Person, outer: number, inner: number) =>
      by.post(`user_groups/${outer}/subgroups`, { add: [inner] })
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = [await makeGroup(ann), await makeGroup(ann)]
      expect(await granted([nest(ann, a, b), nest(farAnn, b, a)], /contain/)).toBe(1)
      const ring: number[] = []
      for (let i = 0; i < 4; i++) ring.push(await makeGroup(ann))
      const requests = ring.map((id, i) => nest(i % 2 ? ann : farAnn, id, ring[(i + 1) % 4] ?? -1))
      expect(await granted(requests, /contain/)).toBe(3)
    }
  })

  it('leave a deactivated group with the members that were added meanwhile, and tell all of it', async () => {
    const { ann, ben, moderator } = people
    for (let round = 0; round < ROUNDS; round++) {
      const id = await makeGroup(ann)
      const capabilities = { client_capabilities: { include_deactivated_groups: true } }
      const queues = [await register(ben, ['user_group'], capabilities), await register(ben, ['user_group'])]
      await Promise.all([
        ann.post(`user_groups/${id}/deactivate`).succeeds(),
        farAnn.post(`user_groups/${id}/members`, { add: [ben.id] }).succeeds(),
        ann.post(`user_groups/${id}/members`, { add: [moderator.id] }).succeeds(),
      ])
      expect(await groupAsTold(ann, id)).toMatchObject({
        deactivated: true,
        members: these([ben, moderator]).direct_members,
      })
      for (const queue of queues) await queue.replayEqualsFreshRegister()
    }
  })

  it('either let a setting name a group or let it be deactivated, not both', async () => {
    const { ann } = people
    for (let round = 0; round < ROUNDS; round++) {
      const [id, holder] = [await makeGroup(ann), await makeGroup(ann)]
      const { id: channel } = await ann
        .post('channels/create', { name: `channel ${round}`, subscribers: [ann.id] })
        .succeeds()
      const uses = [
        ann.patch(`user_groups/${holder}`, { can_join_group: { new: these([], [id]) } }),
        farAnn.post(`user_groups/${holder}/subgroups`, { add: [id] }),
        ann.patch(`streams/${channel}`, { can_resolve_topics_group: { new: these([ann], [id]) } }),
        ann.post('user_groups/create', {
          name: `by ${id}`,
          description: '',
          members: [],
          can_manage_group: id,
        }),
      ]
      const deactivation = farAnn.post(`user_groups/${id}/deactivate`)
      const used = await granted(uses, /deactivated/)
      const { status, body } = await deactivation
      if (status === 200) expect(used).toBe(0)
      else expect(body.code).toBe('CANNOT_DEACTIVATE_GROUP_IN_USE')
      expect((await groupAsTold(ann, id)).deactivated).toBe(status === 200)
    }
  })

  it('add a member once', async () => {
    const { ann, ben } = people
    const id = await makeGroup(ann)
    const queue = await register(ben, ['user_group'])
    const requests = Array.from({ length: 8 }, (_, i) =>
      (i % 2 ? ann : farAnn).post(`user_groups/${id}/members`, { add: [ben.id] }),
    )
    expect(await granted(requests, /already a member/)).toBe(1)
    await queue.receives({ type: 'user_group', op: 'add_members', group_id: id, user_ids: [ben.id] })
  })

  it('let two groups name each other, and one name be taken once', async () => {
    const { ann } = people
    for (let round = 0; round < ROUNDS; round++) {
      const [a, b] = [await makeGroup(ann), await makeGroup(ann)]
      const hold = (by: Person, id: number, holder: number) =>
        by.patch(`user_groups/${id}`, { can_join_group: { new: holder } }).succeeds()
      await Promise.all([hold(ann, a, b), hold(farAnn, b, a)])
      const rename = (by: Person, id: number) => by.patch(`user_groups/${id}`, { name: `one name ${round}` })
      expect(await granted([rename(ann, a), rename(farAnn, b)], /already exists/)).toBe(1)
      const change = (by: Person, members: Person[]) =>
        by.patch(`user_groups/${a}`, { can_leave_group: { new: these(members), old: b + 1e9 } })
      await change(ann, [ann]).fails('EXPECTATION_MISMATCH')
    }
  })

  it('take only one of two changes that expect the same former value', async () => {
    const { ann, ben } = people
    const id = await makeGroup(ann)
    const old = (await groupAsTold(ann, id)).can_join_group
    const change = (by: Person, who: Person) =>
      by.patch(`user_groups/${id}`, { can_join_group: { new: these([who]), old } })
    expect(await granted([change(ann, ann), change(farAnn, ben)], /'can_join_group' has another value/)).toBe(
      1,
    )
  })

  it('bring a channel into sight once, whichever way it comes', async () => {
    const { ann, ben } = people
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = [await makeGroup(ann), await makeGroup(ann)]
      const settings = { name: `plans ${round}`, invite_only: true, subscribers: [ann.id] }
      const { id } = await ann
        .post('channels/create', { ...settings, can_subscribe_group: these([], [one, two]) })
        .succeeds()
      const queue = await followChannels(ben)
      const join = (by: Person, group: number) =>
        by.post(`user_groups/${group}/members`, { add: [ben.id] }).succeeds()
      await Promise.all([
        join(ann, one),
        join(farAnn, two),
        ann
          .post('users/me/subscriptions', { subscriptions: [{ name: settings.name }], principals: [ben.id] })
          .succeeds(),
      ])
      const events = await queue.take()
      const created = events.filter(({ type, op }) => type === 'stream' && op === 'create')
      expect(
        created.flatMap(({ streams }) => streams.map((one: { stream_id: number }) => one.stream_id)),
      ).toEqual([id])
      await queue.replayEqualsFreshRegister()
    }
  })
})
