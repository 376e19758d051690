import { describe, expect, it } from 'vitest'
import { say } from '../messages/place.ts'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()

describe.runIf(onPostgres)('At the same time', () => {
  it('settings are changed by many, nothing of it is lost, and everyone hears of it in one order', async () => {
    const people = await cast(server)
    const { owner, admin, ann, general } = people
    const queue = await register(ann, undefined)
    const { idOf } = await server.core.systemGroups.of(server.core.db, people.organizationId)
    const values = [idOf['role:members'], idOf['role:administrators'], idOf['role:moderators']]
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const by = i % 2 ? owner : admin
        await by.patch('realm', { digest_weekday: i % 7, invite_required: i % 3 === 0 }).succeeds()
        await by.patch('realm', { waiting_period_threshold: i % 4, name: `Name ${i}` }).succeeds()
        await by
          .patch('realm', {
            can_create_groups: { new: { direct_members: [ann.id], direct_subgroups: [values[i % 3]] } },
          })
          .succeeds()
        await by.patch('realm', { new_stream_announcements_stream_id: i % 2 ? general : -1 }).succeeds()
        await say(ann, general, 'tea', `${i}`)
      }),
    )
    await queue.replayEqualsFreshRegister()
  })

  it('of two who expect the same old value only one gets their way', async () => {
    const people = await cast(server)
    const { idOf } = await server.core.systemGroups.of(server.core.db, people.organizationId)
    const change = (group: number) =>
      people.owner.patch('realm', { can_create_groups: { new: group, old: idOf['role:members'] } })
    const replies = await Promise.all([
      change(idOf['role:administrators']),
      change(idOf['role:moderators']),
      change(idOf['role:owners']),
    ])
    const codes = replies.map(({ body }) => body.code ?? body.result).sort()
    expect(codes).toEqual(['EXPECTATION_MISMATCH', 'EXPECTATION_MISMATCH', 'success'])
  })
})
