import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { archiveOn, namesOf } from '../channels/support.ts'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const archive = archiveOn(server)

/** Adds members to a channel, the first of them active, the others not for a month. */
async function addSubscribers(organizationId: number, channelId: number, count: number): Promise<number[]> {
  const rows = await server.core.db.query<{ id: number }>(sql`
    WITH added AS (
      INSERT INTO "user" (organization_id, delivery_email, full_name, last_active_at)
      SELECT ${organizationId}, 'extra' || n || '@parley.example', 'Extra ' || n,
        now() - CASE WHEN n = 1 THEN interval '0' ELSE interval '30 days' END
      FROM generate_series(1, ${count}) n RETURNING id
    ), subscribed AS (
      INSERT INTO subscription (user_id, channel_id) SELECT id, ${channelId} FROM added
    ), counted AS (
      UPDATE channel SET subscriber_count = subscriber_count + ${count} WHERE id = ${channelId}
    )
    SELECT id FROM added ORDER BY id`)
  return rows.map(({ id }) => id)
}

describe('GET /users/me/subscriptions', () => {
  it('lists what the caller is subscribed to, with personal settings and without archived channels', async () => {
    const { ann, general, sandbox } = await cast(server)
    await archive(sandbox)
    await server.core.db.query(sql`
      UPDATE subscription SET is_muted = true, pin_to_top = true, push_notifications = false
      WHERE user_id = ${ann.id} AND channel_id = ${general}`)
    const { subscriptions } = await ann.get('users/me/subscriptions').succeeds()
    const { stream } = await ann.get(`streams/${general}`).succeeds()
    expect(subscriptions).toEqual([
      {
        ...stream,
        color: '#c2c2c2',
        is_muted: true,
        in_home_view: false,
        pin_to_top: true,
        push_notifications: false,
        desktop_notifications: null,
        audible_notifications: null,
        email_notifications: null,
        wildcard_mentions_notify: null,
      },
    ])
  })

  it('lists subscribers when asked: all, or of large channels the more important', async () => {
    const { ann, bot, organizationId, general, sandbox } = await cast(server)
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [bot.id] })
      .succeeds()
    const extra = await addSubscribers(organizationId, general, 260)
    const ask = async (include_subscribers: string) => {
      const { subscriptions } = await ann.get('users/me/subscriptions', { include_subscribers }).succeeds()
      return subscriptions
    }
    const of = (list: { stream_id: number }[], id: number) =>
      list.find((one) => one.stream_id === id) as never as {
        subscribers?: number[]
        partial_subscribers?: number[]
      }
    const complete = await ask('true')
    expect(of(complete, general).subscribers).toEqual(expect.arrayContaining(extra))
    const partial = await ask('partial')
    expect(of(partial, sandbox).subscribers).toHaveLength(5)
    expect(of(partial, general)).not.toHaveProperty('subscribers')
    expect(of(partial, general).partial_subscribers).toEqual(
      expect.arrayContaining([ann.id, bot.id, extra[0]]),
    )
    expect(of(partial, general).partial_subscribers).not.toContain(extra[1])
    await ann
      .get('users/me/subscriptions', { include_subscribers: 'some' })
      .fails('BAD_REQUEST', 'Invalid include_subscribers')
  })
})

describe('POST /register', () => {
  it('sorts channels into subscribed, left and never subscribed, as far as they are visible', async () => {
    const { ann, ben, admin, guest } = await cast(server)
    const create = (name: string, more: Record<string, unknown> = {}) =>
      ann.post('channels/create', { name, subscribers: [ann.id, ben.id], ...more }).succeeds()
    await create('left')
    await create('left for good', { invite_only: true })
    const { id } = await create('archived')
    await archive(id)
    await ben.delete('users/me/subscriptions', { subscriptions: ['left', 'left for good'] }).succeeds()
    const snapshot = async (person: typeof ann, capabilities = {}) => {
      const parameters = { client_capabilities: capabilities }
      const { registered } = await register(person, ['stream', 'subscription'], parameters)
      const { streams, subscriptions, unsubscribed, never_subscribed } = registered
      return [streams, subscriptions, unsubscribed, never_subscribed].map(namesOf)
    }
    expect(await snapshot(ben)).toEqual([
      ['general', 'left', 'sandbox'],
      ['general', 'sandbox'],
      ['left'],
      [],
    ])
    expect(await snapshot(ben, { archived_channels: true })).toEqual([
      ['archived', 'general', 'left', 'sandbox'],
      ['archived', 'general', 'sandbox'],
      ['left'],
      [],
    ])
    expect(await snapshot(admin)).toEqual([
      ['general', 'left', 'left for good', 'sandbox'],
      ['general', 'sandbox'],
      [],
      ['left', 'left for good'],
    ])
    expect(await snapshot(guest)).toEqual([[], [], [], []])
  })

  it('writes inherited settings out for clients that know no null, and lists subscribers when asked', async () => {
    const { ann } = await cast(server)
    await server.core.db.query(sql`
      UPDATE "user" SET settings = '{"enableChannelPushNotifications": true}' WHERE id = ${ann.id}`)
    const first = async (parameters: Record<string, unknown>) =>
      (await register(ann, ['subscription'], parameters)).registered.subscriptions[0]
    expect(await first({})).toMatchObject({ push_notifications: true, wildcard_mentions_notify: true })
    expect(await first({})).not.toHaveProperty('subscribers')
    const aware = {
      client_capabilities: { notification_settings_null: true },
      include_subscribers: 'partial',
    }
    expect(await first(aware)).toMatchObject({
      push_notifications: null,
      wildcard_mentions_notify: null,
      subscribers: expect.arrayContaining([ann.id]),
    })
  })

  it('sends each share under its gate only', async () => {
    const { ann } = await cast(server)
    const streams = await register(ann, ['stream'])
    expect(streams.registered).toHaveProperty('streams')
    expect(streams.registered).not.toHaveProperty('subscriptions')
    const subscriptions = await register(ann, ['subscription'])
    expect(subscriptions.registered).not.toHaveProperty('streams')
    expect(subscriptions.registered).toHaveProperty('never_subscribed')
  })
})
