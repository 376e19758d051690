import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast
let channelId: number

beforeEach(async () => {
  people = await cast(server)
  const created = await people.ann.post('channels/create', { name: 'Design', subscribers: [] }).succeeds()
  channelId = created.id
})

describe('POST and DELETE /default_streams', () => {
  it('change the channels of new users, and tell all but guests', async () => {
    const { admin, ann, guest, general, sandbox } = people
    const [queue, guestQueue] = [
      await register(ann, ['default_streams']),
      await register(guest, ['default_streams']),
    ]
    const told = (...default_streams: number[]) => ({ type: 'default_streams', default_streams })
    await admin.post('default_streams', { stream_id: channelId }).succeeds()
    await queue.receives(told(general, sandbox, channelId))
    await admin.post('default_streams', { stream_id: channelId }).succeeds()
    await admin.delete('default_streams', { stream_id: general }).succeeds()
    await queue.receives(told(sandbox, channelId))
    await admin.delete('default_streams', { stream_id: general }).succeeds()
    await admin.patch(`streams/${channelId}`, { is_default_stream: false }).succeeds()
    await queue.receives(told(sandbox))
    await queue.replayEqualsFreshRegister()
    await guestQueue.receivesNothing()
    await guestQueue.replayEqualsFreshRegister()
  })

  it('are for administrators, and for channels that are neither private nor archived', async () => {
    const { owner, admin, moderator, ann, guest, bot } = people
    for (const person of [moderator, ann, guest, bot]) {
      await person.post('default_streams', { stream_id: channelId }).fails('UNAUTHORIZED_PRINCIPAL')
      await person.delete('default_streams', { stream_id: channelId }).fails('UNAUTHORIZED_PRINCIPAL')
    }
    const hidden = await ann
      .post('channels/create', { name: 'Hidden', subscribers: [], invite_only: true })
      .succeeds()
    await admin.post('default_streams', { stream_id: hidden.id }).fails('BAD_REQUEST', 'cannot be private')
    for (const stream_id of [2_000_000_000, -1]) {
      await admin.post('default_streams', { stream_id }).fails('BAD_REQUEST', 'Invalid channel ID')
      await admin.delete('default_streams', { stream_id }).fails('BAD_REQUEST', 'Invalid channel ID')
    }
    await admin.post('default_streams', {}).fails('REQUEST_VARIABLE_MISSING')
    await admin.post('default_streams', { stream_id: 'general' }).fails('BAD_REQUEST', /stream_id/)
    await ann.delete(`streams/${channelId}`).succeeds()
    await owner.post('default_streams', { stream_id: channelId }).fails('BAD_REQUEST', 'archived')
  })

  it('have mutations', async () => {
    const { admin, ann } = people
    const run = (by: typeof ann, name: string) =>
      by.graphql(`mutation ($id: Int!) { ${name}(input: { databaseId: $id }) { channel { isDefault } } }`, {
        id: channelId,
      })
    await expect(run(ann, 'addDefaultChannel')).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    expect((await run(admin, 'addDefaultChannel')).addDefaultChannel.channel.isDefault).toBe(true)
    expect((await run(admin, 'removeDefaultChannel')).removeDefaultChannel.channel.isDefault).toBe(false)
  })
})
