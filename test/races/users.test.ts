import { describe, expect, it } from 'vitest'
import { say } from '../messages/place.ts'
import { cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()

const ROUNDS = 8

describe.runIf(onPostgres)('At the same time', () => {
  it('two owners who take each other’s role leave one', async () => {
    const people = await cast(server)
    const { owner, person } = people
    let first: Person = owner
    for (let round = 0; round < ROUNDS; round++) {
      const second = await person({ role: 'owner', channels: 'none' })
      const change = (by: Person, of: Person) =>
        round % 2 ? by.delete(`users/${of.id}`) : by.patch(`users/${of.id}`, { role: 400 })
      const replies = await Promise.all([change(first, second), change(second, first)])
      expect(replies.map(({ status }) => status === 200).sort()).toEqual([false, true])
      expect(replies.every(({ status }) => status < 500)).toBe(true)
      first = replies[0]?.status === 200 ? first : second
      const { members } = await first.get('users').succeeds()
      const owners = members.filter(
        (one: { is_owner: boolean; is_active: boolean }) => one.is_owner && one.is_active,
      )
      expect(owners.map(({ user_id }: { user_id: number }) => user_id)).toEqual([first.id])
    }
  })

  it('two owners who leave, leave one', async () => {
    const { owner, person } = await cast(server)
    const second = await person({ role: 'owner' })
    const replies = await Promise.all([owner.delete('users/me'), second.delete('users/me')])
    const codes = replies.map(({ body }) => body.code ?? body.result).sort()
    expect(codes).toEqual(['CANNOT_DEACTIVATE_LAST_USER', 'success'])
  })

  it('roles and activity change while people subscribe and write, and every client knows the same', async () => {
    const people = await cast(server)
    const { owner, admin, ann, ben, moderator, guest, general } = people
    const options = { include_subscribers: true, client_capabilities: { archived_channels: true } }
    const queues = await Promise.all([owner, ben, guest].map((one) => register(one, undefined, options)))
    const own = await register(ann, undefined, options)
    const work = [0, 1, 2, 3, 4, 5].flatMap((i) => [
      owner.patch(`users/${ann.id}`, { role: [300, 600, 400][i % 3] }).succeeds(),
      admin.delete(`users/${moderator.id}`),
      admin.post(`users/${moderator.id}/reactivate`),
      owner
        .post('users/me/subscriptions', {
          subscriptions: [{ name: `Place ${i}` }],
          principals: [ben.id, ann.id],
          invite_only: i % 2 === 0,
        })
        .succeeds(),
      ben.delete('users/me/subscriptions', { subscriptions: ['general'] }).succeeds(),
      ben.post('users/me/subscriptions', { subscriptions: [{ name: 'general' }] }).succeeds(),
      say(owner, general, 'tea', `${i}`),
    ])
    for (const reply of await Promise.all(work)) {
      if (typeof reply === 'object' && 'status' in reply) expect(reply.status).toBeLessThan(500)
    }
    for (const queue of [...queues, own]) await queue.replayEqualsFreshRegister()
  })
})
