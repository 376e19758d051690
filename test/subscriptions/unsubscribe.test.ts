import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { archiveOn, followChannels } from '../channels/support.ts'
import { cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const archive = archiveOn(server)

async function create(person: Person, name: string, more: Record<string, unknown> = {}): Promise<number> {
  return (await person.post('channels/create', { name, subscribers: [person.id], ...more }).succeeds()).id
}

describe('DELETE /users/me/subscriptions', () => {
  it('unsubscribes the caller, and says what could not be', async () => {
    const { ann, ben, general } = await cast(server)
    await create(ben, 'Not mine')
    const body = await ann
      .delete('users/me/subscriptions', { subscriptions: ['GENERAL', 'Not mine'] })
      .succeeds()
    expect(body).toEqual({ result: 'success', msg: '', removed: ['general'], not_removed: ['Not mine'] })
    const { is_subscribed } = await ben.get(`users/${ann.id}/subscriptions/${general}`).succeeds()
    expect(is_subscribed).toBe(false)
  })

  it('takes the name that a client library has for the parameter', async () => {
    const { ann } = await cast(server)
    const body = await ann.delete('users/me/subscriptions', { streams: ['general'] }).succeeds()
    expect(body.removed).toEqual(['general'])
    await ann
      .delete('users/me/subscriptions', { streams: ['general'], subscriptions: ['general'] })
      .fails('REQUEST_CONFUSING_VAR')
  })

  it('tells the one who left, and peers', async () => {
    const { ann, ben, guest, general } = await cast(server)
    const [own, peer, outside] = await Promise.all(
      [ann, ben, guest].map((person) => register(person, ['stream', 'subscription'])),
    )
    await ann.delete('users/me/subscriptions', { subscriptions: ['general'] }).succeeds()
    await own?.receives({
      type: 'subscription',
      op: 'remove',
      subscriptions: [{ stream_id: general, name: 'general' }],
    })
    await peer?.receives({
      type: 'subscription',
      op: 'peer_remove',
      stream_ids: [general],
      user_ids: [ann.id],
    })
    await outside?.receivesNothing()
  })

  it('takes a private channel out of the sight of the one who left, and tells who is left', async () => {
    const { ann, ben, moderator, admin } = await cast(server)
    const id = await create(ann, 'Secret', { invite_only: true })
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'Secret' }], principals: [ben.id] })
      .succeeds()
    const [leaver, remaining, outside, administrator] = await Promise.all(
      [ben, ann, moderator, admin].map((person) => register(person, ['stream', 'subscription'])),
    )
    await ben.delete('users/me/subscriptions', { subscriptions: ['Secret'] }).succeeds()
    await leaver?.receives(
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: id, name: 'Secret' }] },
      { type: 'stream', op: 'delete', streams: [{ stream_id: id }], stream_ids: [id] },
    )
    const removed = { type: 'subscription', op: 'peer_remove', stream_ids: [id], user_ids: [ben.id] }
    await remaining?.receives(removed)
    await administrator?.receives(removed)
    await outside?.receivesNothing()
    await ben.get(`streams/${id}`).fails('BAD_REQUEST', 'Invalid channel ID')
    await ben.delete('users/me/subscriptions', { subscriptions: ['Secret'] }).fails('STREAM_DOES_NOT_EXIST')
  })

  it('answers alike for a channel that does not exist and for one that is hidden, and changes nothing', async () => {
    const { ann, ben, general } = await cast(server)
    await create(ben, 'Hidden', { invite_only: true })
    for (const name of ['Hidden', 'Nowhere']) {
      const body = await ann
        .delete('users/me/subscriptions', { subscriptions: ['general', name] })
        .fails('STREAM_DOES_NOT_EXIST', `Channel '${name}' does not exist`)
      expect(body.stream).toBe(name)
    }
    expect((await ben.get(`users/${ann.id}/subscriptions/${general}`).succeeds()).is_subscribed).toBe(true)
  })

  it('lets others be removed by administrators, by the channel’s permission and by its administration', async () => {
    const { ann, ben, moderator, admin, person } = await cast(server)
    const guardian = await person()
    await create(ann, 'Open', {
      can_remove_subscribers_group: { direct_members: [guardian.id], direct_subgroups: [] },
    })
    const remove = (remover: Person) =>
      remover.delete('users/me/subscriptions', { subscriptions: ['Open'], principals: [ben.id] })
    await remove(moderator).fails('BAD_REQUEST', 'Insufficient permission')
    for (const remover of [ann, guardian, admin]) {
      await ann
        .post('users/me/subscriptions', { subscriptions: [{ name: 'Open' }], principals: [ben.id] })
        .succeeds()
      expect((await remove(remover).succeeds()).removed).toEqual(['Open'])
    }
    await create(ann, 'Shut', { invite_only: true })
    const body = await admin
      .delete('users/me/subscriptions', { subscriptions: ['Shut'], principals: [ann.email] })
      .succeeds()
    expect(body.removed).toEqual(['Shut'])
  })

  it('lets people remove their own bots, and nobody else’s', async () => {
    const { ann, ben, bot } = await cast(server)
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [bot.id] })
      .succeeds()
    const remove = (person: Person) =>
      person.delete('users/me/subscriptions', { subscriptions: ['general'], principals: [bot.id] })
    await remove(ben).fails('BAD_REQUEST', 'Insufficient permission')
    expect((await remove(ann).succeeds()).removed).toEqual(['general'])
  })

  it('names a channel in both lists when only some of the users were in it', async () => {
    const { admin, ann, ben } = await cast(server)
    await ann.delete('users/me/subscriptions', { subscriptions: ['general'] }).succeeds()
    const body = await admin
      .delete('users/me/subscriptions', { subscriptions: ['general'], principals: [ann.id, ben.id] })
      .succeeds()
    expect(body).toMatchObject({ removed: ['general'], not_removed: ['general'] })
  })

  it('changes subscriptions of archived channels, too', async () => {
    const { ann } = await cast(server)
    await archive(await create(ann, 'Attic'))
    const body = await ann.delete('users/me/subscriptions', { subscriptions: ['Attic'] }).succeeds()
    expect(body.removed).toEqual(['Attic'])
  })

  it('keeps the copies of those who left together equal to a fresh snapshot', async () => {
    const { admin, ann, ben, moderator, person } = await cast(server)
    const leavers = [ann, ben, moderator, await person(), await person()]
    const clients = await Promise.all([...leavers, admin].map(followChannels))
    await admin
      .delete('users/me/subscriptions', {
        subscriptions: ['general', 'sandbox'],
        principals: leavers.map(({ id }) => id),
      })
      .succeeds()
    for (const client of clients) await client.replayEqualsFreshRegister()
  })

  it('refuses wrong parameters and principals', async () => {
    const { ann, admin, ben } = await cast(server)
    await ann.delete('users/me/subscriptions').fails('REQUEST_VARIABLE_MISSING', /'subscriptions'/)
    await ann.delete('users/me/subscriptions', { subscriptions: [1] }).fails('BAD_REQUEST', /not a string/)
    const remove = (principals: unknown) =>
      admin.delete('users/me/subscriptions', { subscriptions: ['general'], principals })
    await remove('ben').fails('BAD_REQUEST', 'principals is not valid JSON')
    await remove([2_000_000_000]).fails('BAD_REQUEST', /Invalid user ID/)
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${ben.id}`)
    await remove([ben.id]).fails('BAD_REQUEST', /deactivated/)
  })
})

describe('unsubscribe', () => {
  it('does the same over GraphQL, by id as well', async () => {
    const { ann, ben, general } = await cast(server)
    const secret = await create(ben, 'Secret', { invite_only: true })
    const mutation = `mutation ($ids: [Int!]) {
      unsubscribe(input: { channelDatabaseIds: $ids }) { removed { name viewerSubscription { isActive } } notRemoved { name } }
    }`
    const { unsubscribe } = await ann.graphql(mutation, { ids: [general] })
    expect(unsubscribe).toEqual({
      removed: [{ name: 'general', viewerSubscription: { isActive: false } }],
      notRemoved: [],
    })
    for (const id of [secret, 2_000_000_000]) {
      await expect(ann.graphql(mutation, { ids: [id] })).rejects.toMatchObject({
        message: 'Invalid channel ID',
        code: 'BAD_REQUEST',
      })
    }
  })
})
