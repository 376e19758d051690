import { describe, expect, it } from 'vitest'
import { say, tell } from '../messages/place.ts'
import { mute, unmute } from '../muted-users/support.ts'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()

const gates = {
  fetch_event_types: ['message', 'update_message_flags', 'subscription', 'user_topic', 'muted_users'],
}

describe.runIf(onPostgres)('At the same time', () => {
  it('somebody is muted once, and each of several', async () => {
    const { ann, ben, admin, owner, moderator } = await cast(server)
    const queue = await register(ann, ['muted_users'], { fetch_event_types: ['muted_users'] })
    const same = await Promise.all(Array.from({ length: 6 }, () => mute(ann, ben)))
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of same) {
      if (status !== 200) expect(body).toMatchObject({ code: 'BAD_REQUEST', msg: 'User is already muted' })
    }
    await Promise.all([admin, owner, moderator].map((person) => mute(ann, person).succeeds()))
    expect((await queue.take()).map(({ muted_users }) => muted_users.length)).toEqual([1, 2, 3, 4])
    await Promise.all([unmute(ann, ben), unmute(ann, ben), unmute(ann, admin), mute(ann, ben)])
    await queue.replayEqualsFreshRegister()
  })

  it('two mute each other', async () => {
    const { ann, ben } = await cast(server)
    for (let round = 0; round < 5; round++) {
      await Promise.all([mute(ann, ben).succeeds(), mute(ben, ann).succeeds()])
      await Promise.all([unmute(ann, ben).succeeds(), unmute(ben, ann).succeeds()])
    }
  })

  it('a topic is muted and unmuted while messages mention everybody there', async () => {
    const { ann, ben, admin, general } = await cast(server)
    for (let round = 0; round < 6; round++) {
      const topic = `topic ${round}`
      const queue = await register(ann, undefined, gates)
      const treat = (visibility_policy: number) =>
        ann.post('user_topics', { stream_id: general, topic, visibility_policy }).succeeds()
      const subscription_data = [{ stream_id: general, property: 'is_muted', value: round % 2 === 0 }]
      await Promise.all([
        ...[ben, admin, ben].map((person) => say(person, general, topic, '@**all**')),
        treat(1),
        ann.post('users/me/subscriptions/properties', { subscription_data }).succeeds(),
        ...[ben, admin, ben].map((person) => say(person, general, topic, '@**all**')),
        treat(round % 3),
      ])
      await queue.replayEqualsFreshRegister()
    }
  })

  it('somebody is muted and writes: nothing of theirs stays unread', async () => {
    const { ann, ben, general } = await cast(server)
    await tell(ben, [ann], 'Hello')
    for (let round = 0; round < 6; round++) {
      const queue = await register(ann, undefined, gates)
      await Promise.all([
        ...Array.from({ length: 6 }, (_, i) =>
          i % 2 ? say(ben, general, `topic ${round}`, 'Hello') : tell(ben, [ann], 'Hello'),
        ),
        mute(ann, ben).succeeds(),
        ...Array.from({ length: 6 }, (_, i) =>
          i % 2 ? say(ben, general, `topic ${round}`, 'Hello') : tell(ben, [ann], 'Hello'),
        ),
      ])
      const { unread_msgs } = await ann.post('register', gates).succeeds()
      expect(unread_msgs).toMatchObject({ count: 0, pms: [], streams: [] })
      await queue.replayEqualsFreshRegister()
      await unmute(ann, ben).succeeds()
    }
  })
})
