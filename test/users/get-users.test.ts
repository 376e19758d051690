import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { roles } from '../../src/contract/roles.ts'
import { say } from '../messages/place.ts'
import { cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { limitGuests } from './limited-guests.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })

describe('GET /users', () => {
  it('lists everybody in the organization, bots and guests too, with closed records', async () => {
    const { ann, owner, admin, moderator, ben, guest, bot, organizationId } = await cast(server)
    const { members } = await ann.get('users').succeeds()
    expect(members.map((member: { user_id: number }) => member.user_id)).toEqual(
      [owner, ann, admin, moderator, ben, guest, bot].map(({ id }) => id),
    )
    const { date_joined: joined, ...adam } = members[2]
    expect(new Date(joined).toISOString()).toBe(joined)
    expect(adam).toEqual({
      user_id: admin.id,
      delivery_email: 'adam@parley.example',
      email: 'adam@parley.example',
      full_name: 'Adam Admin',
      is_active: true,
      is_owner: false,
      is_admin: true,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      role: 200,
      timezone: '',
      avatar_url: `/user_avatars/${organizationId}/${admin.id}.png?v=1`,
      avatar_version: 1,
      is_imported_stub: false,
    })
    expect(members[0]).toMatchObject({ is_owner: true, is_admin: true, role: 100 })
    expect(members[5]).toMatchObject({ is_guest: true, is_admin: false, role: 600 })
    expect(members[6]).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: ann.id })
  })

  it('adds profile data when asked, which bots do not have', async () => {
    const { ann, ben, bot } = await cast(server)
    const { members } = await ann
      .get('users', { include_custom_profile_fields: true, user_ids: [ben.id, bot.id] })
      .succeeds()
    expect(members[0]).toMatchObject({ user_id: ben.id, profile_data: {} })
    expect(members[1].user_id).toBe(bot.id)
    expect(members[1]).not.toHaveProperty('profile_data')
  })

  it('restricts the list to the given ids and passes over ids of nobody', async () => {
    const { ann, ben } = await cast(server)
    const { ann: stranger } = await cast(server)
    const { members } = await ann
      .get('users', { user_ids: [ben.id, stranger.id, 2_147_483_647, -3, ben.id] })
      .succeeds()
    expect(members.map((member: { user_id: number }) => member.user_id)).toEqual([ben.id])
    expect((await ann.get('users', { user_ids: [] }).succeeds()).members).toEqual([])
  })

  it('refuses parameters of wrong types and reports unknown ones', async () => {
    const { ann } = await cast(server)
    await ann.get('users', { user_ids: 'all' }).fails('BAD_REQUEST', 'user_ids is not valid JSON')
    await ann.get('users', { user_ids: 7 }).fails('BAD_REQUEST', 'user_ids is not a list')
    await ann.get('users', { user_ids: ['7'] }).fails('BAD_REQUEST', 'user_ids[0] is not an integer')
    await ann.get('users', { user_ids: [2 ** 31] }).fails('BAD_REQUEST', 'user_ids[0] is too large')
    await ann.get('users', { client_gravatar: 1 }).fails('BAD_REQUEST', 'client_gravatar is not a boolean')
    await ann
      .get('users', { include_custom_profile_fields: 'yes' })
      .fails('BAD_REQUEST', 'include_custom_profile_fields is not valid JSON')
    const body = await ann.get('users', { realm: 1, all: true }).succeeds()
    expect(body.ignored_parameters_unsupported).toEqual(['all', 'realm'])
  })

  it('leaves out the URL of a Gravatar only for those who know its address, and only when asked', async () => {
    const { admin, ann, guest, person } = await cast(server)
    const open = await person({ fullName: 'Open', avatarSource: 'G' })
    const shy = await person({ fullName: 'Shy', avatarSource: 'G', emailAddressVisibility: 3 })
    const generated = await person({ fullName: 'Pattern', avatarSource: 'J' })
    const user_ids = [open.id, shy.id, generated.id]
    const urls = async (reader: typeof ann, client_gravatar?: boolean) => {
      const { members } = await reader.get('users', { user_ids, client_gravatar }).succeeds()
      return members.map((member: { avatar_url: string | null }) => member.avatar_url?.split('/')[2] ?? null)
    }
    const [gravatar, own] = ['secure.gravatar.com', expect.stringMatching(/^\d+$/)]
    expect(await urls(admin)).toEqual([null, null, own])
    expect(await urls(ann)).toEqual([null, gravatar, own])
    expect(await urls(guest)).toEqual([null, gravatar, own])
    expect(await urls(shy)).toEqual([null, null, own])
    expect(await urls(admin, false)).toEqual([gravatar, gravatar, own])
  })

  it('includes deactivated users', async () => {
    const { ann, ben } = await cast(server)
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${ben.id}`)
    const { members } = await ann.get('users', { user_ids: [ben.id] }).succeeds()
    expect(members).toMatchObject([{ user_id: ben.id, is_active: false }])
  })
})

describe('real addresses in GET /users', () => {
  it('are shown as each user wishes, and dummies are the same for everybody', async () => {
    const { owner, admin, moderator, ann, guest, bot, person, host } = await cast(server)
    const dummy = (id: number) => `user${id}@${host.split(':')[0]}`
    const readers = { owner, admin, moderator, ann, guest }
    const readersByVisibility: Record<number, (keyof typeof readers)[]> = {
      1: ['owner', 'admin', 'moderator', 'ann', 'guest'],
      2: ['owner', 'admin', 'moderator', 'ann'],
      5: ['owner', 'admin', 'moderator'],
      3: ['owner', 'admin'],
      4: [],
    }
    for (const [visibility, allowed] of Object.entries(readersByVisibility)) {
      const target = await person({ emailAddressVisibility: Number(visibility) })
      const email = visibility === '1' ? target.email : dummy(target.id)
      for (const [name, reader] of Object.entries(readers)) {
        const { members } = await reader.get('users', { user_ids: [target.id] }).succeeds()
        const delivery_email = allowed.includes(name as keyof typeof readers) ? target.email : null
        expect(members, `${visibility} to ${name}`).toMatchObject([{ email, delivery_email }])
      }
      const { members } = await target.get('users', { user_ids: [target.id, bot.id] }).succeeds()
      const own = members.find((member: { user_id: number }) => member.user_id === target.id)
      expect(own).toMatchObject({ email, delivery_email: target.email })
    }
  })

  it('of bots are shown to everybody', async () => {
    const { guest, ann, person } = await cast(server)
    const hidden = await person({ fullName: 'Hidden Bot', bot: { owner: ann }, emailAddressVisibility: 4 })
    const { members } = await guest.get('users', { user_ids: [hidden.id] }).succeeds()
    expect(members).toMatchObject([{ email: hidden.email, delivery_email: hidden.email }])
  })
})

describe('where guests see only whom they have to do with, GET /users', () => {
  it('lists themselves, bots, and who shares a channel with them', async () => {
    const people = await cast(server)
    const { guest, ann, ben, bot, sandbox } = people
    await limitGuests(server, people)
    const ids = async () =>
      (await guest.get('users').succeeds()).members.map(({ user_id }: { user_id: number }) => user_id)
    expect(await ids()).toEqual([guest.id, bot.id])
    await server.core.db.query(sql`DELETE FROM subscription WHERE user_id = ${ann.id}`)
    await server.core.db.query(
      sql`INSERT INTO subscription (user_id, channel_id) VALUES (${guest.id}, ${sandbox})`,
    )
    expect(await ids()).toContain(ben.id)
    expect(await ids()).not.toContain(ann.id)
    await guest.get(`users/${ann.id}`).fails('BAD_REQUEST', 'No such user')
    await guest.get('users/ann@parley.example').fails('BAD_REQUEST', 'No such user')
    await guest.get(`users/${ben.id}`).succeeds()
  })

  it('lists who shares a direct-message conversation with them', async () => {
    const people = await cast(server)
    const { guest, ann, ben, bot, organizationId } = people
    await limitGuests(server, people)
    const participants = [guest.id, ann.id].sort((left, right) => left - right)
    await server.core.db.query(sql`
      INSERT INTO direct_message_group (organization_id, participant_ids, participant_hash)
      VALUES (${organizationId}, ${participants}::int[], ${Buffer.from('hash')})`)
    const { members } = await guest.get('users').succeeds()
    expect(members.map(({ user_id }: { user_id: number }) => user_id)).toEqual([ann.id, guest.id, bot.id])
    expect((await ben.get('users').succeeds()).members).toHaveLength(7)
    expect(members[1].role).toBe(roles.guest)
  })
})

describe('without credentials, GET /users', () => {
  const idsOf = (members: readonly { user_id: number }[]) => members.map(({ user_id }) => user_id)

  it('lists who has written where everybody can read, and of their addresses what everybody may know', async () => {
    const people = await cast(server)
    const { organizationId, host, ann, ben, bot, general, sandbox, person } = people
    const hidden = await person({ fullName: 'Hidden', emailAddressVisibility: 2, avatarSource: 'G' })
    const visitor = new Visitor({ port: server.port, host })
    for (const writer of [hidden, ann]) await say(writer, general, 'tea', 'Hello')
    await say(ben, sandbox, 'tea', 'Among ourselves')
    await visitor.get('users').fails('UNAUTHORIZED', /^Not logged in/, 401)
    await server.core.db.query(sql`
      UPDATE organization SET settings = settings || '{"enableSpectatorAccess": true}' WHERE id = ${organizationId}`)
    await visitor.get('users').fails('UNAUTHORIZED', /^Not logged in/, 401)
    await server.core.db.query(sql`UPDATE channel SET is_web_public = true WHERE id = ${general}`)
    const { members } = await visitor.get('users').succeeds()
    expect(idsOf(members)).toEqual([ann.id, hidden.id])
    expect(members).toMatchObject([
      { email: ann.email, delivery_email: ann.email, full_name: 'Ann Lee' },
      {
        email: `user${hidden.id}@${host.split(':')[0]}`,
        delivery_email: null,
        avatar_url: expect.any(String),
      },
    ])
    const some = await visitor.get('users', { user_ids: [hidden.id, ben.id, bot.id] }).succeeds()
    expect(idsOf(some.members)).toEqual([hidden.id])
    const { users } = await visitor.graphql('{ users { databaseId deliveryEmail } }')
    expect(users).toEqual([
      { databaseId: ann.id, deliveryEmail: ann.email },
      { databaseId: hidden.id, deliveryEmail: null },
    ])
    const wrong = new Visitor({ port: server.port, host }, 'Basic d3Jvbmc6d3Jvbmc=')
    await wrong.get('users').fails('INVALID_API_KEY', undefined, 401)
    await visitor.get(`users/${ann.id}`).fails('UNAUTHORIZED', /^Not logged in/, 401)
  })
})
