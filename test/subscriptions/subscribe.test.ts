import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { archiveOn, followChannels, namesOf, setPermissionOn, systemGroupOn } from '../channels/support.ts'
import { cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
const setPermission = setPermissionOn(server)
const archive = archiveOn(server)

const names = (...channels: string[]) => channels.map((name) => ({ name }))

async function create(person: Person, name: string, more: Record<string, unknown> = {}): Promise<number> {
  return (await person.post('channels/create', { name, subscribers: [person.id], ...more }).succeeds()).id
}

describe('POST /users/me/subscriptions', () => {
  it('subscribes the caller, by name without regard to case, and says what was so already', async () => {
    const { ann, ben } = await cast(server)
    await create(ben, 'Plans')
    const subscriptions = names('pLANS', 'general')
    expect(await ann.post('users/me/subscriptions', { subscriptions }).succeeds()).toEqual({
      result: 'success',
      msg: '',
      subscribed: { [ann.id]: ['Plans'] },
      already_subscribed: { [ann.id]: ['general'] },
      new_subscription_messages_sent: true,
    })
    const again = await ann
      .post('users/me/subscriptions', { subscriptions, send_new_subscription_messages: false })
      .succeeds()
    expect(again).toMatchObject({ subscribed: {}, already_subscribed: { [ann.id]: expect.any(Array) } })
    expect(again).not.toHaveProperty('new_subscription_messages_sent')
  })

  it('tells the subscriber the whole channel and the others of a peer', async () => {
    const { ann, ben, guest, admin } = await cast(server)
    const id = await create(ben, 'Plans')
    const queues = await Promise.all(
      [ann, ben, admin, guest].map((person) => register(person, ['stream', 'subscription'])),
    )
    await ann.post('users/me/subscriptions', { subscriptions: names('Plans') }).succeeds()
    const { stream } = await ann.get(`streams/${id}`).succeeds()
    expect(stream.subscriber_count).toBe(2)
    await queues[0]?.receives({
      type: 'subscription',
      op: 'add',
      subscriptions: [
        {
          ...stream,
          subscribers: [ann.id, ben.id],
          color: expect.stringMatching(/^#[0-9a-f]{6}$/),
          is_muted: false,
          in_home_view: true,
          pin_to_top: false,
          desktop_notifications: false,
          audible_notifications: false,
          push_notifications: false,
          email_notifications: false,
          wildcard_mentions_notify: true,
        },
      ],
    })
    const peer = { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [ann.id] }
    await queues[1]?.receives(peer)
    await queues[2]?.receives(peer)
    await queues[3]?.receivesNothing()
  })

  it('makes what does not exist, with the settings and each description', async () => {
    const { ann, ben } = await cast(server)
    await create(ben, 'Here already', { description: 'stays' })
    await ann
      .post('users/me/subscriptions', {
        subscriptions: [
          { name: 'New one', description: 'first\nof two' },
          { name: 'New two' },
          { name: 'Here already', description: 'ignored' },
        ],
        topics_policy: 'empty_topic_only',
        can_subscribe_group: await systemGroup(ann.id, 'role:moderators'),
      })
      .succeeds()
    const { streams } = await ann.get('streams').succeeds()
    const find = (name: string) => streams.find((stream: { name: string }) => stream.name === name)
    expect(find('New one')).toMatchObject({
      description: 'first of two',
      topics_policy: 'empty_topic_only',
      creator_id: ann.id,
      can_subscribe_group: await systemGroup(ann.id, 'role:moderators'),
      subscriber_count: 1,
    })
    expect(find('New two')).toMatchObject({ description: '', creator_id: ann.id })
    expect(find('Here already')).toMatchObject({ description: 'stays', topics_policy: 'inherit' })
  })

  it('takes a name that comes twice in one request for one channel', async () => {
    const { ann } = await cast(server)
    const body = await ann
      .post('users/me/subscriptions', { subscriptions: names('Twice', 'TWICE ') })
      .succeeds()
    expect(body.subscribed).toEqual({ [ann.id]: ['Twice'] })
  })

  it('subscribes others by id and by address, and tells them in a direct message', async () => {
    const { ann, ben, moderator, person } = await cast(server)
    const hidden = await person({ fullName: 'Hidden', emailAddressVisibility: 4 })
    const { email: dummy } = (await ann.get(`users/${hidden.id}`).succeeds()).user
    const id = await create(ann, 'Team')
    const queue = await register(ben, ['message'], { apply_markdown: true })
    const byId = await ann
      .post('users/me/subscriptions', { subscriptions: names('Team'), principals: [ben.id, ann.id] })
      .succeeds()
    expect(byId).toMatchObject({
      subscribed: { [ben.id]: ['Team'] },
      already_subscribed: { [ann.id]: ['Team'] },
      new_subscription_messages_sent: true,
    })
    const [event] = await queue.take()
    expect(event?.message).toMatchObject({
      type: 'private',
      sender_email: 'notification-bot@zulip.com',
      content: expect.stringContaining(`data-stream-id="${id}"`),
    })
    expect(event?.message.content).toContain('Ann Lee')
    const byAddress = await ann
      .post('users/me/subscriptions', {
        subscriptions: names('Team'),
        principals: [moderator.email.toUpperCase(), dummy],
      })
      .succeeds()
    expect(byAddress.subscribed).toEqual({ [moderator.id]: ['Team'], [hidden.id]: ['Team'] })
    await ann
      .post('users/me/subscriptions', { subscriptions: names('Team'), principals: [hidden.email] })
      .fails('BAD_REQUEST', /Invalid email/)
  })

  it('sends no such messages for new channels, to oneself, when not asked, or to more than 100', async () => {
    const { ann, ben, admin, organizationId } = await cast(server)
    const queue = await register(ben, ['message'])
    const own = await register(ann, ['message'])
    await ann
      .post('users/me/subscriptions', { subscriptions: names('Fresh'), principals: [ben.id] })
      .succeeds()
    await create(admin, 'Old')
    await ann.post('users/me/subscriptions', { subscriptions: names('Old') }).succeeds()
    await ann
      .post('users/me/subscriptions', {
        subscriptions: names('Old'),
        principals: [ben.id],
        send_new_subscription_messages: false,
      })
      .succeeds()
    await create(admin, 'Large')
    const many = await addUsers(organizationId, 101)
    const body = await admin
      .post('users/me/subscriptions', { subscriptions: names('Large'), principals: [...many, ben.id] })
      .succeeds()
    expect(body.new_subscription_messages_sent).toBe(false)
    expect(Object.keys(body.subscribed)).toHaveLength(102)
    await queue.receivesNothing()
    await own.receivesNothing()
  })

  it('makes new public channels known when asked, and no private ones', async () => {
    const { ann, ben, general } = await cast(server)
    const queue = await register(ben, ['message'])
    await ann.post('users/me/subscriptions', { subscriptions: names('Quiet') }).succeeds()
    await ann
      .post('users/me/subscriptions', { subscriptions: names('Hush'), announce: true, invite_only: true })
      .succeeds()
    await queue.receivesNothing()
    await ann
      .post('users/me/subscriptions', { subscriptions: names('Loud', 'Louder'), announce: true })
      .succeeds()
    const [event] = await queue.take()
    expect(event?.message).toMatchObject({ stream_id: general, subject: 'new channels' })
    expect(event?.message.content).toMatch(/#\*\*Loud\*\*\n\* #\*\*Louder\*\*/)
    await ann.post('channels/create', { name: 'Third', subscribers: [], announce: true }).succeeds()
    expect((await queue.take())[0]?.message.content).toContain('#**Third**')
  })

  it('notes in a new channel who made it, where the organization wants that', async () => {
    const { ann, organizationId } = await cast(server)
    await server.core.db.query(sql`
      UPDATE organization SET settings = settings || '{"sendChannelEventsMessages": true}' WHERE id = ${organizationId}`)
    const queue = await register(ann, ['message', 'subscription'])
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'Noted', description: 'For notes' }] })
      .succeeds()
    const events = await queue.take()
    expect(events.map((event) => event.type)).toEqual(['subscription', 'message'])
    expect(events[1]?.message).toMatchObject({ display_recipient: 'Noted', subject: 'channel events' })
    expect(events[1]?.message.content).toContain('For notes')
  })

  it('refuses a principal who does not exist or is deactivated', async () => {
    const { ann, ben } = await cast(server)
    const { ann: stranger } = await cast(server)
    const post = (principals: unknown) =>
      ann.post('users/me/subscriptions', { subscriptions: names('general'), principals })
    await post([3_000_000_000]).fails('BAD_REQUEST', /principals\[0\] is too large/)
    await post([stranger.id]).fails('BAD_REQUEST', `Invalid user ID: ${stranger.id}`)
    await post(['nobody@parley.example']).fails('BAD_REQUEST', /Invalid email/)
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${ben.id}`)
    await post([ben.id]).fails('BAD_REQUEST', /deactivated/)
    await post([ben.email]).fails('BAD_REQUEST', /deactivated/)
    await post([ann.id, 'ann@parley.example']).fails('BAD_REQUEST', /principals/)
  })

  it('refuses wrong parameters', async () => {
    const { ann } = await cast(server)
    const post = (subscriptions: unknown, more = {}) =>
      ann.post('users/me/subscriptions', { subscriptions, ...more })
    await ann.post('users/me/subscriptions').fails('REQUEST_VARIABLE_MISSING', /'subscriptions'/)
    await post('general').fails('BAD_REQUEST', 'subscriptions is not valid JSON')
    await post(['general']).fails('BAD_REQUEST', 'subscriptions[0] is not a dict')
    await post([{}]).fails('BAD_REQUEST', 'subscriptions[0]["name"] field is missing')
    await post([{ name: 'x', colour: 1 }]).fails('BAD_REQUEST', /"colour".*unexpected/)
    await post([{ name: ' ' }]).fails('BAD_REQUEST', /cannot be blank/)
    await post([{ name: 'x'.repeat(61) }]).fails('BAD_REQUEST', /\["name"\] is too long \(limit: 60/)
    await post([{ name: 'x', description: 'x'.repeat(1025) }]).fails('BAD_REQUEST', /limit: 1024/)
    await post([{ name: 'x', description: 'a\ud800b' }]).succeeds()
    await post([{ name: 'y', description: 'a\0b' }]).fails('BAD_REQUEST', /null bytes/)
    await post([{ name: 'x' }], { authorization_errors_fatal: 'no' }).fails('BAD_REQUEST')
    await post([{ name: 'y' }], { message_retention_days: 3_000_000_000 }).fails('BAD_REQUEST')
    expect(
      (await post([], { is_announcement_only: true }).succeeds()).ignored_parameters_unsupported,
    ).toEqual(['is_announcement_only'])
  })

  it('keeps private channels to those who may join, refusing all or leaving out', async () => {
    const { ann, ben, moderator } = await cast(server)
    const id = await create(ann, 'Closed', {
      invite_only: true,
      can_subscribe_group: { direct_members: [moderator.id], direct_subgroups: [] },
    })
    const subscriptions = names('Closed', 'sandbox', 'Brand new')
    await ben
      .post('users/me/subscriptions', { subscriptions })
      .fails('BAD_REQUEST', 'Unable to access channel (Closed).')
    expect(namesOf((await ben.get('streams').succeeds()).streams)).toEqual(['general', 'sandbox'])
    const body = await ben
      .post('users/me/subscriptions', { subscriptions, authorization_errors_fatal: false })
      .succeeds()
    expect(body).toMatchObject({
      unauthorized: ['Closed'],
      subscribed: { [ben.id]: ['Brand new'] },
      already_subscribed: { [ben.id]: ['sandbox'] },
    })
    const client = await followChannels(moderator)
    await moderator.post('users/me/subscriptions', { subscriptions: names('Closed') }).succeeds()
    await client.replayEqualsFreshRegister()
    expect((await ann.get(`streams/${id}/members`).succeeds()).subscribers).toEqual(
      [ann.id, moderator.id].sort((left, right) => left - right),
    )
  })

  it('answers guests alike for channels that exist and that do not', async () => {
    const { ann, guest } = await cast(server)
    await create(ann, 'Hidden')
    for (const name of ['Hidden', 'Nowhere']) {
      await guest
        .post('users/me/subscriptions', { subscriptions: names(name) })
        .fails('BAD_REQUEST', `Unable to access channel (${name}).`)
    }
    const body = await guest
      .post('users/me/subscriptions', {
        subscriptions: names('Nowhere', 'Hidden'),
        authorization_errors_fatal: false,
      })
      .succeeds()
    expect(body).toMatchObject({ subscribed: {}, unauthorized: ['Nowhere', 'Hidden'] })
  })

  it('shows a channel to the guest who is subscribed to it, before the subscription', async () => {
    const { ann, guest, general } = await cast(server)
    const queue = await register(guest, ['stream', 'subscription'])
    await ann
      .post('users/me/subscriptions', { subscriptions: names('general'), principals: [guest.id] })
      .succeeds()
    const events = await queue.take()
    expect(events.map(({ type, op }) => `${type}/${op}`)).toEqual(['stream/create', 'subscription/add'])
    expect(events[0]?.streams[0].stream_id).toBe(general)
  })

  it('lets others be added by the organization’s permission, the channel’s, or its administration', async () => {
    const { owner, ann, ben, moderator, admin, person } = await cast(server)
    await setPermission(ann.id, 'can_add_subscribers_group', 'role:owners')
    await create(ann, 'Open', {
      can_add_subscribers_group: { direct_members: [ben.id], direct_subgroups: [] },
    })
    for (const adder of [owner, ann, ben, admin]) {
      const { id } = await person()
      const body = await adder
        .post('users/me/subscriptions', { subscriptions: names('Open'), principals: [id] })
        .succeeds()
      expect(body.subscribed).toEqual({ [id]: ['Open'] })
    }
    await moderator
      .post('users/me/subscriptions', { subscriptions: names('Open'), principals: [ben.id] })
      .fails('BAD_REQUEST')
    // Administrators administer a private channel, but can't read it.
    await create(ann, 'Shut', { invite_only: true })
    await admin
      .post('users/me/subscriptions', { subscriptions: names('Shut'), principals: [ben.id] })
      .fails('BAD_REQUEST', 'Unable to access channel (Shut).')
  })

  it('changes subscriptions of archived channels, too', async () => {
    const { ann, ben } = await cast(server)
    const id = await create(ann, 'Attic')
    await archive(id)
    const body = await ben.post('users/me/subscriptions', { subscriptions: names('Attic') }).succeeds()
    expect(body.subscribed).toEqual({ [ben.id]: ['Attic'] })
  })

  it('brings back a subscription that was left, with its settings', async () => {
    const { ann } = await cast(server)
    const find = async () =>
      (await ann.get('users/me/subscriptions').succeeds()).subscriptions.find(
        (one: { name: string }) => one.name === 'general',
      )
    await server.core.db.query(sql`
      UPDATE subscription SET is_muted = true, color = '#123456', email_notifications = true
      WHERE user_id = ${ann.id}`)
    const before = await find()
    await ann.delete('users/me/subscriptions', { subscriptions: ['general'] }).succeeds()
    expect(await find()).toBeUndefined()
    await ann.post('users/me/subscriptions', { subscriptions: names('general') }).succeeds()
    expect(await find()).toEqual(before)
  })

  it('colours the first 24 subscriptions differently', async () => {
    const { person } = await cast(server)
    const newcomer = await person({ channels: 'none' })
    const subscriptions = Array.from({ length: 25 }, (_, number) => ({ name: `Channel ${number}` }))
    await newcomer.post('users/me/subscriptions', { subscriptions: subscriptions.slice(0, 3) }).succeeds()
    await newcomer.post('users/me/subscriptions', { subscriptions }).succeeds()
    const { subscriptions: own } = await newcomer.get('users/me/subscriptions').succeeds()
    const colors = own.map((one: { color: string }) => one.color)
    expect(colors).toHaveLength(25)
    expect(new Set(colors)).toHaveProperty('size', 24)
  })

  it('keeps everybody’s copy equal to a fresh snapshot', async () => {
    const { ann, ben, admin, guest } = await cast(server)
    await create(ann, 'Private', { invite_only: true })
    const clients = await Promise.all([ann, ben, admin, guest].map(followChannels))
    await ann
      .post('users/me/subscriptions', {
        subscriptions: names('Private', 'sandbox'),
        principals: [ben.id, guest.id],
      })
      .succeeds()
    await ben.post('users/me/subscriptions', { subscriptions: names('Made by Ben', 'Another') }).succeeds()
    for (const client of clients) await client.replayEqualsFreshRegister()
    await ann
      .delete('users/me/subscriptions', { subscriptions: ['Private', 'sandbox'], principals: [ann.id] })
      .succeeds()
    await admin
      .delete('users/me/subscriptions', {
        subscriptions: ['Private', 'sandbox'],
        principals: [ben.id, guest.id],
      })
      .succeeds()
    for (const client of clients) await client.replayEqualsFreshRegister()
  })

  describe.runIf(onPostgres)('at once', () => {
    it('counts 32 subscribers right, and tells each one', async () => {
      const { ann, person } = await cast(server)
      const id = await create(ann, 'Crowd')
      const watcher = await followChannels(ann)
      const people: Person[] = []
      while (people.length < 32) people.push(await person({ channels: 'none' }))
      await Promise.all(
        people.map((one) => one.post('users/me/subscriptions', { subscriptions: names('Crowd') }).succeeds()),
      )
      expect((await ann.get(`streams/${id}`).succeeds()).stream.subscriber_count).toBe(33)
      await Promise.all(
        people.map((one, index) =>
          index % 2 === 0
            ? one.delete('users/me/subscriptions', { subscriptions: ['Crowd'] }).succeeds()
            : one.post('users/me/subscriptions', { subscriptions: names('Crowd') }).succeeds(),
        ),
      )
      expect((await ann.get(`streams/${id}`).succeeds()).stream.subscriber_count).toBe(17)
      await watcher.replayEqualsFreshRegister()
    }, 120_000)

    it('makes one channel of a name that many want', async () => {
      const { ann, ben, moderator, admin } = await cast(server)
      const people = [ann, ben, moderator, admin]
      const bodies = await Promise.all(
        people.map((one) =>
          one.post('users/me/subscriptions', { subscriptions: names('One', 'Two') }).succeeds(),
        ),
      )
      expect(bodies.map((body, index) => body.subscribed[people[index]?.id ?? 0]?.sort())).toEqual(
        people.map(() => ['One', 'Two']),
      )
      const { streams } = await ann.get('streams').succeeds()
      expect(namesOf(streams)).toEqual(['One', 'Two', 'general', 'sandbox'])
      expect(streams.find((one: { name: string }) => one.name === 'One').subscriber_count).toBe(4)
    })
  })
})

describe('subscribe', () => {
  it('does the same over GraphQL, by id as well', async () => {
    const { ann, ben, guest } = await cast(server)
    const id = await create(ben, 'Graph')
    const secret = await create(ben, 'Secret', { invite_only: true })
    const mutation = `mutation ($input: SubscribeInput!) {
      subscribe(input: $input) {
        users { user { fullName } subscribed { name subscriberCount viewerSubscription { isActive } } }
        created { name }
      }
    }`
    const input = { channelDatabaseIds: [id], channels: [{ name: 'Made' }] }
    const { subscribe } = await ann.graphql(mutation, { input })
    expect(subscribe).toEqual({
      users: [
        {
          user: { fullName: 'Ann Lee' },
          subscribed: [
            { name: 'Graph', subscriberCount: 2, viewerSubscription: { isActive: true } },
            { name: 'Made', subscriberCount: 1, viewerSubscription: { isActive: true } },
          ],
        },
      ],
      created: [{ name: 'Made' }],
    })
    for (const channelDatabaseIds of [[secret], [2_000_000_000]]) {
      await expect(ann.graphql(mutation, { input: { channelDatabaseIds } })).rejects.toMatchObject({
        message: 'Invalid channel ID',
        code: 'BAD_REQUEST',
      })
    }
    await expect(guest.graphql(mutation, { input: { channelDatabaseIds: [id] } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

/** Adds members without keys. */
async function addUsers(organizationId: number, count: number): Promise<number[]> {
  const rows = await server.core.db.query<{ id: number }>(sql`
    INSERT INTO "user" (organization_id, delivery_email, full_name)
    SELECT ${organizationId}, 'extra' || n || '@parley.example', 'Extra ' || n FROM generate_series(1, ${count}) n
    RETURNING id`)
  return rows.map(({ id }) => id)
}
