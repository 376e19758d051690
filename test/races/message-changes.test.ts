import { createHash } from 'node:crypto'
import { setTimeout as soon } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { Keeper } from '../events/kept/keeper.ts'
import { RestDoor } from '../events/kept/rest-door.ts'
import { follow, move, read } from '../messages/edit-support.ts'
import { channel, say } from '../messages/place.ts'
import type { Reply } from '../support/actor.ts'
import { bothNodesOf } from '../support/both-nodes.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

// Only on a server are there several transactions at a time.
describe.runIf(onPostgres)('Messages that several change at the same time', { timeout: 120_000 }, () => {
  const server = testServer()
  const { onEither } = bothNodesOf(server)
  let people: Cast

  beforeEach(async () => {
    people = await cast(server)
  })

  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  /** Whether each was done or refused as the request’s own fault. */
  const areAnswered = (replies: readonly Reply[]) => {
    for (const { status } of replies) expect([200, 400]).toContain(status)
  }

  it('of two who edit the same text one is told that it has changed; all others come one after another', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', '0')
    const queue = await register(ben, ['update_message'])
    const guarded = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content, i) =>
        onEither(ann, i).patch(`messages/${id}`, { content, prev_content_sha256: sha256('0') }),
      ),
    )
    expect(guarded.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body } of guarded)
      if (body.result === 'error') expect(body.code).toBe('EXPECTATION_MISMATCH')
    const replies = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((content, i) =>
        onEither(ann, i).patch(`messages/${id}`, { content }),
      ),
    )
    for (const { status } of replies) expect(status).toBe(200)
    const events = await queue.take()
    const { edit_history } = await read(ben, id)
    expect(edit_history).toHaveLength(7)
    expect(events.map(({ orig_content }) => orig_content)).toEqual(
      edit_history.map(({ prev_content }: { prev_content: string }) => prev_content).reverse(),
    )
    expect(events.slice(1).map(({ orig_content }) => orig_content)).toEqual(
      events.slice(0, -1).map(({ content }) => content),
    )
  })

  it('what somebody marks as read while it moves is read for their client, too', async () => {
    const { owner, ann, ben, general } = people
    const keeper = new Keeper(ann, new RestDoor(ann, 'modern'), new Map([[general, 'general']]))
    await keeper.begin()
    for (let round = 0; round < 30; round++) {
      const ids: number[] = []
      for (const topic of ['tea', 'tea', 'cake']) ids.push(await say(ben, general, topic, 'Hi'))
      await Promise.all([
        ...ids.map((id) => move(owner, id, { topic: 'soup' }).succeeds()),
        ...ids.map((id, i) => {
          const marked = { messages: [id], op: 'add', flag: 'read' }
          return soon((round % 10) + i).then(() => onEither(ann, i).post('messages/flags', marked).succeeds())
        }),
      ])
      await keeper.isCurrent(`round ${round}`)
    }
  })

  it('what somebody marks as read while it ceases to be muted mentions them no more', async () => {
    const { owner, ann, ben, general } = people
    await ann.post('user_topics', { stream_id: general, topic: 'tea', visibility_policy: 1 }).succeeds()
    for (let round = 0; round < 30; round++) {
      // A part of the topic moves, so that nobody's policy goes along.
      const ids: number[] = []
      for (let i = 0; i < 4; i++) ids.push(await say(ben, general, 'tea', '@**all**'))
      const queue = await follow(ann)
      const messages = ids.slice(2)
      await Promise.all([
        owner.patch(`messages/${ids[1]}`, { topic: 'soup', propagate_mode: 'change_later' }).succeeds(),
        soon(2 * (round % 15)).then(() =>
          ann.post('messages/flags', { messages, op: 'add', flag: 'read' }).succeeds(),
        ),
      ])
      await queue.replayEqualsFreshRegister()
    }
  })

  it('a topic that many move goes one way after another, as clients hear it', async () => {
    const { ann, ben, admin } = people
    const [left, right] = [
      await channel(people, 'left', [ann, ben, admin]),
      await channel(people, 'right', [ann, ben]),
    ]
    const ids: number[] = []
    for (const text of ['1', '2', '3', '4']) ids.push(await say(ann, left, 'tea', text))
    const opposite: number[] = []
    for (const text of ['5', '6']) opposite.push(await say(ann, right, 'tea', text))
    const queues = await Promise.all([ann, ben, admin].map(follow))
    const all = { propagate_mode: 'change_all', send_notification_to_old_thread: true }
    const replies = await Promise.all([
      ...['a', 'b', '✔ tea', 'c'].map((topic, i) => move(onEither(ben, i), ids[i] ?? 0, { topic, ...all })),
      ...ids.map((id, i) => move(onEither(admin, i), id, { stream_id: right, ...all })),
      ...opposite.map((id, i) => move(onEither(ann, i), id, { stream_id: left, ...all })),
      ...ids.map((id, i) => onEither(ann, i).patch(`messages/${id}`, { content: `edited ${i}` })),
      say(onEither(ben, 1), left, 'tea', '7').then(() => ann.get('users/me')),
    ])
    areAnswered(replies)
    for (const queue of queues) await queue.replayEqualsFreshRegister()
    for (const [i, id] of ids.entries()) {
      const { content, edit_history } = await read(ann, id)
      expect(content).toBe(`<p>edited ${i}</p>`)
      // What came before each step is what the step before had made of it.
      const places = edit_history
        .toReversed()
        .flatMap((step: Record<string, unknown>) =>
          step.topic === undefined ? [] : [[step.prev_topic, step.topic]],
        )
      for (const [position, [before]] of places.entries()) {
        expect(before).toBe(position === 0 ? 'tea' : places[position - 1][1])
      }
    }
  })

  it('a message that is deleted while it is edited, moved and starred is gone for good', async () => {
    const { ann, ben, admin } = people
    const place = await channel(people, 'kitchen', [ann, ben])
    const away = await channel(people, 'away', [ann, admin], { invite_only: true })
    const queues = await Promise.all([ann, ben].map(follow))
    const order = await register(ann, ['update_message', 'delete_message'])
    for (let round = 0; round < 4; round++) {
      const id = await say(ann, place, `topic ${round}`, 'Hi')
      const replies = await Promise.all([
        onEither(ann, round).delete(`messages/${id}`),
        onEither(ann, 1).patch(`messages/${id}`, { content: 'Edited' }),
        move(onEither(ann, round + 1), id, { stream_id: away }),
        ...['starred', 'read', 'collapsed'].map((flag, i) =>
          onEither(ben, i).post('messages/flags', { op: 'add', flag, messages: [id] }),
        ),
        onEither(admin, 1).post('messages/flags', { op: 'add', flag: 'starred', messages: [id] }),
      ])
      areAnswered(replies)
      await ann.get(`messages/${id}`).fails('BAD_REQUEST', 'Invalid message(s)')
      const events = await order.take()
      const last = events.findLastIndex(({ message_ids, message_id }) =>
        (message_ids ?? [message_id]).includes(id),
      )
      expect(events[last]?.type).toBe('delete_message')
    }
    for (const queue of queues) await queue.replayEqualsFreshRegister()
  })

  it('nothing gets into a channel once it is archived, however many move', async () => {
    const { ann, owner } = people
    const closing = await channel(people, 'closing', [ann, owner])
    const ids: number[] = []
    for (let i = 0; i < 8; i++) ids.push(await say(ann, 'general', `topic ${i}`, 'Hi'))
    const queue = await register(ann, ['update_message', 'stream'], {
      client_capabilities: { archived_channels: true },
    })
    const moves = ids.map((id, i) => move(onEither(ann, i), id, { stream_id: closing }))
    await owner.delete(`streams/${closing}`).succeeds()
    const replies = await Promise.all(moves)
    areAnswered(replies)
    const events = await queue.take()
    const archived = events.findIndex(({ property }) => property === 'is_archived')
    expect(archived).toBeGreaterThanOrEqual(0)
    const moved = (type: string) => type === 'update_message'
    expect(events.slice(archived).filter(({ type }) => moved(type))).toEqual([])
    expect(events.filter(({ type }) => moved(type))).toHaveLength(
      replies.filter(({ status }) => status === 200).length,
    )
  })
})
