import { describe, expect, it } from 'vitest'
import { setPassword } from '../credentials/people.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

// One that has two ways to sign in.
const server = testServer({ PARLEY_MODE: 'development' })
const production = testServer()

const choose = (person: Person, authentication_methods: unknown) =>
  person.patch('realm', { authentication_methods })
const method = (enabled: boolean) => ({ enabled, available: true })
const visitorOf = ({ host }: Cast, port = server.port) => new Visitor({ port, host })
const PASSWORD = 'a tall violet giraffe'

describe('PATCH /realm with authentication_methods', () => {
  it('closes ways to sign in and opens them again, and everybody is told', async () => {
    const people = await cast(server)
    const { owner, guest, ann } = people
    const visitor = visitorOf(people)
    await setPassword(server, ann, PASSWORD)
    const queues = await Promise.all([owner, guest].map((person) => register(person, undefined)))
    await choose(owner, { Email: false }).succeeds()
    const closed = { Email: method(false), Dev: method(true) }
    for (const queue of queues) {
      await queue.receives({
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: { authentication_methods: closed },
      })
      await queue.replayEqualsFreshRegister()
    }
    expect(await owner.post('register', { fetch_event_types: ['realm'] }).succeeds()).toMatchObject({
      realm_authentication_methods: closed,
      realm_email_auth_enabled: false,
      realm_password_auth_enabled: false,
    })
    expect((await visitor.get('server_settings').succeeds()).authentication_methods).toMatchObject({
      email: false,
      password: false,
      dev: true,
    })
    const credentials = { username: ann.email, password: PASSWORD }
    await visitor.post('fetch_api_key', credentials).fails('PASSWORD_AUTH_DISABLED', /./, 401)
    // Keys that were given out before go on.
    await ann.get('users/me').succeeds()

    await choose(owner, { Email: true, Dev: false }).succeeds()
    await visitor.post('fetch_api_key', credentials).succeeds()
    await visitor.post('dev_fetch_api_key', { username: ann.email }).fails('AUTHENTICATION_FAILED', /./, 401)
    for (const queue of queues) {
      expect(await queue.takeCount(1)).toHaveLength(1)
      await choose(owner, { Email: true }).succeeds()
      await queue.receivesNothing()
    }
  })

  it('refuses ways that the server does not have, and to close the last one', async () => {
    const { owner } = await cast(server)
    const queue = await register(owner, ['realm'])
    for (const name of ['LDAP', 'email', '']) {
      await choose(owner, { [name]: true }).fails('BAD_REQUEST', 'Invalid authentication_methods')
    }
    const last = 'At least one authentication method must be enabled.'
    await choose(owner, { Email: false, Dev: false }).fails('BAD_REQUEST', last)
    await choose(owner, { Email: 'no' }).fails('BAD_REQUEST', 'authentication_methods')
    await choose(owner, ['Email']).fails('BAD_REQUEST', 'authentication_methods')
    await queue.receivesNothing()
    const people = await cast(production)
    await choose(people.owner, { Dev: true }).fails('BAD_REQUEST', "'Dev' is not available on this server")
    await choose(people.owner, { Email: false }).fails('BAD_REQUEST', last)
  })

  it('is for owners', async () => {
    const people = await cast(server)
    for (const who of ['admin', 'moderator', 'ann', 'guest', 'bot'] as const) {
      await choose(people[who], { Email: false }).fails('UNAUTHORIZED_PRINCIPAL')
    }
  })

  it('leaves a way open also when two owners close one each at the same time', async () => {
    const people = await cast(server)
    const other = await people.person({ role: 'owner' })
    const outcomes = await Promise.all([
      choose(people.owner, { Email: false }),
      choose(other, { Dev: false }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is the same over GraphQL', async () => {
    const { owner, admin } = await cast(server)
    const change = `mutation ($method: SignInMethod!, $enabled: Boolean!) {
      updateOrganization(input: { signInMethods: [{ method: $method, enabled: $enabled }] }) { organization { signInMethods } } }`
    const closing = { method: 'DEVELOPMENT', enabled: false }
    await expect(admin.graphql(change, closing)).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    expect((await owner.graphql(change, closing)).updateOrganization.organization.signInMethods).toEqual([
      'PASSWORD',
    ])
    await expect(owner.graphql(change, { method: 'PASSWORD', enabled: false })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})
