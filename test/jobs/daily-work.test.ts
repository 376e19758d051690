import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { weeklyTraffic } from '../../src/channels/refresh-activity.ts'
import { followChannels, setSettingsOn } from '../channels/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const setSettings = setSettingsOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const query = (statement: Parameters<typeof server.core.db.query>[0]) => server.core.db.query(statement)
const create = async (name: string): Promise<number> =>
  (
    await people.owner
      .post('channels/create', { name, subscribers: [people.ann.id, people.owner.id] })
      .succeeds()
  ).id
const send = async (to: number, topic = 't'): Promise<number> =>
  (await people.ann.post('messages', { type: 'stream', to, topic, content: 'Hi' }).succeeds()).id
const tell = async (person: Person): Promise<number> =>
  (await people.ann.post('messages', { type: 'direct', to: [person.id], content: 'Hi' }).succeeds()).id
/** Makes messages older. */
const age = (days: number, ...ids: number[]) =>
  query(
    sql`UPDATE message SET date_sent = date_sent - make_interval(days => ${days}) WHERE id = ANY(${ids}::int[])`,
  )
const isThere = async (id: number) => (await people.ann.get(`messages/${id}`)).status === 200
const capable = { client_capabilities: { bulk_message_deletion: true } }

describe('Retention', () => {
  it('deletes what a channel does not keep, and tells its audience', async () => {
    const id = await create('Design')
    await people.owner.patch(`streams/${id}`, { message_retention_days: 10 }).succeeds()
    const [one, two, three] = [await send(id), await send(id, 'u'), await send(id)]
    await age(11, one, two)
    await age(9, three)
    const [anns, bens] = await Promise.all(
      [people.ann, people.ben].map((person) => register(person, ['delete_message'], capable)),
    )
    await server.core.dailyWork.run()
    const gone = { type: 'delete_message', message_type: 'stream', stream_id: id }
    await anns?.receives(
      { ...gone, topic: 't', message_ids: [one] },
      { ...gone, topic: 'u', message_ids: [two] },
    )
    await bens?.receivesNothing()
    expect(await Promise.all([one, two, three].map(isThere))).toEqual([false, false, true])
    expect((await people.ann.get(`streams/${id}`).succeeds()).stream.first_message_id).toBe(three)
  })

  it('is inherited from the organization, which decides about direct messages, unless a channel says otherwise', async () => {
    const { general } = people
    const [short, always] = [await create('Short'), await create('Always')]
    await people.owner.patch(`streams/${short}`, { message_retention_days: 5 }).succeeds()
    await people.owner.patch(`streams/${always}`, { message_retention_days: 'unlimited' }).succeeds()
    const ids = [await send(general), await send(short), await send(always), await tell(people.ben)]
    await age(8, ...ids)
    const young = await tell(people.guest)
    await server.core.dailyWork.run()
    expect(await Promise.all(ids.map(isThere))).toEqual([true, false, true, true])
    await setSettings(people, { messageRetentionDays: 7 })
    const queue = await register(people.ben, ['delete_message'], capable)
    await server.core.dailyWork.run()
    expect(await Promise.all(ids.map(isThere))).toEqual([false, false, true, false])
    expect(await isThere(young)).toBe(true)
    expect(await queue.take()).toMatchObject([
      { message_type: 'stream', message_ids: expect.arrayContaining([ids[0]]) },
      { message_type: 'private', message_ids: [ids[3]] },
    ])
  })

  it('takes any number of days', async () => {
    const id = await create('Design')
    await people.owner.patch(`streams/${id}`, { message_retention_days: 2_147_483_647 }).succeeds()
    const message = await send(id)
    await age(10_000, message)
    await server.core.dailyWork.run()
    expect(await isThere(message)).toBe(true)
  })

  it('works through many messages', async () => {
    const id = await create('Design')
    await people.owner.patch(`streams/${id}`, { message_retention_days: 1 }).succeeds()
    await query(sql`
      INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client, date_sent)
      SELECT ${people.organizationId}, ${people.ann.id}, ${id}, 'long', '', '', 'Test', now() - interval '2 days'
      FROM generate_series(1, 2500)`)
    const kept = await send(id)
    await server.core.dailyWork.run()
    const rows = await server.core.db.query<{ id: number }>(
      sql`SELECT id FROM message WHERE channel_id = ${id}`,
    )
    expect(rows).toEqual([{ id: kept }])
  })

  it('forgets deleted messages for good after a month', async () => {
    const id = await create('Design')
    await people.owner.patch(`streams/${id}`, { message_retention_days: 1 }).succeeds()
    const message = await send(id)
    await age(2, message)
    await server.core.dailyWork.run()
    const kept = () => query(sql`SELECT id FROM deleted_message WHERE id = ${message}`)
    expect(await kept()).toHaveLength(1)
    await query(sql`UPDATE deleted_message SET deleted_at = now() - interval '31 days' WHERE id = ${message}`)
    await server.core.dailyWork.run()
    expect(await kept()).toHaveLength(0)
  })
})

describe('Activity', () => {
  const made = (id: number, days: number) =>
    query(sql`UPDATE channel SET date_created = now() - make_interval(days => ${days}) WHERE id = ${id}`)

  it('of a channel ends after 180 days without messages, and comes back with one', async () => {
    const { ann, ben } = people
    const [quiet, empty, busy] = [await create('Quiet'), await create('Empty'), await create('Busy')]
    await Promise.all([made(quiet, 400), made(empty, 400), made(busy, 400)])
    await age(181, await send(quiet))
    await age(179, await send(busy))
    const queue = await followChannels(ben)
    await server.core.dailyWork.run()
    const activity = async () =>
      Promise.all(
        [quiet, empty, busy].map(
          async (id) => (await ann.get(`streams/${id}`).succeeds()).stream.is_recently_active,
        ),
      )
    expect(await activity()).toEqual([false, false, true])
    await send(quiet)
    await ann.delete(`streams/${empty}`).fails('BAD_REQUEST')
    await people.owner.delete(`streams/${empty}`).succeeds()
    expect(await activity()).toEqual([true, true, true])
    const told = (await queue.take()).filter(({ property }) => property === 'is_recently_active')
    expect(told.map(({ stream_id, value }) => [stream_id, value])).toEqual([
      [quiet, false],
      [empty, false],
      [quiet, true],
      [empty, true],
    ])
    await queue.replayEqualsFreshRegister()
  })

  it('is estimated in messages a week, for channels older than a week', async () => {
    const { ann, ben } = people
    const [old, young] = [await create('Old'), await create('Young')]
    await made(old, 100)
    for (let count = 0; count < 9; count++) await send(old)
    await send(young)
    const queue = await followChannels(ben)
    await server.core.dailyWork.run()
    const traffic = async (id: number) =>
      (await ann.get(`streams/${id}`).succeeds()).stream.stream_weekly_traffic
    expect([await traffic(old), await traffic(young)]).toEqual([2, null])
    await queue.replayEqualsFreshRegister()
    await queue.receivesNothing()
    await server.core.dailyWork.run()
    await queue.receivesNothing()
  })

  it.each([
    [6, 50, null],
    [7, 50, 50],
    [14, 50, 25],
    [28, 400, 100],
    [400, 400, 100],
    [400, 5000, 1300],
    [400, 1, 1],
    [400, 0, 0],
  ])('after %i days with %i messages in four weeks comes to %s', (days, messages, expected) => {
    expect(weeklyTraffic({ age: days, messages })).toBe(expected)
  })
})
