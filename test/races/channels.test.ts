import { beforeEach, describe, expect, it } from 'vitest'
import { followChannels } from '../channels/support.ts'
import { bothNodesOf } from '../support/both-nodes.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

// Only on a server are there several transactions at a time.
describe.runIf(onPostgres)('Channels, at the same time', { timeout: 120_000 }, () => {
  const server = testServer()
  const { onEither } = bothNodesOf(server)
  let people: Cast

  beforeEach(async () => {
    people = await cast(server)
  })

  const create = async (name: string, more: Record<string, unknown> = {}): Promise<number> =>
    (await people.ann.post('channels/create', { name, subscribers: [people.ann.id], ...more }).succeeds()).id

  it('nothing gets into a channel once it is archived, however many send', async () => {
    const id = await create('closing')
    await people.ann.post('messages', { type: 'stream', to: id, topic: 't', content: 'First' }).succeeds()
    const queue = await register(people.ann, ['message', 'stream'], {
      client_capabilities: { archived_channels: true },
    })
    const attempts = Array.from({ length: 24 }, (_, i) =>
      onEither(people.ben, i).post('messages', { type: 'stream', to: id, topic: 't', content: `${i}` }),
    )
    await people.ann.delete(`streams/${id}`).succeeds()
    const outcomes = await Promise.all(attempts)
    const accepted = outcomes.filter(({ status }) => status === 200).map(({ body }) => body.id)
    const events = await queue.take()
    const archived = events.findIndex(({ type }) => type === 'stream')
    const sent = events.slice(0, archived).map(({ message }) => message.id)
    expect(sent.sort()).toEqual(accepted.sort())
    // Behind the archiving stands the notice of it, and nothing else.
    expect(events.slice(archived + 1).map(({ message }) => message.subject)).toEqual(['channel events'])
  })

  it('32 who subscribe and 16 who leave are counted, and clients count the same', async () => {
    const id = await create('busy')
    const crowd = await Promise.all(Array.from({ length: 32 }, () => people.person({ channels: 'none' })))
    const queue = await followChannels(people.ann)
    const subscriptions = [{ name: 'busy' }]
    await Promise.all(
      crowd.map((person, i) =>
        onEither(person, i).post('users/me/subscriptions', { subscriptions }).succeeds(),
      ),
    )
    await Promise.all([
      ...crowd.slice(0, 16).map((person, i) =>
        onEither(person, i)
          .delete('users/me/subscriptions', { subscriptions: ['busy'] })
          .succeeds(),
      ),
      people.ann.patch(`streams/${id}`, { description: 'Meanwhile' }).succeeds(),
    ])
    const { stream } = await people.ben.get(`streams/${id}`).succeeds()
    expect(stream).toMatchObject({ subscriber_count: 17, description: 'Meanwhile' })
    expect((await people.ben.get(`streams/${id}/members`).succeeds()).subscribers).toHaveLength(17)
    await queue.replayEqualsFreshRegister()
  })

  it('one of two channels gets a name that both want', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await Promise.all([0, 1, 2, 3].map((i) => create(`before ${round} ${i}`)))
      const outcomes = await Promise.all(
        ids.map((id, i) => onEither(people.ann, i).patch(`streams/${id}`, { new_name: `wanted ${round}` })),
      )
      const refused = outcomes.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(3)
      for (const { status, body } of refused) {
        expect([status, body.msg]).toEqual([400, 'Channel name is already in use.'])
      }
    }
  })

  it('a channel that becomes private and those who join it agree on who sees it', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await create(`turning ${round}`)
      const crowd = await Promise.all(Array.from({ length: 6 }, () => people.person({ channels: 'none' })))
      const queues = await Promise.all(crowd.map(followChannels))
      await Promise.all([
        ...crowd.map((person, i) =>
          onEither(person, i).post('users/me/subscriptions', {
            subscriptions: [{ name: `turning ${round}` }],
            authorization_errors_fatal: false,
          }),
        ),
        people.ann.patch(`streams/${id}`, { is_private: true }).succeeds(),
      ])
      for (const queue of queues) await queue.replayEqualsFreshRegister()
    }
  })

  it('of two who change one permission after looking, one is told to look again', async () => {
    const id = await create('contested')
    const { stream } = await people.ann.get(`streams/${id}`).succeeds()
    const old = stream.can_send_message_group
    const values = [people.ann.id, people.ben.id, people.owner.id].map((member) => ({
      direct_members: [member],
      direct_subgroups: [],
    }))
    const outcomes = await Promise.all(
      values.map((value, i) =>
        onEither(people.owner, i).patch(`streams/${id}`, { can_send_message_group: { new: value, old } }),
      ),
    )
    expect(outcomes.map(({ body }) => body.code ?? 'success').sort()).toEqual([
      'EXPECTATION_MISMATCH',
      'EXPECTATION_MISMATCH',
      'success',
    ])
  })

  it('a topic that two delete while others write to it is gone once, message by message', async () => {
    const id = await create('emptying')
    const send = (i: number) =>
      onEither(people.ann, i)
        .post('messages', { type: 'stream', to: id, topic: 't', content: `${i}` })
        .succeeds()
    await Promise.all(Array.from({ length: 12 }, (_, i) => send(i)))
    const queue = await register(people.ann, ['message', 'delete_message'], {
      client_capabilities: { bulk_message_deletion: true },
    })
    await Promise.all([
      ...[0, 1].map((i) => onEither(people.owner, i).post(`streams/${id}/delete_topic`, { topic_name: 't' })),
      ...Array.from({ length: 6 }, (_, i) => send(i)),
    ])
    await people.owner.post(`streams/${id}/delete_topic`, { topic_name: 't' }).succeeds()
    const deleted = (await queue.take())
      .filter(({ type }) => type === 'delete_message')
      .flatMap(({ message_ids }) => message_ids)
    expect(deleted).toHaveLength(18)
    expect(new Set(deleted).size).toBe(18)
    expect((await people.ann.get(`streams/${id}`).succeeds()).stream.first_message_id).toBe(null)
  })

  it('whoever stars messages while they are deleted hears what came of it', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await create(`stars ${round}`)
      const messages: number[] = []
      for (let i = 0; i < 5; i++) {
        const sent = await people.ann
          .post('messages', { type: 'stream', to: id, topic: 't', content: 'x' })
          .succeeds()
        messages.push(sent.id)
      }
      const readers = [people.ben, people.moderator, people.admin]
      const queues = await Promise.all(
        readers.map((reader) =>
          register(reader, ['starred_messages', 'delete_message', 'update_message_flags']),
        ),
      )
      const outcomes = await Promise.all([
        ...readers.flatMap((reader, i) =>
          messages.map((message) =>
            onEither(reader, i).post('messages/flags', { messages: [message], op: 'add', flag: 'starred' }),
          ),
        ),
        people.owner.post(`streams/${id}/delete_topic`, { topic_name: 't' }),
      ])
      for (const { status } of outcomes) expect([200, 400]).toContain(status)
      for (const queue of queues) await queue.replayEqualsFreshRegister()
    }
  })
})
