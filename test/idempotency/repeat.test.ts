import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { collectKeys } from '../../src/idempotency/collect-keys.ts'
import { type Cast, cast, Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** A person whose requests carry this key. */
function withKey(person: Person, key: string): Person {
  class Keyed extends Person {
    override get headers() {
      return { ...super.headers, 'idempotency-key': key }
    }
  }
  return new Keyed(person.identity, person.id, person.fullName)
}

const message = { type: 'stream', to: 'general', topic: 'tea', content: 'Once only' }

describe('a repeated request', () => {
  it('gets the first answer and is done once', async () => {
    const queue = await register(people.ann, ['message'], { fetch_event_types: [] })
    const ann = withKey(people.ann, 'k1')
    const first = await ann.post('messages', message).succeeds()
    const second = await ann.post('messages', message).succeeds()
    expect(second).toEqual(first)
    expect(await queue.take()).toHaveLength(1)
  })

  it('gets the first answer also when both are under way at the same time', async () => {
    const queue = await register(people.ann, ['message'], { fetch_event_types: [] })
    const ann = withKey(people.ann, 'race')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ann.post('messages', message).succeeds()),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await queue.take()).toHaveLength(1)
  })

  it('is refused when the key belongs to another request', async () => {
    const ann = withKey(people.ann, 'k2')
    await ann.post('messages', message).succeeds()
    await ann.post('messages', { ...message, content: 'Something else' }).fails('IDEMPOTENCY_KEY_REUSED')
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'plans' }] })
      .fails('IDEMPOTENCY_KEY_REUSED')
  })

  it('is another request when somebody else sends it', async () => {
    const { id } = await withKey(people.ann, 'shared').post('messages', message).succeeds()
    expect((await withKey(people.ben, 'shared').post('messages', message).succeeds()).id).not.toBe(id)
  })

  it('runs again when the first one failed', async () => {
    const ann = withKey(people.ann, 'k3')
    const toPlans = { ...message, to: 'plans' }
    await ann.post('messages', toPlans).fails('STREAM_DOES_NOT_EXIST')
    await people.ann.post('users/me/subscriptions', { subscriptions: [{ name: 'plans' }] }).succeeds()
    await ann.post('messages', toPlans).succeeds()
  })

  it('answers about channels and subscriptions as the first one did', async () => {
    const ann = withKey(people.ann, 'channel')
    const wanted = { name: 'plans', subscribers: [people.ann.id, people.ben.id] }
    const first = await ann.post('channels/create', wanted).succeeds()
    expect(await ann.post('channels/create', wanted).succeeds()).toEqual(first)
    const again = withKey(people.ann, 'subscribe')
    const asked = { subscriptions: [{ name: 'walks' }], principals: [people.ben.id] }
    const subscribed = await again.post('users/me/subscriptions', asked).succeeds()
    expect(subscribed.subscribed).toEqual({ [people.ben.id]: ['walks'] })
    expect(await again.post('users/me/subscriptions', asked).succeeds()).toEqual(subscribed)
    const leaving = withKey(people.ann, 'leave')
    const left = await leaving.delete('users/me/subscriptions', { subscriptions: ['plans'] }).succeeds()
    expect(left.removed).toEqual(['plans'])
    expect(await leaving.delete('users/me/subscriptions', { subscriptions: ['plans'] }).succeeds()).toEqual(
      left,
    )
  })

  it('ends a queue once and says so twice', async () => {
    const queue = await register(people.ann, ['message'], { fetch_event_types: [] })
    const ann = withKey(people.ann, 'queue')
    await ann.delete('events', { queue_id: queue.id }).succeeds()
    await ann.delete('events', { queue_id: queue.id }).succeeds()
    await people.ann.delete('events', { queue_id: queue.id }).fails('BAD_EVENT_QUEUE_ID')
  })

  it('is known over GraphQL by the key in its input', async () => {
    const send = `mutation ($content: String!) {
      sendMessage(input: { channel: { channelName: "general", topic: "tea" }, content: $content, idempotencyKey: "g" }) {
        messageDatabaseId
      }
    }`
    const first = await people.ann.graphql(send, { content: 'Over GraphQL' })
    expect(await people.ann.graphql(send, { content: 'Over GraphQL' })).toEqual(first)
    await expect(people.ann.graphql(send, { content: 'Other' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('is a new request after a day', async () => {
    const ann = withKey(people.ann, 'old')
    const first = await ann.post('messages', message).succeeds()
    await server.core.db.query(sql`
      UPDATE idempotency_key SET created_at = now() - interval '23 hours' WHERE user_id = ${people.ann.id}`)
    await collectKeys(server.core.db)
    expect(await ann.post('messages', message).succeeds()).toEqual(first)
    await server.core.db.query(sql`
      UPDATE idempotency_key SET created_at = now() - interval '25 hours' WHERE user_id = ${people.ann.id}`)
    await collectKeys(server.core.db)
    expect((await ann.post('messages', message).succeeds()).id).not.toBe(first.id)
  })

  it('needs a key that is one', async () => {
    await withKey(people.ann, 'x'.repeat(256))
      .post('messages', message)
      .fails('BAD_REQUEST', 'idempotency key')
  })
})

describe('every mutation', () => {
  /** Those whose repetition is harmless or whose answer is a secret that is kept nowhere. */
  const exempt = ['registerEventQueue', 'signIn', 'signInForDevelopment']

  it('takes an idempotency key', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
    const without = mutations.filter(({ args }) => {
      const input = args.find(({ name }) => name === 'input')
      const type = input && 'ofType' in input.type ? input.type.ofType : input?.type
      return !(type && 'getFields' in type && 'idempotencyKey' in type.getFields())
    })
    expect(without.map(({ name }) => name).sort()).toEqual(exempt.sort())
  })
})
