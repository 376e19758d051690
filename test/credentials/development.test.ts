import { describe, expect, it } from 'vitest'
import { cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { deactivate } from './people.ts'

const server = testServer({ PARLEY_MODE: 'development' })

describe('POST /dev_fetch_api_key', () => {
  it('gives a key for any account without a password', async () => {
    const { ann, host } = await cast(server)
    const visitor = new Visitor({ port: server.port, host })
    const reply = await visitor.post('dev_fetch_api_key', { username: ann.email.toUpperCase() }).succeeds()
    expect(reply).toMatchObject({ email: ann.email, user_id: ann.id })
    const pair = Buffer.from(`${reply.email}:${reply.api_key}`).toString('base64')
    const caller = new Visitor({ port: server.port, host }, `Basic ${pair}`)
    expect((await caller.get('users/me').succeeds()).user_id).toBe(ann.id)
  })

  it('refuses addresses of nobody and of bots, and deactivated accounts', async () => {
    const { ben, bot, host } = await cast(server)
    const visitor = new Visitor({ port: server.port, host })
    for (const username of ['nobody@parley.example', bot.email, '']) {
      await visitor.post('dev_fetch_api_key', { username }).fails('AUTHENTICATION_FAILED', /./, 401)
    }
    await deactivate(server, 'user', ben.id)
    await visitor.post('dev_fetch_api_key', { username: ben.email }).fails('USER_DEACTIVATED', /./, 401)
    await visitor.post('dev_fetch_api_key').fails('REQUEST_VARIABLE_MISSING', "Missing 'username' argument")
  })
})

describe('GET /dev_list_users', () => {
  it('lists the active people of all organizations, administrators apart', async () => {
    const { host, owner, admin, ann, guest, ben } = await cast(server)
    const { host: otherHost } = await cast(server)
    await deactivate(server, 'user', ben.id)
    const { direct_admins, direct_users } = await new Visitor({ port: server.port, host })
      .get('dev_list_users')
      .succeeds()
    const here = (people: { realm_url: string }[]) =>
      people.filter(({ realm_url }) => realm_url === `http://${host}`)
    expect(here(direct_admins)).toEqual(
      [admin, owner].map(({ email }) => ({ email, realm_url: `http://${host}` })),
    )
    expect(here(direct_users).map((person) => (person as unknown as { email: string }).email)).toEqual([
      ann.email,
      guest.email,
      'mona@parley.example',
    ])
    expect(direct_users).toContainEqual({ email: 'ben@parley.example', realm_url: `http://${otherHost}` })
  })
})
