import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
let people: Cast
let visitor: Visitor

beforeEach(async () => {
  people = await cast(server)
  visitor = new Visitor({ port: server.port, host: people.host })
})

async function open(channelId = people.general): Promise<void> {
  await server.core.db.query(sql`
    UPDATE organization SET settings = settings || '{"enableSpectatorAccess": true}'::jsonb
    WHERE id = ${people.organizationId}`)
  await server.core.db.query(sql`UPDATE channel SET is_web_public = true WHERE id = ${channelId}`)
}

const ids = (channels: { stream_id: number }[]) => channels.map(({ stream_id }) => stream_id)

describe('POST /register without credentials', () => {
  it('answers a snapshot and no queue where a channel is open to visitors', async () => {
    await open()
    const body = await visitor.post('register').succeeds()
    expect(body).toMatchObject({
      queue_id: null,
      last_event_id: -1,
      zulip_feature_level: 500,
      realm_name: 'Test',
    })
    expect(body).not.toHaveProperty('idle_queue_timeout_secs')
    expect(ids(body.streams)).toEqual([people.general])
    expect(ids(body.never_subscribed)).toEqual([people.general])
    expect(body).toMatchObject({ subscriptions: [], unsubscribed: [], max_message_id: -1 })
  })

  it('tells nothing of people and of settings that are somebody’s own', async () => {
    await open()
    const body = await visitor.post('register').succeeds()
    expect(
      Object.keys(body).filter((name) => /user_settings|realm_users|user_id|email$|starred/.test(name)),
    ).toEqual([])
    expect(JSON.stringify(body)).not.toContain(people.ann.email)
  })

  it('answers what is asked for', async () => {
    await open()
    const body = await visitor.post('register', { fetch_event_types: ['stream', 'nothing'] }).succeeds()
    expect(body).not.toHaveProperty('realm_name')
    expect(ids(body.streams)).toEqual([people.general])
    expect(await visitor.post('register', { event_types: ['message'] }).succeeds()).not.toHaveProperty(
      'streams',
    )
  })

  it('refuses what visitors may not ask for', async () => {
    await open()
    await visitor.post('register', { client_gravatar: true }).fails('BAD_REQUEST', /client_gravatar/)
    await visitor
      .post('register', { include_subscribers: 'true' })
      .fails('BAD_REQUEST', /include_subscribers/)
    await visitor.post('register', { client_gravatar: false, include_subscribers: 'false' }).succeeds()
    await visitor.post('register', { client_gravatar: 'maybe' }).fails('BAD_REQUEST', /client_gravatar/)
  })

  it('is refused where nothing is open: not allowed, no such channel, or an archived one', async () => {
    const refused = () => visitor.post('register').fails('UNAUTHORIZED', /Not logged in/, 401)
    await refused()
    await open()
    await server.core.db.query(sql`UPDATE channel SET is_archived = true WHERE id = ${people.general}`)
    await refused()
    await server.core.db.query(sql`UPDATE channel SET is_archived = false WHERE id = ${people.general}`)
    await visitor.post('register').succeeds()
    await server.core.db.query(
      sql`UPDATE organization SET settings = '{}' WHERE id = ${people.organizationId}`,
    )
    await refused()
  })

  it('does not take wrong credentials for none', async () => {
    await open()
    const wrong = new Visitor(
      { port: server.port, host: people.host },
      `Basic ${Buffer.from('x@y.example:z').toString('base64')}`,
    )
    await wrong.post('register').fails('INVALID_API_KEY', undefined, 401)
  })

  it('does not poll', async () => {
    await open()
    await visitor.get('events', { dont_block: true }).fails('UNAUTHORIZED', undefined, 401)
  })
})

describe('POST /register with credentials', () => {
  it('takes client_gravatar and include_subscribers as ever', async () => {
    const body = await people.ann
      .post('register', { include_subscribers: 'true', client_gravatar: true })
      .succeeds()
    expect(body.queue_id).toEqual(expect.any(String))
    expect(body.subscriptions[0]).toHaveProperty('subscribers')
  })

  it('has the gates whose nouns exist, and of the others nothing', async () => {
    const gates = [
      'default_stream_groups',
      'default_streams',
      'realm_user_groups',
      'user_settings',
      'realm_user_settings_defaults',
      'starred_messages',
    ]
    const body = await people.ann.post('register', { fetch_event_types: [...gates, 'drafts'] }).succeeds()
    expect(body.realm_default_streams).toEqual([people.general, people.sandbox])
    expect(body.realm_default_stream_groups).toEqual([])
    expect(body.starred_messages).toEqual([])
    expect(body.user_settings).toMatchObject({
      timezone: '',
      email_address_visibility: 1,
      notification_sound: 'zulip',
    })
    expect(body.realm_user_settings_defaults).not.toHaveProperty('timezone')
    expect(body.receives_typing_notifications).toBe(true)
    expect(body).not.toHaveProperty('drafts')
    const groups: {
      name: string
      members: number[]
      is_system_group: boolean
      direct_subgroup_ids: number[]
    }[] = body.realm_user_groups
    expect(groups).toHaveLength(8)
    const named = (name: string) => groups.find((group) => group.name === name)
    expect(named('role:administrators')).toMatchObject({ members: [people.admin.id], is_system_group: true })
    expect(named('role:everyone')?.members).toEqual([people.guest.id])
    expect(named('role:nobody')).toMatchObject({ members: [], direct_subgroup_ids: [] })
  })

  it('shows no default channels to guests', async () => {
    const body = await people.guest.post('register', { fetch_event_types: ['default_streams'] }).succeeds()
    expect(body.realm_default_streams).toEqual([])
  })
})
