import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { followChannels } from './support.ts'

// One batch for each request: any more would take longer than there is time.
const server = testServer({ PARLEY_BULK_SECONDS: '0' })
let people: Cast
let channelId: number

const create = async (by: Person, name: string, more: Record<string, unknown> = {}): Promise<number> =>
  (await by.post('channels/create', { name, subscribers: [by.id], ...more }).succeeds()).id
const send = async (by: Person, topic: string, to = channelId): Promise<number> =>
  (await by.post('messages', { type: 'stream', to, topic, content: 'Hi' }).succeeds()).id
const deleteTopic = (by: Person, topic_name: string, id = channelId) =>
  by.post(`streams/${id}/delete_topic`, { topic_name })
const first = async () => (await people.owner.get(`streams/${channelId}`).succeeds()).stream.first_message_id

beforeEach(async () => {
  people = await cast(server)
  channelId = await create(people.ann, 'Design', {
    subscribers: [people.ann.id, people.ben.id, people.guest.id],
  })
})

const deletion = (topic: string, ids: number[]) => ({
  type: 'delete_message',
  message_type: 'stream',
  stream_id: channelId,
  topic,
  message_ids: ids,
})
const capable = { client_capabilities: { bulk_message_deletion: true, empty_topic_name: true } }

describe('POST /streams/{stream_id}/delete_topic', () => {
  it('deletes a topic without regard to case, and tells whom its messages were there for', async () => {
    const { ann, ben, admin, moderator, owner, guest } = people
    const [one, kept, two] = [await send(ben, 'Lunch'), await send(ben, 'other'), await send(ann, 'LUNCH')]
    await moderator.post('messages/flags', { messages: [two], op: 'add', flag: 'starred' }).succeeds()
    const types = ['delete_message']
    const [bens, guests, moderators, admins] = await Promise.all(
      [ben, guest, moderator, admin].map((person) => register(person, types, capable)),
    )
    const old = await register(ann, types)
    expect(await deleteTopic(owner, 'lunch').succeeds()).toMatchObject({ complete: true })
    await bens?.receives(deletion('LUNCH', [one, two]))
    await guests?.receives(deletion('LUNCH', [one, two]))
    await moderators?.receives(deletion('LUNCH', [two]))
    await admins?.receivesNothing()
    const { message_ids: _, ...single } = deletion('LUNCH', [])
    await old.receives({ ...single, message_id: one }, { ...single, message_id: two })
    expect((await ann.get(`users/me/${channelId}/topics`).succeeds()).topics).toEqual([
      { name: 'other', max_id: kept },
    ])
    await ann.get(`messages/${one}`).fails('BAD_REQUEST', 'Invalid message')
    expect(await deleteTopic(owner, 'lunch').succeeds()).toMatchObject({ complete: true })
    await bens?.receivesNothing()
  })

  it('moves the first message of the channel, and tells everybody who sees the channel', async () => {
    const { ann, moderator, owner } = people
    const [one, two] = [await send(ann, 'a'), await send(ann, 'b')]
    expect(await first()).toBe(one)
    const queue = await register(moderator, ['stream'])
    await deleteTopic(owner, 'a').succeeds()
    expect(await first()).toBe(two)
    await deleteTopic(owner, 'b').succeeds()
    expect(await first()).toBe(null)
    const told = (value: unknown) => ({
      type: 'stream',
      op: 'update',
      stream_id: channelId,
      name: 'Design',
      property: 'first_message_id',
      value,
    })
    await queue.receives(told(two), told(null))
    const three = await send(ann, 'c')
    expect(await first()).toBe(three)
  })

  it('stops when time is over, newest messages first, and goes on when it is repeated', async () => {
    const { ann, owner, organizationId } = people
    await server.core.db.query(sql`
      WITH sent AS (
        INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
        SELECT ${organizationId}, ${ann.id}, ${channelId}, 'long', '', '', 'Test' FROM generate_series(1, 2500)
        RETURNING id
      )
      INSERT INTO user_message (user_id, message_id) SELECT ${ann.id}, id FROM sent`)
    const count = async () => {
      const rows = await server.core.db.query<{ id: number }>(sql`
        SELECT id FROM message WHERE channel_id = ${channelId} ORDER BY id`)
      return rows.map(({ id }) => id)
    }
    const all = await count()
    const queue = await register(ann, ['delete_message'], capable)
    for (const left of [1500, 500]) {
      expect(await deleteTopic(owner, 'long').succeeds()).toMatchObject({ complete: false })
      expect(await count()).toEqual(all.slice(0, left))
    }
    expect(await deleteTopic(owner, 'long').succeeds()).toMatchObject({ complete: true })
    const told = (await queue.take()).map(({ message_ids }) => message_ids)
    expect(told).toEqual([all.slice(1500), all.slice(500, 1500), all.slice(0, 500)])
    const [kept] = await server.core.db.query<{ number: number }>(sql`
      SELECT count(*)::int AS number FROM deleted_message WHERE organization_id = ${organizationId}`)
    expect(kept?.number).toBe(2500)
  })

  it('is for administrators who can read the channel; archived ones stay as they are', async () => {
    const { owner, admin, moderator, ann, ben, guest, bot } = people
    await send(ann, 'a')
    for (const person of [moderator, ann, ben, guest, bot]) {
      await deleteTopic(person, 'a').fails('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
    }
    const hidden = await create(ann, 'Hidden', { invite_only: true })
    await send(ann, 'a', hidden)
    for (const id of [hidden, 2_000_000_000])
      await deleteTopic(admin, 'a', id).fails('BAD_REQUEST', 'Invalid channel ID')
    await owner.post(`streams/${channelId}/delete_topic`).fails('REQUEST_VARIABLE_MISSING', /topic_name/)
    await owner.delete(`streams/${channelId}`).succeeds()
    await deleteTopic(owner, 'a').fails('BAD_REQUEST', 'archived')
    expect((await ann.get(`users/me/${channelId}/topics`).succeeds()).topics).toHaveLength(2)
  })

  it('deletes of protected history only what the administrator received, and tells only receivers', async () => {
    const { ann, admin, ben } = people
    const id = await create(ann, 'Protected', { invite_only: true })
    const early = await send(ann, 'a', id)
    const join = (person: Person) =>
      ann
        .post('users/me/subscriptions', { subscriptions: [{ name: 'Protected' }], principals: [person.id] })
        .succeeds()
    await join(admin)
    const shared = await send(ann, 'a', id)
    await join(ben)
    const [anns, bens] = await Promise.all(
      [ann, ben].map((person) => register(person, ['delete_message'], capable)),
    )
    expect(await deleteTopic(admin, 'a', id).succeeds()).toMatchObject({ complete: true })
    await anns?.receives({ ...deletion('a', [shared]), stream_id: id })
    await bens?.receivesNothing()
    await ann.get(`messages/${early}`).succeeds()
  })

  it('knows the empty topic by all of its names', async () => {
    const { ann, owner } = people
    for (const name of ['', 'general chat', '(no topic)']) {
      const id = await send(ann, '')
      const [queue, old] = [
        await register(ann, ['delete_message'], capable),
        await register(ann, ['delete_message'], { client_capabilities: { bulk_message_deletion: true } }),
      ]
      await deleteTopic(owner, name).succeeds()
      await queue.receives(deletion('', [id]))
      await old.receives(deletion('general chat', [id]))
    }
    await send(ann, 'x'.repeat(60))
    await deleteTopic(owner, `${'x'.repeat(57)}...`).succeeds()
    await deleteTopic(owner, 'x'.repeat(61)).succeeds()
    expect((await ann.get(`users/me/${channelId}/topics`).succeeds()).topics).toHaveLength(1)
    await deleteTopic(owner, 'a\u0000').fails('BAD_REQUEST', /topic/)
  })

  it('leaves snapshots that events lead to, for stars and for channels', async () => {
    const { ann, ben, owner } = people
    const id = await send(ann, 'a')
    await ben.post('messages/flags', { messages: [id], op: 'add', flag: 'starred' }).succeeds()
    const queues = await Promise.all([ann, ben, owner].map((person) => register(person, undefined, capable)))
    const channels = await followChannels(ben)
    await deleteTopic(owner, 'a').succeeds()
    for (const queue of [...queues, channels]) await queue.replayEqualsFreshRegister()
  })

  it('has a mutation, which a repetition of the same request does not run again', async () => {
    const { ann, owner, moderator } = people
    await send(ann, 'a')
    const run = (by: Person) =>
      by.graphql(
        'mutation ($id: Int!) { deleteTopic(input: { channelDatabaseId: $id, topic: "A", idempotencyKey: "k" }) { isComplete } }',
        { id: channelId },
      )
    await expect(run(moderator)).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(await run(owner)).toEqual({ deleteTopic: { isComplete: true } })
    const later = await send(ann, 'a')
    expect(await run(owner)).toEqual({ deleteTopic: { isComplete: true } })
    await ann.get(`messages/${later}`).succeeds()
  })
})
