import { describe, expect, it } from 'vitest'
import { channel, say } from '../messages/place.ts'
import { react, reactionsOf, tada, unreact } from '../reactions/support.ts'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()

describe.runIf(onPostgres)('At the same time', () => {
  it('the same reaction is added once, and each of different ones', async () => {
    const { ann, ben, owner } = await cast(server)
    const id = await say(ann, 'general', 'tea', 'Hello')
    const queue = await register(owner, ['reaction'])
    const same = await Promise.all(Array.from({ length: 6 }, () => react(ben, id, 'tada')))
    expect(same.filter(({ body }) => body.result === 'success')).toHaveLength(1)
    for (const { body } of same) {
      if (body.result === 'error') expect(body.code).toBe('REACTION_ALREADY_EXISTS')
    }
    const others = ['+1', 'heart', 'smile', 'tada', 'rocket']
    await Promise.all(others.map((name) => react(ann, id, name).succeeds()))
    const shown = await reactionsOf(ann, id)
    expect(shown).toHaveLength(1 + others.length)
    const told = (await queue.take()).map(({ emoji_name, user_id }) => ({ emoji_name, user_id }))
    expect(told).toEqual(shown.map(({ emoji_name, user_id }) => ({ emoji_name, user_id })))
  })

  it('a reaction is added and taken back, and its events tell how it ended', async () => {
    const { ann, ben } = await cast(server)
    const id = await say(ann, 'general', 'tea', 'Hello')
    const queue = await register(ann, ['reaction'])
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? unreact(ben, id, tada) : react(ben, id, 'tada'))),
    )
    for (const { status, body } of replies) {
      if (status !== 200) expect(body.code).toMatch(/^REACTION_/)
    }
    const events = await queue.take()
    expect(events.map(({ op }) => op)).toEqual(events.map((_, i) => (i % 2 ? 'remove' : 'add')))
    expect(await reactionsOf(ann, id)).toHaveLength(events.length % 2)
  })

  it('people react while a message moves to another channel, and none is refused', async () => {
    const people = await cast(server)
    const { ann, ben, owner, admin } = people
    const [left, right] = [
      await channel(people, 'left', [ann, ben]),
      await channel(people, 'right', [ann, ben]),
    ]
    const ids = [left, right]
    const id = await say(ann, left, 'tea', 'Hello')
    const names = ['tada', '+1', 'heart', 'smile', 'rocket', 'octopus', 'cake', 'coffee']
    for (let round = 0; round < names.length; round++) {
      const [moved, ...replies] = await Promise.all([
        admin.patch(`messages/${id}`, { stream_id: ids[(round + 1) % 2], propagate_mode: 'change_all' }),
        ...[ann, ben, owner, admin].map((reader) => react(reader, id, names[round] ?? '')),
      ])
      for (const { status } of [moved, ...replies]) expect(status).toBe(200)
    }
    expect(await reactionsOf(ann, id)).toHaveLength(4 * names.length)
  })

  it('a message is deleted while people react, and nobody hears of it afterwards', async () => {
    const { ann, ben, admin, general } = await cast(server)
    for (let round = 0; round < 4; round++) {
      const id = await say(ann, 'general', `topic ${round}`, 'Hello')
      const queue = await register(ann, ['reaction', 'delete_message'])
      const [, ...replies] = await Promise.all([
        admin.post(`streams/${general}/delete_topic`, { topic_name: `topic ${round}` }).succeeds(),
        ...[ann, ben, admin].map((person) => react(person, id, 'tada')),
      ])
      for (const { body } of replies) {
        if (body.result === 'error') expect(body).toMatchObject({ code: 'BAD_REQUEST' })
      }
      const events = await queue.take()
      expect(events.at(-1)?.type).toBe('delete_message')
      const reacted = replies.filter(({ body }) => body.result === 'success')
      expect(events).toHaveLength(1 + reacted.length)
    }
  })
})
