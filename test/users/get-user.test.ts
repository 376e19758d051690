import { describe, expect, it } from 'vitest'
import { cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

describe('GET /users/{user_id}', () => {
  it('returns one user as the list shows them', async () => {
    const { ann, ben } = await cast(server)
    const { members } = await ann.get('users', { user_ids: [ben.id] }).succeeds()
    const { user } = await ann.get(`users/${ben.id}`).succeeds()
    expect(user).toEqual(members[0])
    const asked = await ann.get(`users/${ben.id}`, { include_custom_profile_fields: true }).succeeds()
    expect(asked.user).toEqual({ ...user, profile_data: {} })
  })

  it('answers alike for nobody and for somebody of another organization', async () => {
    const { ann } = await cast(server)
    const { ann: stranger } = await cast(server)
    const absent = await ann.get('users/2147483647').fails('BAD_REQUEST', 'No such user')
    expect(await ann.get(`users/${stranger.id}`).fails('BAD_REQUEST')).toEqual(absent)
    expect(await ann.get(`users/${stranger.email}x`).fails('BAD_REQUEST')).toEqual(absent)
  })

  it('serves bots and guests', async () => {
    const { bot, guest, ann } = await cast(server)
    expect((await bot.get(`users/${ann.id}`).succeeds()).user.full_name).toBe('Ann Lee')
    expect((await guest.get(`users/${ann.id}`).succeeds()).user.full_name).toBe('Ann Lee')
  })

  it('leaves out or gives the URL of a Gravatar as asked', async () => {
    const { ann, person } = await cast(server)
    const { id } = await person({ avatarSource: 'G' })
    expect((await ann.get(`users/${id}`).succeeds()).user.avatar_url).toBeNull()
    const { user } = await ann.get(`users/${id}`, { client_gravatar: false }).succeeds()
    expect(user.avatar_url).toMatch(
      /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/,
    )
    await ann
      .get(`users/${id}`, { client_gravatar: 'no' })
      .fails('BAD_REQUEST', 'client_gravatar is not valid')
  })
})

describe('GET /users/{email}', () => {
  it('finds a user by a real address, whatever its case, that the caller may see', async () => {
    const { ann, ben } = await cast(server)
    const { user } = await ann.get('users/BEN@parley.example').succeeds()
    expect(user).toMatchObject({ user_id: ben.id, email: 'ben@parley.example' })
    expect((await ann.get('users/ben%40parley.example').succeeds()).user).toEqual(user)
  })

  it('finds nobody by a real address that the caller may not see, and answers as for nobody', async () => {
    const { ann, admin, person } = await cast(server)
    const shy = await person({ fullName: 'Shy', email: 'shy@parley.example', emailAddressVisibility: 3 })
    const absent = await ann.get('users/nobody@parley.example').fails('BAD_REQUEST', 'No such user')
    expect(await ann.get('users/shy@parley.example').fails('BAD_REQUEST')).toEqual(absent)
    expect((await admin.get('users/shy@parley.example').succeeds()).user.user_id).toBe(shy.id)
    expect((await shy.get('users/shy@parley.example').succeeds()).user.user_id).toBe(shy.id)
  })

  it('finds everybody by the dummy address, and nobody by that of another host', async () => {
    const { ann, ben, person, host } = await cast(server)
    const name = host.split(':')[0]
    const shy = await person({ emailAddressVisibility: 4 })
    for (const target of [ben, shy]) {
      const { user } = await ann.get(`users/user${target.id}@${name}`).succeeds()
      expect(user).toEqual((await ann.get(`users/${target.id}`).succeeds()).user)
    }
    const { ann: stranger, host: otherHost } = await cast(server)
    for (const address of [
      `user${ben.id}@elsewhere.example`,
      `user${ben.id}@${otherHost.split(':')[0]}`,
      `user${stranger.id}@${name}`,
      `user99999999999@${name}`,
      `user0@${name}`,
    ]) {
      await ann.get(`users/${address}`).fails('BAD_REQUEST', 'No such user')
    }
  })

  it('takes the same parameters', async () => {
    const { ann } = await cast(server)
    const body = await ann
      .get('users/ben@parley.example', { include_custom_profile_fields: true, fields: 'all' })
      .succeeds()
    expect(body.user.profile_data).toEqual({})
    expect(body.ignored_parameters_unsupported).toEqual(['fields'])
    await ann.get('users/%E0%A4%A').fails('BAD_REQUEST', 'email is not correctly percent-encoded')
    await ann.get('users/a%00b').fails('BAD_REQUEST', 'email must not contain null bytes')
  })
})

describe('GET /users/me', () => {
  it('returns the caller', async () => {
    const { admin, organizationId } = await cast(server)
    const { date_joined: joined, ...me } = await admin.get('users/me').succeeds()
    expect(new Date(joined).toISOString()).toBe(joined)
    expect(me).toEqual({
      result: 'success',
      msg: '',
      user_id: admin.id,
      email: 'adam@parley.example',
      delivery_email: 'adam@parley.example',
      full_name: 'Adam Admin',
      avatar_url: `/user_avatars/${organizationId}/${admin.id}.png?v=1`,
      avatar_version: 1,
      role: 200,
      is_owner: false,
      is_admin: true,
      is_guest: false,
      is_bot: false,
      is_active: true,
      is_imported_stub: false,
      timezone: '',
      profile_data: {},
      max_message_id: -1,
    })
  })

  it('always has the real address and a picture', async () => {
    const { person, host } = await cast(server)
    const shy = await person({ emailAddressVisibility: 4, avatarSource: 'G' })
    const me = await shy.get('users/me').succeeds()
    expect(me).toMatchObject({ delivery_email: shy.email, email: `user${shy.id}@${host.split(':')[0]}` })
    expect(me.avatar_url).toMatch(/^https:\/\/secure\.gravatar\.com\//)
  })

  it('has no profile data for bots, and the newest message that the caller received', async () => {
    const { bot, owner } = await cast(server)
    const me = await bot.get('users/me').succeeds()
    expect(me.is_bot).toBe(true)
    expect(me).not.toHaveProperty('profile_data')
    // Welcome Bot has written to the owner.
    expect((await owner.get('users/me').succeeds()).max_message_id).toBeGreaterThan(0)
  })

  it('takes no parameters', async () => {
    const { ann } = await cast(server)
    const { ignored_parameters_unsupported: ignored } = await ann
      .get('users/me', { client_gravatar: true })
      .succeeds()
    expect(ignored).toEqual(['client_gravatar'])
  })
})
