import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../src/events/transact.ts'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'

const server = testServer()
let people: Cast
let after: number

beforeEach(async () => {
  people = await cast(server)
  const [row] = await server.core.db.query<{ lastEventId: number }>(
    sql`SELECT last_event_id FROM organization WHERE id = ${people.organizationId}`,
  )
  after = row?.lastEventId ?? -1
})

function announce(name: string): Promise<void> {
  return transact(server.core, people.organizationId, async (tx) => {
    tx.announce({
      payload: { type: 'realm', op: 'update', property: 'name', value: name },
      audience: 'everyone',
    })
  })
}

describe('subscribers who ask in the same words', () => {
  it('get the same, wherever they started', async () => {
    const query = `subscription ($after: EventId) {
      eventBatches(after: $after) { lastEventId events { __typename id payload } } }`
    await announce('Zero')
    const all = [people.ann, people.ben].map((person) => follow(person, query, { after: after + 1 }))
    for (const following of all) await following.next()
    const late = follow(people.ann, query, { after })
    expect(await late.next()).toMatchObject({ eventBatches: { events: [{ payload: { value: 'Zero' } }] } })
    all.push(late)
    await announce('One')
    const [first, ...others] = await Promise.all(all.map((following) => following.next()))
    expect(first).toEqual({
      eventBatches: {
        lastEventId: after + 2,
        events: [
          {
            __typename: 'OrganizationUpdateEvent',
            id: after + 2,
            payload: { type: 'realm', op: 'update', property: 'name', value: 'One' },
          },
        ],
      },
    })
    for (const other of others) expect(other).toEqual(first)
    await Promise.all(all.map((following) => following.stop()))
  })

  it('each get what is their own', async () => {
    const query = `subscription ($after: EventId) { events(after: $after, types: ["message"]) {
      id ... on MessageEvent { messageFlags message { content } } } }`
    const ben = follow(people.ben, query, { after })
    const ann = follow(people.ann, query, { after })
    const message = { type: 'direct', to: [people.ben.id], content: 'Between us', read_by_sender: true }
    await people.ann.post('messages', message).succeeds()
    expect(await ben.next()).toMatchObject({ events: { messageFlags: [] } })
    expect(await ann.next()).toMatchObject({ events: { messageFlags: ['read'] } })
    await Promise.all([ben.stop(), ann.stop()])
  })
})

describe('subscribers who ask in different words', () => {
  it.each([
    ['fields', '', 'id type', { id: expect.any(Number), type: 'realm' }],
    [
      'fields of the event’s own type',
      '',
      'type ... on OrganizationUpdateEvent { value }',
      { type: 'realm', value: 'Two' },
    ],
    ['other names for fields', '', 'kind: type', { kind: 'realm' }],
    [
      'fields that a variable leaves out',
      ', $no: Boolean = false',
      'type id @include(if: $no)',
      { type: 'realm' },
    ],
    [
      'fields that a variable lets in',
      ', $yes: Boolean = true',
      'type value: type @include(if: $yes)',
      { type: 'realm', value: 'realm' },
    ],
  ])('get %s', async (_, parameter, selection, expected) => {
    const query = `subscription ($after: EventId${parameter}) { events(after: $after) { ${selection} } }`
    const plain = follow(people.ben, 'subscription ($after: EventId) { events(after: $after) { id } }', {
      after,
    })
    const [ann, ben] = [follow(people.ann, query, { after }), follow(people.ben, query, { after })]
    await announce('Two')
    expect(await plain.next()).toEqual({ events: { id: after + 1 } })
    expect(await ann.next()).toEqual({ events: expected })
    expect(await ben.next()).toEqual({ events: expected })
    await Promise.all([plain, ann, ben].map((following) => following.stop()))
  })

  it('get the operation that they name, of a document with several', async () => {
    const query = `
      subscription One($after: EventId) { events(after: $after) { id } }
      subscription Other($after: EventId) { events(after: $after) { type } }`
    const values = ['One', 'Other'].map((operationName) =>
      follow(people.ann, query, { after }, operationName),
    )
    await announce('Three')
    expect(await Promise.all(values.map((following) => following.next()))).toEqual([
      { events: { id: after + 1 } },
      { events: { type: 'realm' } },
    ])
    await Promise.all(values.map((following) => following.stop()))
  })
})
