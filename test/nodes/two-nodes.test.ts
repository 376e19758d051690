import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../src/events/transact.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register, TestQueue } from '../support/queue.ts'
import { onPostgres, type TestNode, testServer } from '../support/server.ts'

describe.runIf(onPostgres)('two nodes on one database', () => {
  const server = testServer()
  let other: TestNode | undefined
  let people: Cast

  beforeEach(async () => {
    other ??= await server.startAnotherNode()
    people = await cast(server)
  })

  const announceOn = (node: Pick<TestNode, 'core'>, value: string) =>
    transact(node.core, people.organizationId, async (tx) => {
      tx.announce({ payload: { type: 'realm', op: 'update', property: 'name', value }, audience: 'everyone' })
    })
  const otherNode = (): TestNode => {
    if (!other) throw new Error('The other node has not been started.')
    return other
  }
  const realmUpdate = (value: string) => ({ type: 'realm', op: 'update', property: 'name', value })

  it('serve one queue in turn', async () => {
    const here = await register(people.ann, ['realm'], { fetch_event_types: [] })
    await announceOn(otherNode(), 'From there')
    const there = new TestQueue(people.ann.on(otherNode().port), here.registered, {})
    await there.receives(realmUpdate('From there'))
    here.lastEventId = there.lastEventId
    await announceOn(otherNode(), 'Again')
    await here.receives(realmUpdate('Again'))
  })

  it('wake the polls that the other node holds', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    const poll = queue.take({ wait: true })
    await expect.poll(() => server.core.polls.held).toBe(1)
    await announceOn(otherNode(), 'Wake up')
    expect(await poll).toMatchObject([realmUpdate('Wake up')])
  })

  it('let go of a poll at once when the queue is polled on the other node', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    const first = queue.take({ wait: true })
    await expect.poll(() => server.core.polls.held).toBe(1)
    const there = new TestQueue(people.ann.on(otherNode().port), queue.registered, {})
    const second = there.take({ wait: true })
    expect(await first).toEqual([])
    await announceOn(server, 'For the second')
    expect(await second).toMatchObject([realmUpdate('For the second')])
  })

  it('end a poll when the queue is deleted on the other node', async () => {
    const queue = await register(people.ann, ['realm'], { fetch_event_types: [] })
    const poll = queue.take({ wait: true })
    await expect.poll(() => server.core.polls.held).toBe(1)
    await people.ann.on(otherNode().port).delete('events', { queue_id: queue.id }).succeeds()
    expect(await poll).toEqual([])
  })
})
