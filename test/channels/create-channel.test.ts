import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { followChannels, setPermissionOn, systemGroupOn } from './support.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const systemGroup = systemGroupOn(server)
const setPermission = setPermissionOn(server)

describe('POST /channels/create', () => {
  it('makes a public channel with the declared defaults and subscribes exactly those listed', async () => {
    const { ann, ben } = await cast(server)
    const { id } = await ann
      .post('channels/create', {
        name: ' Design ',
        description: 'Where it\nlooks **good**',
        subscribers: [ben.id],
      })
      .succeeds()

    const { stream } = await ben.get(`streams/${id}`).succeeds()
    const group = (name: string) => systemGroup(ann.id, name)
    expect(stream).toEqual({
      stream_id: id,
      name: 'Design',
      is_archived: false,
      description: 'Where it looks **good**',
      rendered_description: '<p>Where it looks <strong>good</strong></p>',
      date_created: expect.any(Number),
      creator_id: ann.id,
      invite_only: false,
      is_web_public: false,
      stream_post_policy: 1,
      message_retention_days: null,
      default_push_notifications: false,
      history_public_to_subscribers: true,
      topics_policy: 'inherit',
      first_message_id: null,
      folder_id: null,
      is_recently_active: true,
      is_announcement_only: false,
      can_administer_channel_group: { direct_members: [ann.id], direct_subgroups: [] },
      can_add_subscribers_group: await group('role:nobody'),
      can_subscribe_group: await group('role:nobody'),
      can_remove_subscribers_group: await group('role:administrators'),
      can_send_message_group: await group('role:everyone'),
      can_create_topic_group: await group('role:everyone'),
      can_delete_any_message_group: await group('role:nobody'),
      can_delete_own_message_group: await group('role:nobody'),
      can_move_messages_out_of_channel_group: await group('role:nobody'),
      can_move_messages_within_channel_group: await group('role:nobody'),
      can_resolve_topics_group: await group('role:nobody'),
      subscriber_count: 1,
      stream_weekly_traffic: null,
    })
    expect(Math.abs(stream.date_created - Date.now() / 1000)).toBeLessThan(60)
    expect((await ann.get(`streams/${id}/members`).succeeds()).subscribers).toEqual([ben.id])
  })

  it('takes every setting', async () => {
    const { owner, ann, admin } = await cast(server)
    const moderators = await systemGroup(ann.id, 'role:moderators')
    const administrators = await systemGroup(ann.id, 'role:administrators')
    const { id } = await owner
      .post('channels/create', {
        name: 'Everything set',
        subscribers: [owner.id],
        invite_only: true,
        history_public_to_subscribers: true,
        message_retention_days: 30,
        default_push_notifications: true,
        topics_policy: 'disable_empty_topic',
        can_add_subscribers_group: moderators,
        can_administer_channel_group: { direct_members: [ann.id, admin.id], direct_subgroups: [moderators] },
        can_subscribe_group: { direct_members: [], direct_subgroups: [moderators] },
        can_delete_any_message_group: { direct_members: [], direct_subgroups: [] },
        can_send_message_group: administrators,
      })
      .succeeds()
    const { stream } = await owner.get(`streams/${id}`).succeeds()
    expect(stream).toMatchObject({
      invite_only: true,
      history_public_to_subscribers: true,
      message_retention_days: 30,
      default_push_notifications: true,
      topics_policy: 'disable_empty_topic',
      can_add_subscribers_group: moderators,
      can_administer_channel_group: {
        direct_members: [ann.id, admin.id].sort((left, right) => left - right),
        direct_subgroups: [moderators],
      },
      can_subscribe_group: moderators,
      can_delete_any_message_group: await systemGroup(ann.id, 'role:nobody'),
      can_send_message_group: administrators,
      stream_post_policy: 2,
      is_announcement_only: true,
    })
    const { subscriptions } = await owner.get('users/me/subscriptions').succeeds()
    const own = subscriptions.find((one: { stream_id: number }) => one.stream_id === id)
    expect(own).toMatchObject({ push_notifications: true, desktop_notifications: null })
  })

  it('reads retention as a number, as a word and as quoted text', async () => {
    const { owner } = await cast(server)
    const kept = async (name: string, message_retention_days: unknown) => {
      const { id } = await owner
        .post('channels/create', { name, subscribers: [], message_retention_days })
        .succeeds()
      return (await owner.get(`streams/${id}`).succeeds()).stream.message_retention_days
    }
    expect(await kept('a', 'unlimited')).toBe(-1)
    expect(await kept('b', '"realm_default"')).toBe(null)
    expect(await kept('c', 7)).toBe(7)
    for (const wrong of [0, -1]) {
      await owner
        .post('channels/create', { name: 'd', subscribers: [], message_retention_days: wrong })
        .fails('BAD_REQUEST', /message_retention_days/)
    }
  })

  it('makes default channels, and tells non-guests', async () => {
    const { admin, ann, guest, general, sandbox } = await cast(server)
    const [queue, guestQueue] = [
      await register(ann, ['default_streams']),
      await register(guest, ['default_streams']),
    ]
    const { id } = await admin
      .post('channels/create', { name: 'Welcome', subscribers: [], is_default_stream: true })
      .succeeds()
    const default_streams = [general, sandbox, id].sort((left, right) => left - right)
    await queue.receives({ type: 'default_streams', default_streams })
    await guestQueue.receivesNothing()
    const { streams } = await ann.get('streams', { include_public: false, include_default: true }).succeeds()
    expect(streams.map((stream: { stream_id: number }) => stream.stream_id)).toEqual(default_streams)
  })

  it('tells of a public channel: creation to non-guests, the subscription to subscribers, peers to the others', async () => {
    const { ann, ben, moderator, guest } = await cast(server)
    const queues = await Promise.all(
      [ann, ben, moderator, guest].map((person) => register(person, ['stream', 'subscription'])),
    )
    const { id } = await ann
      .post('channels/create', { name: 'Told', subscribers: [ann.id, guest.id] })
      .succeeds()
    const fresh = (await ann.get(`streams/${id}`).succeeds()).stream
    const create = { type: 'stream', op: 'create', streams: [{ ...fresh, subscriber_count: 0 }] }
    const peers = { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [ann.id, guest.id] }
    const add = {
      type: 'subscription',
      op: 'add',
      subscriptions: [
        {
          ...fresh,
          subscriber_count: 2,
          subscribers: [ann.id, guest.id],
          pin_to_top: false,
          is_muted: false,
          in_home_view: true,
          color: expect.stringMatching(/^#[0-9a-f]{6}$/),
          // The queue's client knows no null: what is inherited is sent.
          desktop_notifications: false,
          audible_notifications: false,
          push_notifications: false,
          email_notifications: false,
          wildcard_mentions_notify: true,
        },
      ],
    }
    await queues[0]?.receives(create, add)
    await queues[1]?.receives(create, peers)
    await queues[2]?.receives(create, peers)
    await queues[3]?.receives(create, add)
  })

  it('tells of a private channel subscribers, administrators and holders of the permissions, and nobody else', async () => {
    const { ann, ben, moderator, admin, guest } = await cast(server)
    const people = [ann, ben, moderator, admin, guest]
    const clients = await Promise.all(people.map((person) => followChannels(person)))
    const { id } = await ann
      .post('channels/create', {
        name: 'Secret',
        subscribers: [ann.id],
        invite_only: true,
        can_subscribe_group: { direct_members: [moderator.id], direct_subgroups: [] },
      })
      .succeeds()
    await clients[1]?.receivesNothing()
    await clients[4]?.receivesNothing()
    for (const client of clients) await client.replayEqualsFreshRegister()
    await moderator.get(`streams/${id}`).succeeds()
    await admin.get(`streams/${id}`).succeeds()
    await ben.get(`streams/${id}`).fails('BAD_REQUEST', 'Invalid channel ID')
    await guest.get(`streams/${id}`).fails('BAD_REQUEST', 'Invalid channel ID')
  })

  it('refuses a name in use, without regard to case, and an archived one too', async () => {
    const { ann } = await cast(server)
    const { id } = await ann.post('channels/create', { name: 'Taken', subscribers: [] }).succeeds()
    const body = await ann
      .post('channels/create', { name: 'tAKEN', subscribers: [] })
      .fails('CHANNEL_ALREADY_EXISTS', /tAKEN/, 409)
    expect(body.channel_name).toBe('tAKEN')
    await server.core.db.query(sql`UPDATE channel SET is_archived = true WHERE id = ${id}`)
    await ann
      .post('channels/create', { name: 'Taken', subscribers: [] })
      .fails('CHANNEL_ALREADY_EXISTS', /Taken/, 409)
  })

  it('gives a name to one of two who want it at once', async () => {
    const { ann, ben } = await cast(server)
    const replies = await Promise.all(
      [ann, ben, ann, ben].map((person) => person.post('channels/create', { name: 'Race', subscribers: [] })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('refuses wrong parameters and makes nothing', async () => {
    const { ann, owner } = await cast(server)
    const create = (parameters: Record<string, unknown>) =>
      ann.post('channels/create', { name: 'Never', subscribers: [], ...parameters })
    await ann.post('channels/create', { subscribers: [] }).fails('REQUEST_VARIABLE_MISSING', /'name'/)
    await ann.post('channels/create', { name: 'Never' }).fails('REQUEST_VARIABLE_MISSING', /'subscribers'/)
    await create({ name: '  ' }).fails('BAD_REQUEST', 'name cannot be blank')
    await create({ name: 'x'.repeat(61) }).fails('BAD_REQUEST', /name is too long \(limit: 60/)
    await create({ name: 'a\u0007b' }).fails('BAD_REQUEST', /position 2/)
    await create({ name: 'a\u2028b' }).fails('BAD_REQUEST', /position 2/)
    await create({ description: 'x'.repeat(1025) }).fails(
      'BAD_REQUEST',
      /description is too long \(limit: 1024/,
    )
    await create({ subscribers: 'ann' }).fails('BAD_REQUEST', 'subscribers is not valid JSON')
    await create({ subscribers: ['ann'] }).fails('BAD_REQUEST', /subscribers\[0\] is not an integer/)
    await create({ subscribers: [2_000_000_000] }).fails('BAD_REQUEST', 'Invalid user ID: 2000000000')
    await create({ subscribers: [3_000_000_000] }).fails('BAD_REQUEST', /subscribers\[0\] is too large/)
    await create({ folder_id: 3_000_000_000 }).fails('BAD_REQUEST', 'folder_id is too large')
    await create({ invite_only: 'yes' }).fails('BAD_REQUEST', /invite_only/)
    await create({ topics_policy: 'none' }).fails('BAD_REQUEST', 'Invalid topics_policy')
    await create({ folder_id: 1 }).fails('BAD_REQUEST', 'Invalid channel folder ID')
    await create({ message_retention_days: 'soon' }).fails('BAD_REQUEST', /message_retention_days/)
    await create({ invite_only: true, is_web_public: true }).fails('BAD_REQUEST')
    await create({ history_public_to_subscribers: false }).fails('BAD_REQUEST', /protected history/)
    await owner
      .post('channels/create', { name: 'Never', subscribers: [], is_default_stream: true, invite_only: true })
      .fails('BAD_REQUEST', /default channel cannot be private/)
    const { streams } = await ann.get('streams').succeeds()
    expect(streams.map((stream: { name: string }) => stream.name).sort()).toEqual(['general', 'sandbox'])
  })

  it('names parameters that it does not know', async () => {
    const { ann } = await cast(server)
    const body = await ann
      .post('channels/create', { name: 'Old client', subscribers: [], stream_post_policy: 2 })
      .succeeds()
    expect(body.ignored_parameters_unsupported).toEqual(['stream_post_policy'])
  })

  it('keeps what only some may set', async () => {
    const { ann, admin, moderator } = await cast(server)
    const post = (person: typeof ann, parameters: Record<string, unknown>) =>
      person.post('channels/create', { name: 'Set', subscribers: [], ...parameters })
    await post(ann, { is_default_stream: true }).fails('UNAUTHORIZED_PRINCIPAL', /administrator/)
    await post(ann, { default_push_notifications: true }).fails('UNAUTHORIZED_PRINCIPAL', /administrator/)
    await post(admin, { message_retention_days: 5 }).fails('UNAUTHORIZED_PRINCIPAL', /owner/)
    const members = await systemGroup(ann.id, 'role:members')
    await post(ann, { can_delete_own_message_group: members }).fails('BAD_REQUEST', /deletes messages/)
    await post(moderator, { can_delete_own_message_group: members }).succeeds()
    await setPermission(ann.id, 'can_set_topics_policy_group', 'role:administrators')
    await post(ann, { name: 'Topics', topics_policy: 'empty_topic_only' }).fails(
      'BAD_REQUEST',
      /topics_policy/,
    )
    await post(admin, { name: 'Topics', topics_policy: 'empty_topic_only' }).succeeds()
  })

  it('wants everyone to start topics where history is protected', async () => {
    const { ann } = await cast(server)
    const members = await systemGroup(ann.id, 'role:members')
    const parameters = {
      name: 'Protected',
      subscribers: [ann.id],
      invite_only: true,
      can_create_topic_group: members,
    }
    await ann.post('channels/create', parameters).fails('BAD_REQUEST', /role:everyone/)
    await ann.post('channels/create', { ...parameters, history_public_to_subscribers: true }).succeeds()
  })

  it('lets nobody create but those whom the organization lets', async () => {
    const { ann, admin, guest, moderator } = await cast(server)
    const post = (person: typeof ann, name: string, more = {}) =>
      person.post('channels/create', { name, subscribers: [], ...more })
    await post(guest, 'By a guest').fails('BAD_REQUEST', 'Insufficient permission')
    await setPermission(ann.id, 'can_create_public_channel_group', 'role:moderators')
    await post(ann, 'Public').fails('BAD_REQUEST', 'Insufficient permission')
    await post(ann, 'Private', { invite_only: true }).succeeds()
    await post(moderator, 'Public').succeeds()
    await setPermission(ann.id, 'can_create_private_channel_group', 'role:administrators')
    await post(moderator, 'Private two', { invite_only: true }).fails(
      'BAD_REQUEST',
      'Insufficient permission',
    )
    await post(admin, 'Private two', { invite_only: true }).succeeds()
  })

  it('makes web-public channels where the organization is open to visitors', async () => {
    const { owner, admin, organizationId } = await cast(server)
    const parameters = { name: 'World', subscribers: [], is_web_public: true }
    await owner.post('channels/create', parameters).fails('BAD_REQUEST', 'Insufficient permission')
    await server.core.db.query(sql`
      UPDATE organization SET settings = settings || '{"enableSpectatorAccess": true}' WHERE id = ${organizationId}`)
    await admin.post('channels/create', parameters).fails('BAD_REQUEST', 'Insufficient permission')
    const { id } = await owner.post('channels/create', parameters).succeeds()
    expect((await admin.get(`streams/${id}`).succeeds()).stream).toMatchObject({
      is_web_public: true,
      invite_only: false,
      history_public_to_subscribers: true,
    })
  })

  it('wants permission to subscribe others, which administering the channel gives', async () => {
    const { ann, ben } = await cast(server)
    await setPermission(ann.id, 'can_add_subscribers_group', 'role:administrators')
    const nobody = await systemGroup(ann.id, 'role:nobody')
    const parameters = { name: 'Others', subscribers: [ann.id, ben.id] }
    await ann
      .post('channels/create', { ...parameters, can_administer_channel_group: nobody })
      .fails('BAD_REQUEST', 'Insufficient permission to subscribe others')
    await ann.post('channels/create', parameters).succeeds()
  })
})

describe('createChannel', () => {
  it('does the same over GraphQL', async () => {
    const { ann, ben } = await cast(server)
    const queue = await register(ben, ['stream'])
    const { createChannel } = await ann.graphql(
      `mutation ($input: CreateChannelInput!) {
        createChannel(input: $input) {
          channel { databaseId name isPrivate topicsPolicy canAdministerChannelGroup subscribers { fullName } }
        }
      }`,
      {
        input: {
          name: 'Graph',
          subscriberDatabaseIds: [ann.id],
          settings: {
            topicsPolicy: 'EMPTY_TOPIC_ONLY',
            canAdministerChannelGroup: { direct_members: [ben.id], direct_subgroups: [] },
          },
        },
      },
    )
    expect(createChannel.channel).toEqual({
      databaseId: expect.any(Number),
      name: 'Graph',
      isPrivate: false,
      topicsPolicy: 'EMPTY_TOPIC_ONLY',
      canAdministerChannelGroup: { direct_members: [ben.id], direct_subgroups: [] },
      subscribers: [{ fullName: 'Ann Lee' }],
    })
    const [event] = await queue.take()
    expect(event).toMatchObject({ op: 'create', streams: [{ name: 'Graph' }] })
    const { errors } = await ann.graphqlResult(
      'mutation { createChannel(input: { name: "GRAPH" }) { channel { id } } }',
    )
    expect(errors[0].extensions).toMatchObject({ code: 'CHANNEL_ALREADY_EXISTS', status: 409 })
  })
})
