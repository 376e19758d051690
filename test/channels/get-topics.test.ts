import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { renewTopics } from '../../src/channels/topic-rows.ts'
import { cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { archiveOn } from './support.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const archive = archiveOn(server)

async function create(person: Person, name: string, more: Record<string, unknown> = {}): Promise<number> {
  return (await person.post('channels/create', { name, subscribers: [person.id], ...more }).succeeds()).id
}

async function send(person: Person, channelId: number, topic: string): Promise<number> {
  return (
    await person.post('messages', { type: 'stream', to: channelId, topic, content: 'Hello' }).succeeds()
  ).id
}

describe('GET /users/me/{stream_id}/topics', () => {
  it('lists topics by their newest message, as that spells them', async () => {
    const { ann, ben } = await cast(server)
    const id = await create(ann, 'Plans')
    await send(ann, id, 'lunch')
    const party = await send(ben, id, 'Party')
    const empty = await send(ann, id, '')
    const lunch = await send(ben, id, 'LUNCH')
    const path = `users/me/${id}/topics`
    expect(await ann.get(path).succeeds()).toMatchObject({
      topics: [
        { name: 'LUNCH', max_id: lunch },
        { name: 'general chat', max_id: empty },
        { name: 'Party', max_id: party },
      ],
    })
    expect((await ann.get(path, { allow_empty_topic_name: true }).succeeds()).topics[1]).toEqual({
      name: '',
      max_id: empty,
    })
    await archive(id)
    expect((await ben.get(path).succeeds()).topics).toHaveLength(3)
    await ben.get(path, { allow_empty_topic_name: 1 }).fails('BAD_REQUEST', /allow_empty_topic_name/)
  })

  it('lists them by what is left in each after deletions, moves and new spellings', async () => {
    const { owner, ann } = await cast(server)
    const [from, to] = [await create(owner, 'From'), await create(owner, 'To')]
    const list = async (id: number) =>
      (await owner.get(`users/me/${id}/topics`).succeeds()).topics.map(
        (topic: { name: string; max_id: number }) => [topic.name, topic.max_id],
      )
    await ann.post('users/me/subscriptions', { subscriptions: [{ name: 'From' }] }).succeeds()
    const [tea, Tea, TEA] = [
      await send(ann, from, 'tea'),
      await send(ann, from, 'Tea'),
      await send(ann, from, 'TEA'),
    ]
    const cake = await send(ann, from, 'cake')
    await owner.delete(`messages/${TEA}`).succeeds()
    expect(await list(from)).toEqual([
      ['cake', cake],
      ['Tea', Tea],
    ])
    await owner.delete(`messages/${tea}`).succeeds()
    expect(await list(from)).toContainEqual(['Tea', Tea])
    const silently = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
    await owner.patch(`messages/${Tea}`, { topic: 'tEA', ...silently }).succeeds()
    expect(await list(from)).toContainEqual(['tEA', Tea])
    await owner.patch(`messages/${cake}`, { topic: 'tea', ...silently }).succeeds()
    expect(await list(from)).toEqual([['tea', cake]])
    await owner.patch(`messages/${cake}`, { stream_id: to, topic: 'Cake', ...silently }).succeeds()
    expect(await list(from)).toEqual([['tEA', Tea]])
    expect(await list(to)).toEqual([['Cake', cake]])
    await owner.delete(`messages/${cake}`).succeeds()
    expect(await list(to)).toEqual([])
    await owner.post(`streams/${from}/delete_topic`, { topic_name: 'TEA' }).succeeds()
    expect(await list(from)).toEqual([])
  })

  it('shows of protected history only what the asker received', async () => {
    const { ann, ben } = await cast(server)
    const id = await create(ann, 'Protected', { invite_only: true })
    await send(ann, id, 'before')
    const first = await send(ann, id, 'both')
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'Protected' }], principals: [ben.id] })
      .succeeds()
    const second = await send(ann, id, 'BOTH')
    expect(second).toBeGreaterThan(first)
    const path = `users/me/${id}/topics`
    expect((await ben.get(path).succeeds()).topics).toEqual([{ name: 'BOTH', max_id: second }])
    expect((await ann.get(path).succeeds()).topics.map((topic: { name: string }) => topic.name)).toEqual([
      'BOTH',
      'before',
    ])
    const shared = await create(ann, 'Shared', { invite_only: true, history_public_to_subscribers: true })
    await send(ann, shared, 'before')
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'Shared' }], principals: [ben.id] })
      .succeeds()
    expect((await ben.get(`users/me/${shared}/topics`).succeeds()).topics).toHaveLength(1)
  })

  it('shows of protected history what was received before leaving and after coming back', async () => {
    const { ann, ben } = await cast(server)
    const id = await create(ann, 'Protected', { invite_only: true })
    const subscriptions = [{ name: 'Protected' }]
    const join = () => ann.post('users/me/subscriptions', { subscriptions, principals: [ben.id] }).succeeds()
    for (const topic of ['early', 'both', 'both']) await send(ann, id, topic)
    await join()
    const [both, other] = [await send(ann, id, 'both'), await send(ann, id, 'other')]
    await ben.delete('users/me/subscriptions', { subscriptions: ['Protected'] }).succeeds()
    for (const topic of ['both', 'between', 'both', 'other']) await send(ann, id, topic)
    await join()
    const late = await send(ann, id, 'late')
    for (const topic of ['both', 'elsewhere']) await send(ben, await create(ben, `for ${topic}`), topic)
    expect((await ben.get(`users/me/${id}/topics`).succeeds()).topics).toEqual([
      { name: 'late', max_id: late },
      { name: 'other', max_id: other },
      { name: 'both', max_id: both },
    ])
  })

  it('answers whoever may not read the channel as if it did not exist', async () => {
    const { ann, ben, admin, guest, general } = await cast(server)
    const id = await create(ann, 'Hidden', { invite_only: true })
    for (const person of [ben, admin]) {
      await person.get(`users/me/${id}/topics`).fails('BAD_REQUEST', 'Invalid channel ID')
    }
    await guest.get(`users/me/${general}/topics`).fails('BAD_REQUEST', 'Invalid channel ID')
    await ann.get('users/me/2000000000/topics').fails('BAD_REQUEST', 'Invalid channel ID')
  })

  it('lets visitors read web-public channels, and no others', async () => {
    const { owner, host, organizationId, general } = await cast(server)
    const visitor = new Visitor({ port: server.port, host })
    await server.core.db.query(sql`
      UPDATE organization SET settings = '{"enableSpectatorAccess": true}' WHERE id = ${organizationId}`)
    const id = await create(owner, 'World', { is_web_public: true })
    await send(owner, id, 'news')
    expect((await visitor.get(`users/me/${id}/topics`).succeeds()).topics).toMatchObject([{ name: 'news' }])
    await visitor.get(`users/me/${general}/topics`).fails('BAD_REQUEST', 'Invalid channel ID')
    expect((await visitor.graphql('{ channels { name viewerSubscription { color } } }')).channels).toEqual([
      { name: 'World', viewerSubscription: null },
    ])
    await server.core.db.query(sql`UPDATE organization SET settings = '{}' WHERE id = ${organizationId}`)
    await visitor.get(`users/me/${id}/topics`).fails('BAD_REQUEST', 'Invalid channel ID')
    expect((await visitor.graphql('{ channels { name } }')).channels).toEqual([])
    await visitor.get('streams').fails('UNAUTHORIZED', undefined, 401)
  })

  it('shows 5,000 topics of many messages quickly', async () => {
    const { ann, general, organizationId } = await cast(server)
    await server.core.db.query(sql`
      INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
      SELECT ${organizationId}, ${ann.id}, ${general}, 'Topic ' || (n % 5000), '', '', 'Test'
      FROM generate_series(1, 50000) n`)
    await renewTopics(
      server.core.db,
      Array.from({ length: 5000 }, (_, n) => ({ channelId: general, topic: `Topic ${n}` })),
    )
    await server.core.db.query(sql`ANALYZE message`)
    await ann.get(`users/me/${general}/topics`).succeeds()
    const start = performance.now()
    const { topics } = await ann.get(`users/me/${general}/topics`).succeeds()
    const elapsed = performance.now() - start
    expect(topics).toHaveLength(5001)
    const ids = topics.map((topic: { max_id: number }) => topic.max_id)
    expect(ids).toEqual([...ids].sort((left: number, right: number) => right - left))
    expect(elapsed).toBeLessThan(2000)
  }, 60_000)
})

describe('Channel.topics', () => {
  it('lists the same over GraphQL, and fails for the same people', async () => {
    const { ann, admin, ben } = await cast(server)
    const id = await create(ann, 'Hidden', { invite_only: true })
    const maxId = await send(ann, id, 'secret')
    const query = 'query ($id: Int!) { channel(databaseId: $id) { topics { name maxMessageDatabaseId } } }'
    expect((await ann.graphql(query, { id })).channel.topics).toEqual([
      { name: 'secret', maxMessageDatabaseId: maxId },
    ])
    for (const person of [admin, ben]) {
      await expect(person.graphql(query, { id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })
})
