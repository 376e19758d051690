import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../src/events/transact.ts'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { followBySse } from '../support/server-sent-events.ts'
import { follow } from '../support/socket.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

function announce(name: string, audience: readonly number[] | 'everyone' = 'everyone'): Promise<void> {
  return transact(server.core, people.organizationId, async (tx) => {
    tx.announce({ payload: { type: 'realm', op: 'update', property: 'name', value: name }, audience })
  })
}

async function position(): Promise<number> {
  const [row] = await server.core.db.query<{ lastEventId: number }>(
    sql`SELECT last_event_id FROM organization WHERE id = ${people.organizationId}`,
  )
  return row?.lastEventId ?? -1
}

interface One {
  readonly events: { readonly id: number; readonly type: string; readonly value: string }
}
interface Batch {
  readonly eventBatches: { readonly lastEventId: number; readonly events: readonly One['events'][] }
}

const parameters = '($after: EventId, $types: [String!], $narrow: [EventNarrowTermInput!], $all: Boolean)'
const given = '(after: $after, types: $types, narrow: $narrow, allPublicChannels: $all)'
const fields = 'id type ... on OrganizationUpdateEvent { value }'
const one = `subscription ${parameters} { events${given} { ${fields} } }`
const batches = `subscription ${parameters} { eventBatches${given} { lastEventId events { ${fields} } } }`

describe.each([
  ['a websocket', follow],
  ['server-sent events', followBySse],
] as const)('events over %s', (_, subscribe) => {
  it('come one by one, from a position on and as they happen', async () => {
    const after = await position()
    await announce('Before')
    const following = subscribe<One>(people.ann, one, { after })
    expect((await following.next()).events).toEqual({ id: after + 1, type: 'realm', value: 'Before' })
    await announce('Not for Ann', [people.ben.id])
    await announce('Now')
    expect((await following.next()).events).toEqual({ id: after + 3, type: 'realm', value: 'Now' })
    await following.stop()
  })

  it('come in batches, the first at once', async () => {
    const after = await position()
    const following = subscribe<Batch>(people.ann, batches)
    expect((await following.next()).eventBatches).toEqual({ lastEventId: after, events: [] })
    await announce('Now')
    expect((await following.next()).eventBatches).toEqual({
      lastEventId: after + 1,
      events: [{ id: after + 1, type: 'realm', value: 'Now' }],
    })
    await following.stop()
  })

  it('go on after a drop where the client stood, on either transport', async () => {
    const after = await position()
    const before = subscribe<One>(people.ann, one, { after })
    await announce('One')
    const { id } = (await before.next()).events
    await before.stop()
    await announce('Two')
    await announce('Three')
    for (const again of [follow, followBySse]) {
      const following = again<One>(people.ann, one, { after: id })
      expect((await following.next()).events.value).toBe('Two')
      expect((await following.next()).events.value).toBe('Three')
      await following.stop()
    }
  })

  it('are refused with the oldest id when the log no longer reaches back', async () => {
    const after = await position()
    for (const name of ['One', 'Two', 'Three']) await announce(name)
    await server.core.db.query(
      sql`DELETE FROM event WHERE organization_id = ${people.organizationId} AND id <= ${after + 2}`,
    )
    for (const query of [one, batches]) {
      const code = { code: 'EVENTS_PRUNED', oldest_event_id: after + 3 }
      await expect(subscribe(people.ann, query, { after }).next()).rejects.toMatchObject(code)
    }
    const following = subscribe<One>(people.ann, one, { after: after + 2 })
    expect((await following.next()).events.value).toBe('Three')
    await following.stop()
  })

  it('are refused for a position that no event has yet', async () => {
    const after = (await position()) + 5
    await expect(subscribe(people.ann, one, { after }).next()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('of unknown types are nobody’s', async () => {
    const after = await position()
    await announce('One')
    const following = subscribe<Batch>(people.ann, batches, { after, types: ['no_such_type'] })
    expect((await following.next()).eventBatches).toEqual({ lastEventId: after + 1, events: [] })
    await following.stop()
    const mixed = subscribe<One>(people.ann, one, { after, types: ['no_such_type', 'realm'] })
    expect((await mixed.next()).events.value).toBe('One')
    await mixed.stop()
  })

  it('of all public channels are not for guests, and narrows have few operators', async () => {
    const refused = { code: 'BAD_REQUEST' }
    await expect(subscribe(people.guest, one, { all: true }).next()).rejects.toMatchObject(refused)
    await expect(subscribe(people.guest, batches, { all: true }).next()).rejects.toMatchObject(refused)
    const narrow = [{ operator: 'near', operand: '5' }]
    await expect(subscribe(people.ann, one, { narrow }).next()).rejects.toMatchObject(refused)
  })

  it('need somebody who is signed in', async () => {
    await expect(
      subscribe(new Visitor({ port: server.port, host: people.host }), one).next(),
    ).rejects.toThrow()
  })
})

describe('narrows', () => {
  const message =
    'subscription ($after: EventId, $narrow: [EventNarrowTermInput!], $all: Boolean) { eventBatches(after: $after, types: ["message"], narrow: $narrow, allPublicChannels: $all) { events { payload } } }'

  /** What of some messages passes a narrow, by content. */
  async function passing(after: number, narrow: readonly (readonly [string, string])[], all = false) {
    const terms = narrow.map(([operator, operand]) => ({ operator, operand }))
    const following = follow<{ eventBatches: { events: { payload: { message: { content: string } } }[] } }>(
      people.ann,
      message,
      { after, narrow: terms, all },
    )
    const { events } = (await following.next()).eventBatches
    await following.stop()
    return events.map(({ payload }) => payload.message.content)
  }

  it('let pass what each operator says', async () => {
    const after = await position()
    const send = (parameters: Record<string, unknown>) => people.ben.post('messages', parameters).succeeds()
    await send({ type: 'stream', to: people.general, topic: 'Tea', content: 'tea' })
    await send({ type: 'stream', to: people.sandbox, topic: '✔ done', content: 'resolved' })
    await send({ type: 'stream', to: people.general, topic: 'x', content: '@**Ann Lee**' })
    await send({ type: 'direct', to: [people.ann.id], content: 'direct' })
    await people.ann
      .post('messages', { type: 'direct', to: [people.ben.id], content: 'own', read_by_sender: true })
      .succeeds()
    const all = ['tea', 'resolved', '@**Ann Lee**', 'direct', 'own']
    const without = (...left: string[]) => all.filter((content) => !left.includes(content))
    expect(await passing(after, [])).toEqual(all)
    expect(await passing(after, [['channel', 'GENERAL']])).toEqual(['tea', '@**Ann Lee**'])
    expect(await passing(after, [['stream', 'sandbox']])).toEqual(['resolved'])
    expect(await passing(after, [['topic', 'tea']])).toEqual(['tea'])
    expect(
      await passing(after, [
        ['channel', 'general'],
        ['topic', 'x'],
      ]),
    ).toEqual(['@**Ann Lee**'])
    expect(await passing(after, [['sender', people.ann.email]])).toEqual(['own'])
    expect(await passing(after, [['is', 'dm']])).toEqual(['direct', 'own'])
    expect(await passing(after, [['is', 'private']])).toEqual(['direct', 'own'])
    expect(await passing(after, [['is', 'unread']])).toEqual(without('own'))
    expect(await passing(after, [['is', 'mentioned']])).toEqual(['@**Ann Lee**'])
    expect(await passing(after, [['is', 'resolved']])).toEqual(['resolved'])
    // What a queue calls alerted is what mentions its owner.
    expect(await passing(after, [['is', 'alerted']])).toEqual(['@**Ann Lee**'])
    expect(await passing(after, [['is', 'starred']])).toEqual([])
  })

  it('know the empty topic by all its names', async () => {
    const after = await position()
    const send = (type: string, to: unknown, content: string) =>
      people.ben.post('messages', { type, to, topic: '', content }).succeeds()
    await send('stream', people.general, 'nameless')
    await send('direct', [people.ann.id], 'direct')
    for (const name of ['', 'general chat', '(no topic)']) {
      expect(await passing(after, [['topic', name]])).toEqual(['nameless'])
    }
  })

  it('reach messages of channels without a subscription only with allPublicChannels', async () => {
    await people.ben.post('users/me/subscriptions', { subscriptions: [{ name: 'open' }] }).succeeds()
    const after = await position()
    await people.ben.post('messages', { type: 'stream', to: '"open"', topic: 't', content: 'hi' }).succeeds()
    expect(await passing(after, [['channel', 'open']])).toEqual([])
    expect(await passing(after, [['channel', 'open']], true)).toEqual(['hi'])
    expect(await passing(after, [['topic', 'other']], true)).toEqual([])
  })
})

describe('a slow client', () => {
  it('takes one event at a time and finds the rest where it was', async () => {
    const after = await position()
    for (let count = 0; count < 40; count++) await announce(`${count}`)
    const following = followBySse<One>(people.ann, one, { after })
    expect((await following.next()).events.value).toBe('0')
    for (let count = 40; count < 60; count++) await announce(`${count}`)
    const values: string[] = []
    while (values.length < 59) values.push((await following.next()).events.value)
    expect(values).toEqual(Array.from({ length: 59 }, (_, index) => `${index + 1}`))
    await following.stop()
  })

  it('leaves nothing waiting when it goes', async () => {
    const following = follow<Batch>(people.ann, batches)
    await following.next()
    await following.stop()
    await announce('Afterwards')
    const again = follow<Batch>(people.ann, batches)
    expect((await again.next()).eventBatches.events).toEqual([])
    await again.stop()
  })
})
