import { beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { readConfig } from '../../src/config.ts'
import { subdomainOf } from '../../src/organizations/find-organization.ts'
import { type Cast, cast } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { type TestServer, testServer } from '../support/server.ts'

const server = testServer()
const behindProxy = testServer({ PARLEY_TRUST_PROXY: 'true' })

/** Who answers under these headers, over REST and over GraphQL: must be the same. */
async function organizationAt({ port }: TestServer, headers: Record<string, string>) {
  const rest = await send(port, 'GET', '/api/v1/server_settings', headers)
  const query = JSON.stringify({ query: '{ organization { url } }' })
  const type = { 'content-type': 'application/json' }
  const graphql = JSON.parse((await send(port, 'POST', '/graphql', { ...headers, ...type }, query)).text)
  const { code, realm_url: url } = JSON.parse(rest.text)
  expect(graphql.errors?.[0]?.extensions.code ?? graphql.data.organization.url).toBe(code ?? url)
  return code ?? url
}

describe('the host name of a request', () => {
  let one: Cast
  let other: Cast
  beforeEach(async () => {
    one = await cast(server)
    other = await cast(server)
  })

  it('selects the organization, whatever its port and case', async () => {
    expect(await organizationAt(server, { host: one.host })).toBe(`http://${one.host}`)
    expect(await organizationAt(server, { host: other.host })).toBe(`http://${other.host}`)
    expect(await organizationAt(server, { host: other.host.toUpperCase() })).toBe(`http://${other.host}`)
    expect(await organizationAt(server, { host: other.host.replace(/:\d+$/, ':1234') })).toBe(
      `http://${other.host}`,
    )
    expect(await organizationAt(server, { host: other.host.replace(/:\d+$/, '') })).toBe(
      `http://${other.host}`,
    )
  })

  it('that names no organization is refused', async () => {
    expect(await organizationAt(server, { host: `x${one.host}` })).toBe('NONEXISTENT_SUBDOMAIN')
    expect(await organizationAt(server, { host: `x.${one.host}` })).toBe('NONEXISTENT_SUBDOMAIN')
    expect(await organizationAt(server, { host: 'system.localhost' })).toBe('NONEXISTENT_SUBDOMAIN')
  })

  it('is not overridden by x-forwarded-host without a trusted proxy', async () => {
    expect(await organizationAt(server, { host: one.host, 'x-forwarded-host': other.host })).toBe(
      `http://${one.host}`,
    )
  })

  it('must be that of the account', async () => {
    const { authorization } = one.ann.headers
    const at = async (host: string) => {
      const answer = await send(server.port, 'POST', '/api/v1/register', {
        host,
        authorization: authorization ?? '',
      })
      return [answer.status, JSON.parse(answer.text).code]
    }
    expect((await at(one.host))[0]).toBe(200)
    expect(await at(other.host)).toEqual([401, 'UNAUTHORIZED'])
    expect(await at(`x${one.host}`)).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('x-forwarded-host behind a trusted proxy', () => {
  let people: Cast
  beforeEach(async () => {
    people = await cast(behindProxy)
  })

  it('selects the organization; the first entry counts', async () => {
    const url = `http://${people.host}`
    expect(await organizationAt(behindProxy, { host: 'inner', 'x-forwarded-host': people.host })).toBe(url)
    expect(
      await organizationAt(behindProxy, { host: 'inner', 'x-forwarded-host': `${people.host}, inner` }),
    ).toBe(url)
    expect(await organizationAt(behindProxy, { host: people.host })).toBe(url)
  })

  it.each([
    ['a trusted proxy', true],
    ['anybody else', false],
  ] as const)('of %s on a websocket counts: %s', async (_, counts) => {
    const node = counts ? behindProxy : server
    const { host, ann } = await cast(node)
    const socket = new WebSocket(`ws://127.0.0.1:${node.port}/graphql`, 'graphql-transport-ws', {
      headers: { host: 'nobody.localhost', 'x-forwarded-host': host },
    })
    const outcome = new Promise((resolve) => {
      socket.on('message', (data) => resolve(JSON.parse(String(data)).type))
      socket.on('close', (code) => resolve(code))
    })
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: ann.headers }))
    })
    expect(await outcome).toBe(counts ? 'connection_ack' : 4403)
    socket.terminate()
  })
})

describe('subdomains', () => {
  const configured = readConfig({ PARLEY_URL: 'https://chat.example.com' })
  const unconfigured = readConfig({})

  it.each([
    ['chat.example.com', ''],
    ['chat.example.com:443', ''],
    ['chat.example.com.', ''],
    ['acme.chat.example.com', 'acme'],
    ['a.b.chat.example.com', 'a.b'],
    ['localhost:9991', ''],
    ['127.0.0.1', ''],
    ['[::1]:9991', ''],
  ])('of a configured address: %s is "%s"', (host, subdomain) => {
    expect(subdomainOf(configured, host)).toBe(subdomain)
  })

  it.each(['example.com', 'evilchat.example.com', 'chat.example.com.evil.org', ''])(
    'of a configured address: %j is none of them',
    (host) => {
      expect(() => subdomainOf(configured, host)).toThrow('Invalid subdomain')
    },
  )

  it.each(['localhost:9991', '10.0.0.7:9991', 'chat.lan', ''])(
    'without a configured address: %j is the root organization',
    (host) => {
      expect(subdomainOf(unconfigured, host)).toBe('')
    },
  )
})
