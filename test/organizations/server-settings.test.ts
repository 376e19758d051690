import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { getServerSettings } from '../../rest-facade/organizations/get-server-settings.ts'
import { checkReply } from '../../rest-facade/reply.ts'
import { VERSION } from '../../src/version.ts'
import { type Cast, cast } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const developing = testServer({ PARLEY_MODE: 'development', PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** Asks without credentials; the closed shape of a success is checked. */
async function ask(headers: Record<string, string> = {}, port = server.port, query = '') {
  const answer = await send(port, 'GET', `/api/v1/server_settings${query}`, { host: people.host, ...headers })
  const body = JSON.parse(answer.text)
  if (answer.status === 200) checkReply(getServerSettings, body)
  return { ...answer, body }
}

describe('GET /server_settings', () => {
  it('tells a visitor the version and what a login page shows', async () => {
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      authentication_methods: {
        password: true,
        dev: false,
        email: true,
        ldap: false,
        remoteuser: false,
        github: false,
        azuread: false,
        gitlab: false,
        apple: false,
        google: false,
        saml: false,
        'openid connect': false,
        discord: false,
      },
      external_authentication_methods: [],
      service_feature_level: 500,
      service_version: VERSION,
      service_merge_base: VERSION,
      zulip_feature_level: 500,
      zulip_version: VERSION,
      zulip_merge_base: VERSION,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_uri: `http://${people.host}`,
      realm_url: `http://${people.host}`,
      realm_name: 'Test',
      realm_icon: expect.stringMatching(
        /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon$/,
      ),
      realm_description: '',
      realm_web_public_access_enabled: false,
    })
  })

  it('shows the description as HTML', async () => {
    await server.core.db.query(sql`
      UPDATE organization SET description = 'We *talk*.', rendered_description = '<p>We <em>talk</em>.</p>'
      WHERE id = ${people.organizationId}`)
    expect((await ask()).body.realm_description).toBe('<p>We <em>talk</em>.</p>')
  })

  it('does not even look at credentials', async () => {
    expect((await ask({ authorization: 'Basic nonsense' })).status).toBe(200)
    expect((await ask({ authorization: 'Bearer nonsense' })).status).toBe(200)
    expect((await ask(people.ann.headers)).status).toBe(200)
  })

  it('has no parameters', async () => {
    expect((await ask({}, server.port, '?realm=x')).body.ignored_parameters_unsupported).toEqual(['realm'])
  })

  it.each([
    ['ZulipInvalid/5.0', true],
    ['ZulipInvalid', true],
    ['ZulipMobile/16.2.95 (Android 9)', true],
    ['ZulipMobile/9.0 (Android 9)', true],
    ['ZulipMobile (Android 9)', true],
    ['ZulipMobile/16.2.96 (Android 9)', false],
    ['ZulipMobile/16.10 (Android 9)', false],
    ['ZulipMobile/27.1.2 (Android 14)', false],
    ['ZulipMobile/9.0 (iOS 12)', false],
    ['ZulipFlutter/0.1 (Android 9)', false],
    ['ZulipElectron/5.3.0 Windows', false],
    ['', false],
  ])('finds %s incompatible: %s', async (userAgent, isIncompatible) => {
    expect((await ask({ 'user-agent': userAgent })).body.is_incompatible).toBe(isIncompatible)
  })

  it('answers 404 for a host that names no organization', async () => {
    const { status, body } = await ask({ host: `nobody-${people.host}` })
    expect(status).toBe(404)
    expect(body).toEqual({ result: 'error', msg: 'Invalid subdomain', code: 'NONEXISTENT_SUBDOMAIN' })
  })

  it('answers only GET', async () => {
    const answer = await send(server.port, 'POST', '/api/v1/server_settings', { host: people.host })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })
})

describe('GET /server_settings of a development server', () => {
  beforeEach(async () => {
    people = await cast(developing)
  })

  it('offers keys without passwords', async () => {
    expect((await ask({}, developing.port)).body.authentication_methods).toMatchObject({ dev: true })
  })

  it('tells of web-public access when server and organization allow it and there is such a channel', async () => {
    const access = async () => (await ask({}, developing.port)).body.realm_web_public_access_enabled
    const { db } = developing.core
    await db.query(sql`UPDATE channel SET is_web_public = true WHERE id = ${people.general}`)
    expect(await access()).toBe(false)
    await db.query(sql`
      UPDATE organization SET settings = settings || '{"enableSpectatorAccess": true}'
      WHERE id = ${people.organizationId}`)
    expect(await access()).toBe(true)
    await db.query(sql`UPDATE channel SET is_archived = true WHERE id = ${people.general}`)
    expect(await access()).toBe(false)
  })
})
