import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { Backstage, channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const conversationOf = async (reader: Person, id: number) =>
  (await reader.get(`messages/${id}`).succeeds()).message.recipient_id

describe.runIf(onPostgres)('At the same time', () => {
  it('two first messages begin one conversation', async () => {
    const { ann, ben } = people
    const everybody = await Promise.all(Array.from({ length: 4 }, () => people.person()))
    for (const other of [ben, ...everybody]) {
      const ids = await Promise.all([
        tell(ann, [other], 'One'),
        tell(other, [ann], 'Two'),
        tell(ann, [other], 'Three'),
        tell(other, [ann], 'Four'),
      ])
      const conversations = await Promise.all(ids.map((id) => conversationOf(ann, id)))
      expect(new Set(conversations).size).toBe(1)
    }
  })

  it('first messages of a new channel go all through, and the channel knows its first', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await channel(people, `new ${round}`, [people.ann, people.ben])
      const sent = await Promise.all(
        Array.from({ length: 12 }, (_, i) => say(i % 2 ? people.ann : people.ben, id, 'tea', `${i}`)),
      )
      const { stream } = await people.ann.get(`streams/${id}`).succeeds()
      expect(stream.first_message_id).toBe(Math.min(...sent))
    }
  })

  it('sixteen senders reach a listener with every message once, and in one order', async () => {
    const senders = await Promise.all(Array.from({ length: 16 }, () => people.person()))
    const [one, other] = await Promise.all([
      register(people.ann, ['message']),
      register(people.ben, ['message']),
    ])
    const sent = await Promise.all(
      senders.map(async (sender, i) => {
        const ids: number[] = []
        for (let j = 0; j < 6; j++) {
          ids.push(
            j % 3 === 2
              ? await tell(sender, [people.ann], `${i} ${j}`)
              : await say(sender, 'general', 'tea', `${i} ${j}`),
          )
        }
        return ids
      }),
    )
    const received = (await one.takeCount(96)).map(({ message }) => message)
    expect(received.map(({ id }) => id).sort((left, right) => left - right)).toEqual(
      sent.flat().sort((left, right) => left - right),
    )
    const ofChannel = received.filter(({ type }) => type === 'stream').map(({ id }) => id)
    expect((await other.takeCount(64)).map(({ message }) => message.id)).toEqual(ofChannel)
    for (const ids of sent) {
      const order = received.map(({ id }) => id).filter((id) => ids.includes(id))
      expect(order).toEqual(ids)
    }
  })

  it('nothing gets into a channel once it is archived', async () => {
    const backstage = new Backstage(server, people)
    const id = await channel(people, 'closing', [people.ann, people.ben])
    await say(people.ann, id, 'tea', 'First')
    const queue = await register(people.ben, ['message'])
    const attempts = Array.from({ length: 16 }, (_, i) =>
      people.ann.post('messages', { type: 'stream', to: id, topic: 'tea', content: `${i}` }),
    )
    await backstage.archive(id)
    const before = await queue.take()
    const outcomes = await Promise.all(attempts)
    const accepted = outcomes.filter(({ status }) => status === 200).map(({ body }) => body.id)
    const all = [...before, ...(await queue.take())].map(({ message }) => message.id)
    expect(all.sort()).toEqual(accepted.sort())
    for (const { status, body } of outcomes) {
      if (status !== 200) expect(body.msg).toBe("Not authorized to send to channel 'closing'")
    }
  })

  it('repetitions of one request send one message', async () => {
    const queue = await register(people.ann, ['message'])
    const parameters = {
      type: 'stream',
      to: 'general',
      topic: 'tea',
      content: 'Hi',
      queue_id: queue.id,
      local_id: '1',
    }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => people.ann.post('messages', parameters).succeeds()),
    )
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
    expect(await queue.take()).toHaveLength(1)
  })
})
