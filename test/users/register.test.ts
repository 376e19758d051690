import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Person } from '../support/cast.ts'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { limitGuests } from './limited-guests.ts'

const server = testServer()

/** The share of the snapshot under the gate realm_user. */
async function snapshot(reader: Person, parameters: Record<string, unknown> = {}) {
  const { registered } = await register(reader, ['realm_user'], parameters)
  return registered
}

const idsOf = (users: { user_id: number }[]) => users.map(({ user_id }) => user_id)

describe('POST /register with realm_user', () => {
  it('lists active users with profile data, as GET /users does', async () => {
    const { ann, organizationId } = await cast(server)
    const { realm_users, realm_non_active_users } = await snapshot(ann)
    const { members } = await ann.get('users', { include_custom_profile_fields: true }).succeeds()
    expect(realm_users).toEqual(members.map(({ is_active: _, ...member }: Record<string, unknown>) => member))
    expect(realm_users[1].avatar_url).toBe(`/user_avatars/${organizationId}/${ann.id}.png?v=1`)
    expect(realm_non_active_users).toEqual([])
  })

  it('lists deactivated users apart', async () => {
    const { ann, ben } = await cast(server)
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${ben.id}`)
    const { realm_users, realm_non_active_users } = await snapshot(ann)
    expect(idsOf(realm_users)).not.toContain(ben.id)
    expect(idsOf(realm_non_active_users)).toEqual([ben.id])
  })

  it('names the bots of the server', async () => {
    const { guest } = await cast(server)
    const { cross_realm_bots: bots } = await snapshot(guest)
    expect(bots).toHaveLength(3)
    expect(bots.map(({ email }: { email: string }) => email)).toEqual([
      'notification-bot@zulip.com',
      'welcome-bot@zulip.com',
      'emailgateway@zulip.com',
    ])
    expect(bots[1]).toMatchObject({
      full_name: 'Welcome Bot',
      delivery_email: 'welcome-bot@zulip.com',
      is_bot: true,
      is_system_bot: true,
      is_active: true,
    })
  })

  it('tells who the requester is', async () => {
    const { moderator, owner, guest, organizationId, person, host } = await cast(server)
    expect(await snapshot(moderator)).toMatchObject({
      user_id: moderator.id,
      email: moderator.email,
      delivery_email: moderator.email,
      full_name: 'Mona Moderator',
      is_admin: false,
      is_owner: false,
      is_moderator: true,
      is_guest: false,
      avatar_source: 'J',
      avatar_url: `/user_avatars/${organizationId}/${moderator.id}.png?v=1`,
      avatar_url_medium: `/user_avatars/${organizationId}/${moderator.id}-medium.png?v=1`,
    })
    expect(await snapshot(owner)).toMatchObject({ is_admin: true, is_owner: true, is_moderator: true })
    expect(await snapshot(guest)).toMatchObject({ is_guest: true, is_moderator: false })
    const shy = await person({ emailAddressVisibility: 4, avatarSource: 'G' })
    const own = await snapshot(shy)
    expect(own).toMatchObject({ email: `user${shy.id}@${host.split(':')[0]}`, delivery_email: shy.email })
    expect(own.avatar_url_medium).toBe(`${own.avatar_url}&s=500`)
  })

  it('tells what the requester may do', async () => {
    const { ann, guest, owner } = await cast(server)
    const may = {
      can_create_streams: true,
      can_create_public_streams: true,
      can_create_private_streams: true,
      can_create_web_public_streams: false,
      can_subscribe_other_users: true,
      can_invite_others_to_realm: true,
    }
    expect(await snapshot(ann)).toMatchObject(may)
    // Without access for visitors nobody makes channels for them.
    expect(await snapshot(owner)).toMatchObject(may)
    expect(await snapshot(guest)).toMatchObject(
      Object.fromEntries(Object.keys(may).map((permission) => [permission, false])),
    )
  })

  it('leaves Gravatars to clients that compute them, and not to others', async () => {
    const { ann, person } = await cast(server)
    const { id } = await person({ avatarSource: 'G' })
    const pictureIn = (fields: Record<string, { user_id: number; avatar_url: unknown }[]>) =>
      fields.realm_users?.find(({ user_id }) => user_id === id)?.avatar_url
    expect(pictureIn(await snapshot(ann, { client_gravatar: true }))).toBeNull()
    expect(pictureIn(await snapshot(ann, { client_gravatar: false }))).toMatch(/^https:\/\/secure\.gravatar/)
  })

  it('shows a limited guest stand-ins, or nobody, for users whom they may not see', async () => {
    const people = await cast(server)
    const { guest, bot, ann, host, organizationId } = people
    await limitGuests(server, people)
    const known = await snapshot(guest, { client_capabilities: { user_list_incomplete: true } })
    expect(idsOf(known.realm_users)).toEqual([guest.id, bot.id])
    const { realm_users: everybody } = await snapshot(guest)
    expect(everybody).toHaveLength(7)
    expect(everybody.find(({ user_id }: { user_id: number }) => user_id === ann.id)).toEqual({
      user_id: ann.id,
      email: `user${ann.id}@${host.split(':')[0]}`,
      delivery_email: null,
      full_name: 'Unknown user',
      date_joined: '1970-01-01T00:00:00.000Z',
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      role: 400,
      timezone: '',
      avatar_url: `/user_avatars/${organizationId}/0.png?v=1`,
      avatar_version: 1,
      is_imported_stub: false,
      profile_data: {},
    })
  })

  it('is left out when it is not asked for', async () => {
    const { ann } = await cast(server)
    const { registered } = await register(ann, ['message'])
    expect(registered).not.toHaveProperty('realm_users')
    expect(registered).not.toHaveProperty('user_id')
  })
})
