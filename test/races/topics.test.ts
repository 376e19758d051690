import { beforeEach, describe, expect, it } from 'vitest'
import { move } from '../messages/edit-support.ts'
import { channel, say } from '../messages/place.ts'
import { bothNodesOf } from '../support/both-nodes.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { onPostgres, testServer } from '../support/server.ts'

// Only on a server are there several transactions at a time.
describe.runIf(onPostgres)('Topics that many write to at the same time', { timeout: 120_000 }, () => {
  const server = testServer()
  const { onEither } = bothNodesOf(server)
  let people: Cast

  beforeEach(async () => {
    people = await cast(server)
  })

  /** The topics of a channel as its messages say, the one with the newest first. */
  async function topicsByMessages(reader: Person, channelId: number) {
    const narrow = [{ operator: 'channel', operand: channelId }]
    const window = { anchor: 'newest', num_before: 1000, num_after: 0, narrow, allow_empty_topic_name: true }
    const { messages } = await reader.get('messages', window).succeeds()
    const topics = new Map<string, { name: string; max_id: number }>()
    for (const { id, subject } of messages) topics.set(subject.toLowerCase(), { name: subject, max_id: id })
    return [...topics.values()].sort((left, right) => right.max_id - left.max_id)
  }

  const listed = async (reader: Person, channelId: number) =>
    (await reader.get(`users/me/${channelId}/topics`, { allow_empty_topic_name: true }).succeeds()).topics

  it('each keep their newest message, and a topic is made once', async () => {
    const { ann, ben, admin } = people
    const id = await channel(people, 'busy', [ann, ben, admin])
    const names = ['tea', 'Tea', 'TEA', 'cake', '', 'Cake']
    const sent = await Promise.all(
      Array.from({ length: 48 }, (_, i) =>
        onEither([ann, ben, admin][i % 3] as Person, i).post('messages', {
          type: 'stream',
          to: id,
          topic: names[i % names.length],
          content: String(i),
        }),
      ),
    )
    for (const { status } of sent) expect(status).toBe(200)
    expect(await topicsByMessages(ann, id)).toHaveLength(3)
    expect(await listed(ann, id)).toEqual(await topicsByMessages(ann, id))
  })

  it('are listed as their messages say after deletions and moves between them', async () => {
    const { ann, ben, admin } = people
    const [left, right] = [
      await channel(people, 'left', [ann, ben, admin]),
      await channel(people, 'right', [ann, ben, admin]),
    ]
    const ids: number[] = []
    for (let i = 0; i < 16; i++) ids.push(await say(ann, left, i % 2 === 0 ? 'tea' : 'cake', String(i)))
    const one = { propagate_mode: 'change_one', send_notification_to_old_thread: true }
    const replies = await Promise.all([
      ...ids.slice(0, 4).map((id, i) => move(onEither(admin, i), id, { topic: 'TEA', ...one })),
      ...ids.slice(4, 8).map((id, i) => move(onEither(admin, i), id, { stream_id: right, ...one })),
      ...ids.slice(8).map((id, i) => onEither(admin, i).delete(`messages/${id}`)),
      ...Array.from({ length: 12 }, (_, i) =>
        onEither(ben, i).post('messages', {
          type: 'stream',
          to: i % 3 === 0 ? right : left,
          topic: i % 2 === 0 ? 'Tea' : 'CAKE',
          content: `more ${i}`,
        }),
      ),
    ])
    for (const { status } of replies) expect([200, 400]).toContain(status)
    for (const id of [left, right]) expect(await listed(ann, id)).toEqual(await topicsByMessages(ann, id))
  })
})
