import { describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { openSocket } from '../support/socket.ts'
import { Visitor } from '../support/visitor.ts'
import { deactivate } from './people.ts'

const server = testServer()

const encode = (pair: string) => Buffer.from(pair).toString('base64')
const basic = (address: string, key: string) => `Basic ${encode(`${address}:${key}`)}`

interface Failure {
  readonly title: string
  readonly authorization: (people: Cast) => string | Promise<string>
  readonly code: string
  readonly status: number
  readonly message: string | RegExp
}

const failures: Failure[] = [
  {
    title: 'a header of another scheme',
    authorization: () => 'Digest username="ann"',
    code: 'BAD_REQUEST',
    status: 400,
    message: 'requires HTTP basic authentication',
  },
  {
    title: 'a pair without a colon',
    authorization: ({ ann }) => `Basic ${encode(ann.identity.apiKey)}`,
    code: 'UNAUTHORIZED',
    status: 401,
    message: /./,
  },
  {
    title: 'a pair with two colons',
    authorization: ({ ann }) => basic(ann.email, `${ann.identity.apiKey}:`),
    code: 'UNAUTHORIZED',
    status: 401,
    message: /./,
  },
  {
    title: 'no pair at all',
    authorization: () => 'Basic',
    code: 'UNAUTHORIZED',
    status: 401,
    message: /./,
  },
  {
    title: 'a malformed key',
    authorization: ({ ann }) => basic(ann.email, 'too-short'),
    code: 'INVALID_API_KEY',
    status: 401,
    message: 'Malformed API key',
  },
  {
    title: 'an unknown key',
    authorization: ({ ann }) => basic(ann.email, 'A'.repeat(32)),
    code: 'INVALID_API_KEY',
    status: 401,
    message: 'Invalid API key',
  },
  {
    title: 'the key of another address',
    authorization: ({ ann, ben }) => basic(ben.email, ann.identity.apiKey),
    code: 'INVALID_API_KEY',
    status: 401,
    message: 'Invalid API key',
  },
  {
    title: 'the key of an address that nobody has',
    authorization: ({ ann }) => basic('nobody@parley.example', ann.identity.apiKey),
    code: 'INVALID_API_KEY',
    status: 401,
    message: 'Invalid API key',
  },
  {
    title: 'a deactivated account',
    authorization: async ({ ben }) => {
      await deactivate(server, 'user', ben.id)
      return basic(ben.email, ben.identity.apiKey)
    },
    code: 'USER_DEACTIVATED',
    status: 401,
    message: 'Account is deactivated',
  },
  {
    title: 'a deactivated organization',
    authorization: async ({ ann, organizationId }) => {
      await deactivate(server, 'organization', organizationId)
      return basic(ann.email, ann.identity.apiKey)
    },
    code: 'REALM_DEACTIVATED',
    status: 401,
    message: 'This organization has been deactivated',
  },
  {
    title: 'an account of another organization',
    authorization: async () => {
      const { ann: stranger } = await cast(server)
      return basic(stranger.email, stranger.identity.apiKey)
    },
    code: 'UNAUTHORIZED',
    status: 401,
    message: 'Account is not associated with this subdomain',
  },
]

describe.each(failures)('$title', ({ authorization, code, status, message }) => {
  it('is refused over REST, before parameters are looked at', async () => {
    const people = await cast(server)
    const visitor = new Visitor({ port: server.port, host: people.host }, await authorization(people))
    const request = visitor.get('users', { user_ids: 'nonsense' })
    await request.fails(code, message, status)
    const { headers } = await request
    expect(headers['www-authenticate']).toBe(status === 401 ? 'Basic realm="zulip"' : undefined)
  })

  it('is refused over GraphQL, with the code of the error', async () => {
    const people = await cast(server)
    const visitor = new Visitor({ port: server.port, host: people.host }, await authorization(people))
    const { data, errors } = await visitor.graphqlResult('{ organization { name } }')
    expect(data ?? null).toBeNull()
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ extensions: { code, status } })
    expect(errors[0].message).toMatch(message)
  })

  it('closes a websocket', async () => {
    const people = await cast(server)
    const visitor = new Visitor({ port: server.port, host: people.host }, await authorization(people))
    const client = openSocket(visitor)
    const values = client.iterate({ query: '{ organization { name } }' })
    await expect(values.next()).rejects.toMatchObject({ code: 4403 })
    await client.dispose()
  })
})

describe('without credentials', () => {
  it('REST asks for them', async () => {
    const { host } = await cast(server)
    const visitor = new Visitor({ port: server.port, host })
    const request = visitor.get('users/me')
    await request.fails('UNAUTHORIZED', 'Not logged in', 401)
    expect((await request).headers['www-authenticate']).toBe('Basic realm="zulip"')
  })

  it('GraphQL shows what is for everybody, over HTTP and websockets', async () => {
    const { host } = await cast(server)
    const visitor = new Visitor({ port: server.port, host })
    expect(await visitor.graphql('{ viewer { databaseId } organization { name } }')).toEqual({
      viewer: null,
      organization: { name: 'Test' },
    })
    const client = openSocket(visitor)
    const { value } = await client.iterate({ query: '{ viewer { databaseId } }' }).next()
    expect(value).toEqual({ data: { viewer: null } })
    await client.dispose()
  })

  it('a host of no organization is told so', async () => {
    await cast(server)
    const { publicUrl } = server.core.config
    const host = `nowhere.${new URL(publicUrl).host}`
    const visitor = new Visitor({ port: server.port, host })
    const { errors } = await visitor.graphqlResult('{ organization { name } }')
    expect(errors[0].extensions).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN', status: 404 })
    await visitor
      .post('fetch_api_key', { username: 'ann@parley.example', password: 'anything' })
      .fails('NONEXISTENT_SUBDOMAIN', /./, 404)
  })
})

describe('an incoming-webhook bot', () => {
  const refusal = 'Incoming-webhook bots may only send messages'

  it('sends messages', async () => {
    const { ann, person, general } = await cast(server)
    const hook = await person({ fullName: 'Hook', bot: { owner: ann, type: 2 } })
    await hook
      .post('messages', { type: 'stream', to: [general], topic: 'builds', content: 'Green.' })
      .succeeds()
    const { sendMessage } = await hook.graphql(
      `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { messageDatabaseId } }`,
      { input: { channel: { channelDatabaseId: general, topic: 'builds' }, content: 'Still green.' } },
    )
    expect(sendMessage.messageDatabaseId).toBeGreaterThan(0)
  })

  it('may do nothing else over REST, and is told so before parameters are looked at', async () => {
    const { ann, person } = await cast(server)
    const hook = await person({ fullName: 'Hook', bot: { owner: ann, type: 2 } })
    const request = hook.get('users', { user_ids: 'nonsense' })
    await request.fails('UNAUTHORIZED', refusal, 401)
    expect((await request).headers['www-authenticate']).toBe('Basic realm="zulip"')
    await hook.post('register').fails('UNAUTHORIZED', refusal, 401)
    await hook
      .get('messages', { anchor: 'newest', num_before: 1, num_after: 0 })
      .fails('UNAUTHORIZED', refusal, 401)
  })

  it('may do nothing else in GraphQL', async () => {
    const { ann, person } = await cast(server)
    const hook = await person({ fullName: 'Hook', bot: { owner: ann, type: 2 } })
    expect(await hook.graphql('{ viewer { isIncomingWebhook } }')).toEqual({
      viewer: { isIncomingWebhook: true },
    })
    const { errors } = await hook.graphqlResult('{ users { fullName } }')
    expect(errors[0]).toMatchObject({ message: refusal, extensions: { code: 'UNAUTHORIZED', status: 401 } })
  })
})

describe('with the right key', () => {
  it('the case of the address and white space around both do not matter', async () => {
    const { ann, host } = await cast(server)
    const visitor = new Visitor(
      { port: server.port, host },
      basic(` ${ann.email.toUpperCase()} `, ` ${ann.identity.apiKey} `),
    )
    expect((await visitor.get('users/me').succeeds()).user_id).toBe(ann.id)
  })

  it('the real address is the user name whoever may see it', async () => {
    const { person } = await cast(server)
    const shy = await person({ emailAddressVisibility: 4 })
    expect((await shy.get('users/me').succeeds()).user_id).toBe(shy.id)
    const { email } = await shy.get('users/me').succeeds()
    const visitor = new Visitor(shy.identity, basic(email, shy.identity.apiKey))
    await visitor.get('users/me').fails('INVALID_API_KEY', 'Invalid API key', 401)
  })

  it('GraphQL takes it as a Bearer token too, REST does not', async () => {
    const { ann, host } = await cast(server)
    const visitor = new Visitor({ port: server.port, host }, `Bearer ${ann.identity.apiKey}`)
    expect(await visitor.graphql('{ viewer { databaseId } }')).toEqual({ viewer: { databaseId: ann.id } })
    await visitor.get('users/me').fails('BAD_REQUEST', 'requires HTTP basic authentication')
    const client = openSocket(visitor)
    const { value } = await client.iterate({ query: '{ viewer { databaseId } }' }).next()
    expect(value).toEqual({ data: { viewer: { databaseId: ann.id } } })
    await client.dispose()
  })
})
