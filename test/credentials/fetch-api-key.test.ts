import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { deactivate, setPassword } from './people.ts'

const server = testServer()
const password = 'correct horse battery'
const wrong = 'Your username or password is incorrect'

async function scene() {
  const people = await cast(server)
  await setPassword(server, people.ann, password)
  const visitor = new Visitor({ port: server.port, host: people.host })
  const fetchKey = (username: string, given = password) =>
    visitor.post('fetch_api_key', { username, password: given })
  return { ...people, visitor, fetchKey }
}

describe('POST /fetch_api_key', () => {
  it('exchanges address and password for a key that works', async () => {
    const { ann, host, fetchKey } = await scene()
    const reply = await fetchKey(ann.email).succeeds()
    expect(reply).toEqual({
      result: 'success',
      msg: '',
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      email: ann.email,
      user_id: ann.id,
    })
    const pair = Buffer.from(`${reply.email}:${reply.api_key}`).toString('base64')
    const caller = new Visitor({ port: server.port, host }, `Basic ${pair}`)
    expect((await caller.get('users/me').succeeds()).user_id).toBe(ann.id)
  })

  it('gives another key each time, and earlier ones keep working', async () => {
    const { ann, fetchKey } = await scene()
    const first = await fetchKey(ann.email).succeeds()
    const second = await fetchKey(` ${ann.email.toUpperCase()} `).succeeds()
    expect(new Set([first.api_key, second.api_key, ann.identity.apiKey]).size).toBe(3)
    await ann.get('users/me').succeeds()
  })

  it('keeps hashes of keys and passwords, and neither key nor password itself', async () => {
    const { ann, fetchKey } = await scene()
    const { api_key: key } = await fetchKey(ann.email).succeeds()
    const rows = await server.core.db.query<{ text: string }>(sql`
      SELECT a::text AS text FROM api_key a UNION ALL SELECT p::text FROM password p
      UNION ALL SELECT e.payload::text FROM event e UNION ALL SELECT u::text FROM "user" u`)
    expect(rows.length).toBeGreaterThan(3)
    for (const secret of [key, Buffer.from(key).toString('hex'), password]) {
      expect(rows.filter(({ text }) => text.includes(secret))).toEqual([])
    }
  })

  it('answers alike for a wrong password, nobody’s address, bots and accounts without a password', async () => {
    const { ann, ben, bot, fetchKey } = await scene()
    const refusal = await fetchKey(ann.email, 'not the password').fails('AUTHENTICATION_FAILED', wrong, 401)
    for (const username of ['nobody@parley.example', ben.email, bot.email, '', `user${ann.id}@localhost`]) {
      const request = fetchKey(username)
      expect(await request.fails('AUTHENTICATION_FAILED', wrong, 401)).toEqual(refusal)
      expect((await request).headers).not.toHaveProperty('www-authenticate')
    }
    await fetchKey(ann.email, '').fails('AUTHENTICATION_FAILED', wrong, 401)
  })

  it('knows accounts of the host’s organization only', async () => {
    const { ann } = await scene()
    const elsewhere = await cast(server)
    const visitor = new Visitor({ port: server.port, host: elsewhere.host })
    await visitor
      .post('fetch_api_key', { username: ann.email, password })
      .fails('AUTHENTICATION_FAILED', wrong, 401)
  })

  it('tells of a deactivated account only those who know its password', async () => {
    const { ann, fetchKey } = await scene()
    await deactivate(server, 'user', ann.id)
    await fetchKey(ann.email, 'not the password').fails('AUTHENTICATION_FAILED', wrong, 401)
    await fetchKey(ann.email).fails('USER_DEACTIVATED', 'Account is deactivated', 401)
  })

  it('refuses everybody in a deactivated organization', async () => {
    const { ann, organizationId, fetchKey } = await scene()
    await deactivate(server, 'organization', organizationId)
    await fetchKey(ann.email).fails('REALM_DEACTIVATED', 'This organization has been deactivated', 401)
  })

  it('stops guessing after five wrong passwords, and forgets them after a right one', async () => {
    const { ann, ben, fetchKey } = await scene()
    await setPassword(server, ben, password)
    for (let i = 0; i < 4; i++)
      await fetchKey(ann.email, `guess ${i}`).fails('AUTHENTICATION_FAILED', wrong, 401)
    await fetchKey(ann.email).succeeds()
    for (let i = 0; i < 5; i++)
      await fetchKey(ann.email, `guess ${i}`).fails('AUTHENTICATION_FAILED', wrong, 401)
    const refusal = await fetchKey(ann.email.toUpperCase()).fails(
      'RATE_LIMIT_HIT',
      'Too many wrong passwords',
      429,
    )
    expect(refusal['retry-after']).toBeGreaterThan(1700)
    await fetchKey(ben.email).succeeds()
  })

  it('lets no more through when guesses come at once', async () => {
    const { ann, fetchKey } = await scene()
    const guesses = await Promise.all(Array.from({ length: 9 }, (_, i) => fetchKey(ann.email, `guess ${i}`)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4)
  })

  it('names the parameter that is missing, and reports unknown ones', async () => {
    const { ann, visitor } = await scene()
    const missing = await visitor
      .post('fetch_api_key', { username: ann.email })
      .fails('REQUEST_VARIABLE_MISSING', "Missing 'password' argument")
    expect(missing.var_name).toBe('password')
    await visitor.post('fetch_api_key', { password }).fails('REQUEST_VARIABLE_MISSING', "'username'")
    const body = await visitor.post('fetch_api_key', { username: ann.email, password, token: 'x' }).succeeds()
    expect(body.ignored_parameters_unsupported).toEqual(['token'])
    await visitor
      .post('fetch_api_key', { username: 'a\0b', password })
      .fails('BAD_REQUEST', 'username must not contain null bytes')
  })

  it('does not look at an Authorization header', async () => {
    const { ann, host } = await scene()
    const visitor = new Visitor({ port: server.port, host }, 'Basic nonsense')
    await visitor.post('fetch_api_key', { username: ann.email, password }).succeeds()
  })

  it('exists in GraphQL as signIn', async () => {
    const { ann, visitor } = await scene()
    const mutation = `mutation ($input: SignInInput!) { signIn(input: $input) { apiKey address userDatabaseId } }`
    const { signIn } = await visitor.graphql(mutation, { input: { username: ann.email, password } })
    expect(signIn).toEqual({ apiKey: expect.any(String), address: ann.email, userDatabaseId: ann.id })
    const { errors } = await visitor.graphqlResult(mutation, {
      input: { username: ann.email, password: 'no' },
    })
    expect(errors[0]).toMatchObject({
      message: wrong,
      extensions: { code: 'AUTHENTICATION_FAILED', status: 401 },
    })
  })
})

describe('the first sign-in', () => {
  async function newcomer() {
    const people = await scene()
    await server.core.db.query(sql`
      UPDATE "user" SET awaits_first_login = true, date_joined = '2020-01-02T03:04:05Z' WHERE id = ${people.ann.id}`)
    return people
  }

  it('of an account that others made moves its date of joining, once', async () => {
    const { ann, ben, guest, fetchKey } = await newcomer()
    const queue = await register(ben, ['realm_user'])
    const guestQueue = await register(guest, ['realm_user'])
    const before = Date.now()
    await fetchKey(ann.email).succeeds()
    const { user } = await ben.get(`users/${ann.id}`).succeeds()
    expect(Date.parse(user.date_joined)).toBeGreaterThanOrEqual(before - 1000)
    const event = {
      type: 'realm_user',
      op: 'update',
      person: { user_id: ann.id, date_joined: user.date_joined },
    }
    await queue.receives(event)
    await guestQueue.receives(event)
    await fetchKey(ann.email).succeeds()
    await queue.receivesNothing()
    expect((await ben.get(`users/${ann.id}`).succeeds()).user.date_joined).toBe(user.date_joined)
  })

  it('of an imported stub makes it an account like others', async () => {
    const { ann, ben, fetchKey } = await newcomer()
    await server.core.db.query(sql`UPDATE "user" SET is_imported_stub = true WHERE id = ${ann.id}`)
    const queue = await register(ben, ['realm_user'])
    await fetchKey(ann.email).succeeds()
    const { user } = await ben.get(`users/${ann.id}`).succeeds()
    expect(user.is_imported_stub).toBe(false)
    await queue.receives(
      { type: 'realm_user', op: 'update', person: { user_id: ann.id, is_imported_stub: false } },
      { type: 'realm_user', op: 'update', person: { user_id: ann.id, date_joined: user.date_joined } },
    )
  })

  it('of an ordinary account changes nothing', async () => {
    const { ann, ben, fetchKey } = await scene()
    const queue = await register(ben, ['realm_user'])
    await fetchKey(ann.email).succeeds()
    await queue.receivesNothing()
  })

  describe.runIf(onPostgres)('twice at once', () => {
    it('is announced once', async () => {
      const { ann, ben, fetchKey } = await newcomer()
      const queue = await register(ben, ['realm_user'])
      await Promise.all([fetchKey(ann.email).succeeds(), fetchKey(ann.email).succeeds()])
      expect(await queue.take()).toHaveLength(1)
    })
  })
})

describe('on a production server', () => {
  it('nobody gets a key without a password, nor a list of people', async () => {
    const { ann, visitor } = await scene()
    await visitor
      .post('dev_fetch_api_key', { username: ann.email })
      .fails('BAD_REQUEST', 'Only development servers do this')
    await visitor.get('dev_list_users').fails('BAD_REQUEST', 'Only development servers do this')
    const { errors } = await visitor.graphqlResult('{ developmentUsers { address } }')
    expect(errors[0].extensions.code).toBe('BAD_REQUEST')
  })
})
