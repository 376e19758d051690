import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { limitGuests } from './limited-guests.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const shown = { client_gravatar: false, client_capabilities: { user_list_incomplete: true } }
const follow = (...readers: Person[]) =>
  Promise.all(readers.map((reader) => register(reader, ['realm_user'], shown)))
const grant = ({ id }: Person) =>
  server.core.db.query(sql`UPDATE "user" SET can_change_user_emails = true WHERE id = ${id}`)

describe('PATCH /users/{user_id}', () => {
  it('renames a user, active or not, and tells whoever sees them', async () => {
    const { owner, admin, ann, ben, guest } = people
    await limitGuests(server, people)
    const queues = await follow(ann, ben, owner)
    const [outside] = await follow(guest)
    await admin.patch(`users/${ann.id}`, { full_name: '  Anna Leigh ' }).succeeds()
    const named = { type: 'realm_user', op: 'update', person: { user_id: ann.id, full_name: 'Anna Leigh' } }
    for (const queue of queues) {
      await queue.receives(named)
      await queue.replayEqualsFreshRegister()
    }
    await outside?.receivesNothing()
    await admin.patch(`users/${ann.id}`, { full_name: 'Anna Leigh' }).succeeds()
    await queues[0]?.receivesNothing()
    await admin.delete(`users/${ben.id}`).succeeds()
    await admin.patch(`users/${ben.id}`, { full_name: 'Benno' }).succeeds()
    expect((await ann.get(`users/${ben.id}`).succeeds()).user.full_name).toBe('Benno')
  })

  it('selects the user by an address, too', async () => {
    const { owner, ann, person, host } = people
    await owner.patch('users/ANN@parley.example', { full_name: 'Anna' }).succeeds()
    const dummy = `user${ann.id}@${host.split(':')[0]}`
    await owner.patch(`users/${dummy}`, { full_name: 'Annie' }).succeeds()
    expect((await owner.get(`users/${ann.id}`).succeeds()).user.full_name).toBe('Annie')
    const hidden = await person({ emailAddressVisibility: 4 })
    await owner.patch(`users/${hidden.email}`, { full_name: 'Nobody' }).fails('BAD_REQUEST', 'No such user')
    await owner.patch('users/nobody@parley.example', { role: 600 }).fails('BAD_REQUEST', 'No such user')
  })

  it('changes nothing when a part of it is refused', async () => {
    const { owner, ann } = people
    const [queue] = await follow(ann)
    await owner
      .patch(`users/${ann.id}`, { full_name: 'Anna', role: 300, new_email: 'anna@parley.example' })
      .fails('BAD_REQUEST', 'User not authorized to change user emails')
    await owner
      .patch(`users/${ann.id}`, { full_name: 'Anna', profile_data: [{ id: 7, value: 'tea' }] })
      .fails('BAD_REQUEST', 'Field id 7 not found.')
    await owner.patch(`users/${ann.id}`, { profile_data: [] }).succeeds()
    await queue?.receivesNothing()
  })

  it('refuses names and values that nobody can have, and users who are nobody', async () => {
    const { owner, ann } = people
    await owner.patch(`users/${ann.id}`, { full_name: 'A' }).fails('BAD_REQUEST', 'full_name is too short')
    await owner.patch(`users/${ann.id}`, { full_name: '' }).fails('BAD_REQUEST', 'full_name cannot be blank')
    await owner.patch(`users/${ann.id}`, { profile_data: [{ id: 1 }] }).fails('BAD_REQUEST')
    await owner.patch('users/99999', { full_name: 'Anna' }).fails('BAD_REQUEST', 'No such user')
    const stranger = (await cast(server)).ann
    await owner.patch(`users/${stranger.id}`, { full_name: 'Anna' }).fails('BAD_REQUEST', 'No such user')
  })

  it('keeps names apart where the organization wants it', async () => {
    const { owner, ann } = people
    await owner.patch('realm', { require_unique_names: true }).succeeds()
    await owner.patch(`users/${ann.id}`, { full_name: 'ben ito' }).fails('BAD_REQUEST', 'already in use')
    await owner.patch(`users/${ann.id}`, { full_name: 'ANN LEE' }).succeeds()
  })
})

describe('A new address', () => {
  it('is told to those who may know it, and signs in', async () => {
    const { owner, person, admin, ben, guest } = people
    await grant(owner)
    for (const [emailAddressVisibility, avatarSource] of [
      [1, 'G'],
      [3, 'J'],
    ] as const) {
      const user = await person({ emailAddressVisibility, avatarSource })
      const [own, knowing, others, visitor] = await follow(user, admin, ben, guest)
      const address = `new-${user.id}@parley.example`
      await owner.patch(`users/${user.id}`, { new_email: address }).succeeds()
      const delivery = {
        type: 'realm_user',
        op: 'update',
        person: { user_id: user.id, delivery_email: address },
      }
      const told = await Promise.all(
        [knowing, others, visitor].map(async (queue) => (await queue?.take()) ?? []),
      )
      const kinds = told.map((events) =>
        events.map(({ person: { user_id: _, ...rest } }) => Object.keys(rest)[0]),
      )
      const all = ['delivery_email', 'avatar_url', 'new_email']
      expect(kinds).toEqual(emailAddressVisibility === 1 ? [all, all, all] : [['delivery_email'], [], []])
      const { id: _, ...first } = told[0]?.[0] ?? { id: 0 }
      expect(first).toEqual(delivery)
      for (const queue of [knowing, others, visitor]) await queue?.replayEqualsFreshRegister()
      await user.get('users/me').fails('INVALID_API_KEY', undefined, 401)
      expect(own).toBeDefined()
    }
  })

  it('is for owners to whom the operator has granted it, and for people', async () => {
    const { owner, admin, ann, bot } = people
    await grant(admin)
    const new_email = 'anna@parley.example'
    await admin.patch(`users/${ann.id}`, { new_email }).fails('UNAUTHORIZED_PRINCIPAL', 'owner')
    await owner.patch(`users/${ann.id}`, { new_email }).fails('BAD_REQUEST', 'not authorized')
    await grant(owner)
    await owner.patch(`users/${bot.id}`, { new_email }).fails('BAD_REQUEST', 'The address of a bot')
    await owner
      .patch(`users/${ann.id}`, { new_email: 'anna' })
      .fails('BAD_REQUEST', 'new_email is not an email')
    await owner.patch(`users/${ann.id}`, { new_email: 'BEN@parley.example' }).fails('BAD_REQUEST', 'in use')
    await owner.patch(`users/${ann.id}`, { new_email: 'ANN@parley.example' }).succeeds()
  })
})
