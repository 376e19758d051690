import { beforeEach, describe, expect, it } from 'vitest'
import { systemGroup, tell } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'
import { mute, unmute } from './support.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const gates = { fetch_event_types: ['muted_users'] }
const listen = (person: Person) => register(person, ['muted_users'], gates)
const mutedOf = async (person: Person): Promise<number[]> =>
  (await person.post('register', gates).succeeds()).muted_users.map(({ id }: { id: number }) => id)

describe('POST and DELETE /users/me/muted_users/{muted_user_id}', () => {
  it('mute and unmute, the first one first, and tell nobody else', async () => {
    const { ann, ben, admin, bot, guest } = people
    const [queue, muted, other] = [await listen(ann), await listen(ben), await listen(admin)]
    const before = Math.floor(Date.now() / 1000)
    expect(await mute(ann, ben).succeeds()).toEqual({ result: 'success', msg: '' })
    await mute(ann, bot).succeeds()
    await mute(ann, guest).succeeds()
    expect(await mutedOf(ann)).toEqual([ben.id, bot.id, guest.id])
    expect(await unmute(ann, bot).succeeds()).toEqual({ result: 'success', msg: '' })
    const events = await queue.take()
    expect(events.map((event) => event.muted_users.map(({ id }: { id: number }) => id))).toEqual([
      [ben.id],
      [ben.id, bot.id],
      [ben.id, bot.id, guest.id],
      [ben.id, guest.id],
    ])
    expect(events[0]?.muted_users[0].timestamp).toBeGreaterThanOrEqual(before)
    await queue.replayEqualsFreshRegister()
    await muted.receivesNothing()
    await other.receivesNothing()
    expect(await mutedOf(ben)).toEqual([])
  })

  it('are for everybody, guests and bots included, and of deactivated users, too', async () => {
    const { owner, admin, moderator, ann, ben, guest, bot } = people
    await owner.delete(`users/${ben.id}`).succeeds()
    for (const person of [owner, admin, moderator, ann, guest, bot]) {
      await mute(person, ben).succeeds()
      await unmute(person, ben).succeeds()
      await mute(person, ben).succeeds()
      expect(await mutedOf(person)).toEqual([ben.id])
    }
  })

  it('refuse oneself, who is muted already or not muted, and who is nobody', async () => {
    const { ann, ben } = people
    const stranger = (await cast(server)).ann
    const queue = await register(ann, undefined)
    await mute(ann, ann).fails('BAD_REQUEST', /yourself/)
    await unmute(ann, ann).fails('BAD_REQUEST', 'User is not muted')
    await unmute(ann, ben).fails('BAD_REQUEST', 'User is not muted')
    for (const id of [2_147_483_647, stranger.id]) {
      await mute(ann, { id }).fails('BAD_REQUEST', 'No such user')
      await unmute(ann, { id }).fails('BAD_REQUEST', 'No such user')
    }
    await ann.post('users/me/muted_users/ben').fails('BAD_REQUEST', undefined, 404)
    await queue.receivesNothing()
    await mute(ann, ben).succeeds()
    await mute(ann, ben).fails('BAD_REQUEST', 'User is already muted')
    expect(await queue.take()).toHaveLength(1)
  })

  it('refuse a limited guest somebody whom they do not see as if there were none', async () => {
    const { owner, ann, ben, guest } = people
    const everybody = await systemGroup(server, people, 'role:members')
    await owner.patch('realm', { can_access_all_users_group: { new: everybody } }).succeeds()
    await tell(ann, [guest], 'Hello')
    await mute(guest, ben).fails('BAD_REQUEST', 'No such user')
    await unmute(guest, ben).fails('BAD_REQUEST', 'No such user')
    await mute(guest, ann).succeeds()
    expect(await mutedOf(guest)).toEqual([ann.id])
  })
})

describe('Over GraphQL', () => {
  const change = (person: Person, name: string, userDatabaseId: number, idempotencyKey?: string) =>
    person.graphql(
      `mutation ($input: ChangeMutingInput!) {
        ${name}(input: $input) { mutedUsers { userDatabaseId mutedAt user { fullName } } }
      }`,
      { input: { userDatabaseId, idempotencyKey } },
    )

  it('users are muted and unmuted the same way', async () => {
    const { ann, ben, bot } = people
    const mutedAt = expect.stringMatching(/^\d{4}-/)
    const entry = ({ id, fullName }: Person) => ({ userDatabaseId: id, mutedAt, user: { fullName } })
    expect((await change(ann, 'muteUser', ben.id)).muteUser.mutedUsers).toEqual([entry(ben)])
    expect((await change(ann, 'muteUser', bot.id)).muteUser.mutedUsers).toEqual([entry(ben), entry(bot)])
    expect((await change(ann, 'unmuteUser', ben.id)).unmuteUser.mutedUsers).toEqual([entry(bot)])
    const { viewer } = await ann.graphql('{ viewer { mutedUsers { userDatabaseId } } }')
    expect(viewer.mutedUsers).toEqual([{ userDatabaseId: bot.id }])
    await expect(change(ann, 'muteUser', ann.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(change(ann, 'muteUser', bot.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(change(ann, 'unmuteUser', ben.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('a repeated mutation gets the first answer', async () => {
    const { ann, ben } = people
    const first = await change(ann, 'muteUser', ben.id, 'mute ben')
    expect(await change(ann, 'muteUser', ben.id, 'mute ben')).toEqual(first)
  })

  it('a subscription leads to those who are muted; one out of sight is null', async () => {
    const { owner, ann, ben, guest } = people
    const values = follow<{ eventBatches: { lastEventId: number; events: unknown[] } }>(
      guest,
      `subscription { eventBatches(types: ["muted_users"]) { lastEventId events {
        ... on MutedUsersEvent { mutedUsers { userDatabaseId user { fullName } } } } } }`,
    )
    await values.next()
    await mute(guest, ben).succeeds()
    const [told] = (await values.next()).eventBatches.events
    expect(told).toEqual({ mutedUsers: [{ userDatabaseId: ben.id, user: { fullName: 'Ben Ito' } }] })
    await values.stop()
    const members = await systemGroup(server, people, 'role:members')
    await owner.patch('realm', { can_access_all_users_group: { new: members } }).succeeds()
    await tell(ann, [guest], 'Hello')
    await mute(guest, ann).succeeds()
    const { viewer } = await guest.graphql('{ viewer { mutedUsers { userDatabaseId user { databaseId } } } }')
    expect(viewer.mutedUsers).toEqual([
      { userDatabaseId: ben.id, user: null },
      { userDatabaseId: ann.id, user: { databaseId: ann.id } },
    ])
  })
})
