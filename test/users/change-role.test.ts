import { beforeEach, describe, expect, it } from 'vitest'
import { type RoleName, roles } from '../../src/contract/roles.ts'
import { channel, say } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register, type TestQueue } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { limitGuests } from './limited-guests.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const give = (by: Person, { id }: Person, role: RoleName) => by.patch(`users/${id}`, { role: roles[role] })

const everything = {
  include_subscribers: true,
  client_gravatar: false,
  client_capabilities: { archived_channels: true, user_list_incomplete: true },
}
const follow = (...readers: Person[]): Promise<TestQueue[]> =>
  Promise.all(readers.map((reader) => register(reader, undefined, everything)))

/** Channels of every kind, and people whose addresses are shown to some only. */
async function furnish({ ann, ben, owner, guest, person }: Cast): Promise<void> {
  await channel(people, 'Public', [ben])
  await channel(people, 'With Ann', [ann, guest])
  await channel(people, 'Private', [ben], { invite_only: true })
  const { idOf } = await server.core.systemGroups.of(server.core.db, people.organizationId)
  await channel(people, 'Managers', [owner], {
    invite_only: true,
    can_subscribe_group: idOf['role:moderators'],
  })
  const archived = await channel(people, 'Old', [ben], { invite_only: true })
  await owner.delete(`streams/${archived}`).succeeds()
  for (const emailAddressVisibility of [2, 3, 4, 5]) {
    await person({ emailAddressVisibility, avatarSource: emailAddressVisibility === 3 ? 'G' : 'J' })
  }
  await ann.post('user_groups/create', { name: 'tea', description: '', members: [ann.id, ben.id] }).succeeds()
  await say(ann, 'Public', 'tea', 'Hello')
}

const steps: readonly RoleName[] = [
  'moderator',
  'administrator',
  'owner',
  'member',
  'guest',
  'moderator',
  'guest',
  'member',
]

describe('A changed role', () => {
  it.each([false, true])('leads every old snapshot to the fresh one; guests limited: %s', async (limited) => {
    const { owner, admin, ann, ben, guest } = people
    await furnish(people)
    if (limited) await limitGuests(server, people)
    const others = await follow(owner, admin, ben, guest)
    for (const role of steps) {
      const [own] = await follow(ann)
      await give(owner, ann, role).succeeds()
      await own?.replayEqualsFreshRegister()
    }
    for (const queue of others) await queue.replayEqualsFreshRegister()
  })

  it('is told to everybody, before the groups that follow from it', async () => {
    const { owner, ann, guest, organizationId } = people
    const { idOf } = await server.core.systemGroups.of(server.core.db, organizationId)
    const queues = await follow(owner, guest)
    await give(owner, ann, 'moderator').succeeds()
    for (const queue of queues) {
      await queue.receives(
        { type: 'realm_user', op: 'update', person: { user_id: ann.id, role: 300 } },
        { type: 'user_group', op: 'remove_members', group_id: idOf['role:fullmembers'], user_ids: [ann.id] },
        { type: 'user_group', op: 'add_members', group_id: idOf['role:moderators'], user_ids: [ann.id] },
      )
      await give(owner, ann, 'moderator').succeeds()
      await queue.receivesNothing()
    }
  })

  it('tells the account itself what comes into sight, and nobody else', async () => {
    const { owner, ben, guest } = people
    const id = await channel(people, 'Public', [ben])
    const [own, other] = await follow(guest, ben)
    await give(owner, guest, 'member').succeeds()
    const events = (await own?.take()) ?? []
    expect(events.map(({ type, op }) => `${type} ${op}`)).toEqual([
      'realm_user update',
      'user_group remove_members',
      'user_group add_members',
      'stream create',
      'subscription peer_add',
      'subscription peer_add',
      'default_streams undefined',
    ])
    expect(events[3]?.streams.map((one: { stream_id: number }) => one.stream_id)).toContain(id)
    expect((await other?.take())?.map(({ type }) => type)).toEqual(['realm_user', 'user_group', 'user_group'])
  })

  it('is in force with the next request', async () => {
    const { owner, ann, ben } = people
    const secret = await channel(people, 'Secret', [ben], { invite_only: true })
    await ann.get(`streams/${secret}`).fails('BAD_REQUEST')
    await give(owner, ann, 'administrator').succeeds()
    await ann.get(`streams/${secret}`).succeeds()
    await give(owner, ann, 'guest').succeeds()
    await ann.get(`streams/${secret}`).fails('BAD_REQUEST')
  })

  it('is changed of bots and of deactivated users, too', async () => {
    const { owner, ben, bot, ann } = people
    await owner.delete(`users/${ben.id}`).succeeds()
    const [queue] = await follow(ann)
    await give(owner, bot, 'guest').succeeds()
    await give(owner, ben, 'guest').succeeds()
    await queue?.replayEqualsFreshRegister()
    await owner.post(`users/${ben.id}/reactivate`).succeeds()
    await queue?.replayEqualsFreshRegister()
  })
})

describe('A role is refused', () => {
  it('where a guest would become an administrator at once', async () => {
    const { owner, guest } = people
    for (const role of ['administrator', 'owner'] as const) {
      await give(owner, guest, role).fails('BAD_REQUEST', 'Guests cannot be organization administrators')
    }
  })

  it('where it takes the last owner', async () => {
    const { owner, ann } = people
    const message = 'The owner permission cannot be removed from the only organization owner.'
    await give(owner, owner, 'administrator').fails('BAD_REQUEST', message)
    await give(owner, ann, 'owner').succeeds()
    await give(ann, owner, 'administrator').succeeds()
    await give(ann, ann, 'member').fails('BAD_REQUEST', message)
    // Neither a deactivated owner nor a bot stands in for one.
    await give(ann, owner, 'owner').succeeds()
    await give(ann, people.bot, 'owner').succeeds()
    await ann.delete(`users/${owner.id}`).succeeds()
    await give(ann, ann, 'member').fails('BAD_REQUEST', message)
  })

  it('to administrators where owners are concerned', async () => {
    const { owner, admin, ann } = people
    await give(admin, ann, 'owner').fails('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
    await give(admin, owner, 'member').fails('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
    await give(admin, ann, 'administrator').succeeds()
  })

  it('where it is none', async () => {
    const { owner, ann } = people
    for (const role of [0, 150, '"member"', null])
      await owner.patch(`users/${ann.id}`, { role }).fails('BAD_REQUEST')
    await expect(
      owner.graphql(`mutation { updateUser(input: { databaseId: ${ann.id}, role: 250 }) { user { id } } }`),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid role' })
  })
})
