import { isInterfaceType, isObjectType } from 'graphql'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CanonicalEvent, EventKindName } from '../../src/contract/events/kinds.ts'
import { eventKinds } from '../../src/contract/events/kinds.ts'
import type { Audience } from '../../src/events/log.ts'
import { transact } from '../../src/events/transact.ts'
import { schema } from '../../src/graphql/schema.ts'
import { canonicalSamples, wireSamples } from '../contract/event-samples.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

function announce(payload: CanonicalEvent, audience: Audience = 'everyone'): Promise<void> {
  return transact(server.core, people.organizationId, async (tx) => tx.announce({ payload, audience }))
}

async function position(): Promise<number> {
  const [row] = await server.core.db.query<{ lastEventId: number }>(
    sql`SELECT last_event_id FROM organization WHERE id = ${people.organizationId}`,
  )
  return row?.lastEventId ?? -1
}

interface Data {
  // biome-ignore lint/suspicious/noExplicitAny: each test states what it expects of the kinds it selects.
  readonly events: Record<string, any>
}

/** The next events of somebody, from a position on. */
async function eventsOf(person: Person, after: number, selection: string, count = 1, args = '') {
  const following = follow<Data>(
    person,
    `subscription { events(after: ${after} ${args}) { __typename id type ${selection} } }`,
  )
  const events: Data['events'][] = []
  while (events.length < count) events.push((await following.next()).events)
  await following.stop()
  return events
}

describe('the schema', () => {
  const event = schema.getType('Event')
  const types = isInterfaceType(event) ? schema.getPossibleTypes(event) : []

  it('has one type for each kind of event that is logged for modern clients', () => {
    const logged = Object.entries(eventKinds).filter(
      ([name, { canonical }]) => canonical !== null && name !== 'muted_topics',
    )
    expect(types).toHaveLength(logged.length)
  })

  it('speaks today’s words and leaves out aliases and old duplicates', () => {
    const names = Object.values(schema.getTypeMap())
      .filter(
        (type) =>
          isObjectType(type) && types.some(({ name }) => type.name.startsWith(name.replace(/Event$/, ''))),
      )
      .flatMap((type) => (isObjectType(type) ? [type.name, ...Object.keys(type.getFields())] : []))
    expect(names).toContain('OrganizationUpdateEvent')
    expect(names.filter((name) => /stream|realm|zulip|subject/i.test(name))).toEqual([])
    expect(names.filter((name) => /^(operation|op|inHomeView|standIn|unarchived)$/.test(name))).toEqual([])
  })

  it('describes everything in words', () => {
    expect(
      types.flatMap((type) => Object.values(type.getFields())).map(({ description }) => description),
    ).not.toContainEqual(expect.stringContaining('REST reference calls'))
  })
})

describe('every kind', () => {
  const kinds = Object.keys(eventKinds) as EventKindName[] // keys() widens.
  const logged = kinds.filter((name) => eventKinds[name].canonical !== null && name !== 'muted_topics')

  it('resolves to its type with its payload, one after another', async () => {
    const after = await position()
    const payloads = logged.map((name) => {
      const [type, op] = name.split('/')
      const sample = { type, ...(op && { op }), ...(canonicalSamples[name] ?? wireSamples[name]) }
      // Marked as old forms, samples would not be delivered.
      for (const mark of ['unarchived', 'left', 'stand_in', 'reactivated'])
        Reflect.deleteProperty(sample, mark)
      return sample as unknown as CanonicalEvent // The contract's own tests check the samples.
    })
    for (const payload of payloads) await announce(payload)
    const fields = (typename: string) => {
      const type = schema.getType(typename)
      const scalars = isObjectType(type)
        ? Object.values(type.getFields()).filter(
            ({ type }) => !String(type).match(/^\[?(User|Channel|Message|ChannelSubscription|UserGroup)\b/),
          )
        : []
      return scalars.map(
        ({ name, type }) =>
          `${typename}_${name}: ${name} ${selectionOf(String(type).replace(/[![\]]/g, ''))}`,
      )
    }
    const selectionOf = (name: string): string => {
      const type = schema.getType(name)
      if (!isObjectType(type)) return ''
      const own = Object.values(type.getFields()).filter(
        ({ type }) => !/^\[?(User|Channel|Message|ChannelSubscription|UserGroup)\b/.test(String(type)),
      )
      return `{ ${own.map(({ name, type }) => `${name} ${selectionOf(String(type).replace(/[![\]]/g, ''))}`).join(' ')} }`
    }
    const event = schema.getType('Event')
    const types = isInterfaceType(event) ? schema.getPossibleTypes(event) : []
    const selection = `payload ${types.map(({ name }) => `... on ${name} { ${fields(name).join(' ')} }`).join(' ')}`
    const delivered = await eventsOf(people.ann, after, selection, payloads.length)
    expect(delivered.map(({ payload }) => payload)).toEqual(payloads)
    expect(new Set(delivered.map(({ __typename }) => __typename)).size).toBe(payloads.length)
    expect(delivered.find(({ __typename }) => __typename === 'UserTopicEvent')).toMatchObject({
      UserTopicEvent_channelDatabaseId: 7,
      UserTopicEvent_topicName: 'logos',
      UserTopicEvent_lastUpdated: '2023-11-14T22:13:20.000Z',
    })
  })
})

describe('links', () => {
  it('lead from a message event to the message as its reader has it', async () => {
    // Whom a message mentions follows its topic from then on; Ann does already.
    const topic = { stream_id: people.general, topic: 'tea', visibility_policy: 3 }
    await people.ann.post('user_topics', topic).succeeds()
    const after = await position()
    const { id } = await people.ben
      .post('messages', { type: 'stream', to: people.general, topic: 'tea', content: 'Hello @**Ann Lee**' })
      .succeeds()
    const selection =
      '... on MessageEvent { messageDatabaseId messageFlags message { databaseId content flags sender { fullName } } }'
    const [event] = await eventsOf(people.ann, after, selection)
    expect(event).toMatchObject({
      __typename: 'MessageEvent',
      messageDatabaseId: id,
      messageFlags: ['mentioned'],
      message: {
        databaseId: id,
        content: 'Hello @**Ann Lee**',
        flags: ['mentioned'],
        sender: { fullName: 'Ben Ito' },
      },
    })
  })

  it('lead to users, channels and subscriptions', async () => {
    const after = await position()
    await people.owner
      .post('users/me/subscriptions', { subscriptions: [{ name: 'tea' }], principals: [people.ann.id] })
      .succeeds()
    const selection = `
      ... on ChannelCreateEvent { channels { name } }
      ... on SubscriptionAddEvent { channelDatabaseIds subscriptions { isActive channel { name } } }
      ... on SubscriptionPeerAddEvent { users { fullName } channels { name } }`
    const events = await eventsOf(
      people.ann,
      after,
      selection,
      2,
      'types: ["stream", "subscription", "no such type"]',
    )
    expect(events).toMatchObject([
      { __typename: 'ChannelCreateEvent', channels: [{ name: 'tea' }] },
      { __typename: 'SubscriptionAddEvent', subscriptions: [{ isActive: true, channel: { name: 'tea' } }] },
    ])
    const peers = await eventsOf(people.ben, after, selection, 1, 'types: ["subscription"]')
    expect(peers).toMatchObject([{ users: [{ fullName: 'Ann Lee' }], channels: [{ name: 'tea' }] }])
  })

  it('lead nowhere once their reader may not see what they name any more', async () => {
    const after = await position()
    await people.ann
      .post('users/me/subscriptions', {
        subscriptions: [{ name: 'plans' }],
        principals: [people.ann.id, people.ben.id],
        invite_only: true,
      })
      .succeeds()
    await people.ann
      .post('messages', { type: 'stream', to: '"plans"', topic: 't', content: 'secret' })
      .succeeds()
    await people.ann
      .delete('users/me/subscriptions', { subscriptions: ['plans'], principals: [people.ben.id] })
      .succeeds()
    const selection = `
      ... on ChannelCreateEvent { channels { name } }
      ... on SubscriptionAddEvent { subscriptions { color } }
      ... on MessageEvent { message { content } }`
    const events = await eventsOf(
      people.ben,
      after,
      selection,
      3,
      'types: ["stream", "subscription", "message"]',
    )
    const named = events.filter(({ __typename }) =>
      /^(ChannelCreate|SubscriptionAdd|Message)Event$/.test(__typename),
    )
    expect(named).not.toEqual([])
    for (const event of named) {
      expect([event.channels ?? [], event.subscriptions ?? [], event.message ?? null]).toEqual([[], [], null])
    }
  })

  it('show a limited guest nobody whom they may not see', async () => {
    const everybody = await server.core.systemGroups.of(server.core.db, people.organizationId)
    await server.core.db.query(sql`
      UPDATE organization_permission SET group_id = ${everybody.idOf['role:members']}
      WHERE organization_id = ${people.organizationId} AND setting = 'can_access_all_users_group'`)
    const after = await position()
    const status = { type: 'user_status', user_id: people.ann.id, away: false, status_text: 'x' } as const
    await announce({ ...status, emoji_name: '', emoji_code: '', reaction_type: '' })
    const selection = '... on UserStatusEvent { userDatabaseId user { fullName } }'
    expect(await eventsOf(people.guest, after, selection)).toMatchObject([
      { userDatabaseId: people.ann.id, user: null },
    ])
    expect(await eventsOf(people.ben, after, selection)).toMatchObject([{ user: { fullName: 'Ann Lee' } }])
  })

  it('show what is true now, also on a subscription that has shown it before', async () => {
    const following = follow<Data>(
      people.ann,
      `subscription { events(after: ${await position()}) { ... on UserStatusEvent { user { fullName } } } }`,
    )
    const status = { type: 'user_status', user_id: people.ben.id, away: false, status_text: 'x' } as const
    const payload = { ...status, emoji_name: '', emoji_code: '', reaction_type: '' } as const
    await announce(payload)
    expect((await following.next()).events.user.fullName).toBe('Ben Ito')
    await server.core.db.query(sql`UPDATE "user" SET full_name = 'Benjamin' WHERE id = ${people.ben.id}`)
    await announce(payload)
    expect((await following.next()).events.user.fullName).toBe('Benjamin')
    await following.stop()
  })

  it('cost one query for a batch, however many events name something', async () => {
    const after = await position()
    for (let count = 0; count < 20; count++) {
      await announce({
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [people.general],
        user_ids: [people.ben.id, people.ann.id],
      })
    }
    const statements: string[] = []
    const { db } = server.core
    const query = db.query
    db.query = (statement) => {
      statements.push(statement.sql)
      return query.call(db, statement) as never // The same statement, with the same rows.
    }
    try {
      const following = follow<{ eventBatches: { events: unknown[] } }>(
        people.admin,
        `subscription { eventBatches(after: ${after}) { events { ... on SubscriptionPeerAddEvent { users { fullName } channels { name } } } } }`,
      )
      const { eventBatches } = await following.next()
      await following.stop()
      expect(eventBatches.events).toHaveLength(20)
    } finally {
      db.query = query
    }
    expect(statements.filter((text) => /FROM "user" u WHERE/.test(text))).toHaveLength(1)
    expect(statements.filter((text) => /FROM channel c/.test(text))).toHaveLength(1)
  })
})
