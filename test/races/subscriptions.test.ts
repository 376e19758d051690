import { describe, expect, it } from 'vitest'
import { followChannels } from '../channels/support.ts'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()

describe.runIf(onPostgres)('At the same time', () => {
  it('settings are changed and channels left, each change before the leaving or refused', async () => {
    const { ann, general, sandbox } = await cast(server)
    const client = await followChannels(ann)
    const set = (ids: number[], value: string) =>
      ann.post('users/me/subscriptions/properties', {
        subscription_data: ids.map((stream_id) => ({ stream_id, property: 'color', value })),
      })
    for (let round = 0; round < 5; round++) {
      const color = `#00000${round}`
      const replies = await Promise.all([
        set([general, sandbox], color),
        ann.delete('users/me/subscriptions', { subscriptions: ['sandbox', 'general'] }),
        set([sandbox, general], color),
        set([general], color),
        set([sandbox], color),
      ])
      for (const { body } of replies) {
        if (body.result === 'error') expect(body.msg).toMatch(/^Not subscribed to channel ID/)
      }
      expect(replies[1]?.body).toMatchObject({ removed: ['sandbox', 'general'] })
      await client.replayEqualsFreshRegister()
      const back = [{ name: 'general' }, { name: 'sandbox' }]
      await ann.patch('users/me/subscriptions', { add: back }).succeeds()
    }
  })

  it('topics are muted, and the last list of them is whole', async () => {
    const { ann, general } = await cast(server)
    const queue = await register(ann, ['muted_topics'])
    const topics = Array.from({ length: 12 }, (_, i) => `topic ${i}`)
    await Promise.all(
      topics.map((topic) =>
        ann.post('user_topics', { stream_id: general, topic, visibility_policy: 1 }).succeeds(),
      ),
    )
    const events = await queue.take()
    expect(events.map(({ muted_topics }) => muted_topics.length)).toEqual(topics.map((_, i) => i + 1))
    await queue.replayEqualsFreshRegister()
  })

  it('two who join what the other leaves don’t wait for each other for ever', async () => {
    const { ann, ben } = await cast(server)
    for (let round = 0; round < 4; round++) {
      const [joined, left] = round % 2 ? ['sandbox', 'general'] : ['general', 'sandbox']
      const replies = await Promise.all(
        [ann, ben, ann, ben].map((person, position) =>
          person.patch('users/me/subscriptions', {
            add: [{ name: position % 2 ? joined : left }],
            delete: [position % 2 ? left : joined],
          }),
        ),
      )
      for (const { status } of replies) expect(status).toBe(200)
    }
  })
})
