import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { type Cast, cast, Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { limitGuests } from './limited-guests.ts'

const server = testServer()

const nina = { email: 'nina@parley.example', password: 'brown paper bag', full_name: 'Nina New' }

/** Signs a created person in, as their own client would. */
async function signIn(
  { host }: Cast,
  userId: number,
  { email, password, full_name } = nina,
): Promise<Person> {
  const visitor = new Visitor({ port: server.port, host })
  const { api_key: apiKey } = await visitor.post('fetch_api_key', { username: email, password }).succeeds()
  return new Person({ port: server.port, host, email, apiKey }, userId, full_name)
}

/** Writes an organization's setting as it is stored, for no endpoint sets it yet. */
async function setSetting({ organizationId }: Cast, settings: Record<string, unknown>): Promise<void> {
  await server.core.db.query(sql`
    UPDATE organization SET settings = settings || ${JSON.stringify(settings)}::jsonb WHERE id = ${organizationId}`)
}

const count = async (owner: Person) => (await owner.get('users').succeeds()).members.length

describe('POST /users', () => {
  it('makes a member who can sign in', async () => {
    const people = await cast(server)
    const { owner, organizationId } = people
    const { user_id } = await owner.post('users', nina).succeeds()
    const { user } = await owner.get(`users/${user_id}`, { include_custom_profile_fields: true }).succeeds()
    expect(user).toEqual({
      user_id,
      email: nina.email,
      delivery_email: nina.email,
      full_name: 'Nina New',
      date_joined: expect.any(String),
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      role: 400,
      timezone: '',
      avatar_url: `/user_avatars/${organizationId}/${user_id}.png?v=1`,
      avatar_version: 1,
      is_imported_stub: false,
      profile_data: {},
    })
    const newcomer = await signIn(people, user_id)
    const me = await newcomer.get('users/me').succeeds()
    expect(me.user_id).toBe(user_id)
    expect(Date.parse(me.date_joined)).toBeGreaterThan(Date.parse(user.date_joined))
  })

  it('keeps address and name without white space around them', async () => {
    const { owner } = await cast(server)
    const { user_id } = await owner
      .post('users', { ...nina, email: ' nina@parley.example ', full_name: '  Nina New ' })
      .succeeds()
    const { user } = await owner.get(`users/${user_id}`).succeeds()
    expect(user).toMatchObject({ delivery_email: nina.email, full_name: 'Nina New' })
  })

  it('tells everybody of the user, their group and their channels', async () => {
    const people = await cast(server)
    const { owner, guest, ann, person, general, sandbox } = people
    const insider = await person({ role: 'guest', fullName: 'Ines Insider' })
    const types = ['realm_user', 'user_group', 'subscription', 'message', 'stream']
    const queues = await Promise.all([ann, insider, guest].map((reader) => register(reader, types)))
    const { user_id } = await owner.post('users', nina).succeeds()
    const { user } = await ann.get(`users/${user_id}`, { include_custom_profile_fields: true }).succeeds()
    const { idOf } = await server.core.systemGroups.of(server.core.db, people.organizationId)
    const joined = { type: 'realm_user', op: 'add', person: user }
    const grouped = {
      type: 'user_group',
      op: 'add_members',
      group_id: idOf['role:fullmembers'],
      user_ids: [user_id],
    }
    const subscribed = {
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [general, sandbox],
      user_ids: [user_id],
    }
    await queues[0]?.receives(joined, grouped, subscribed)
    await queues[1]?.receives(joined, grouped, subscribed)
    // A guest who is in none of the channels knows none of their subscribers.
    await queues[2]?.receives(joined, grouped)
  })

  it('puts a member past the waiting period among full members, and others among members', async () => {
    const people = await cast(server)
    const { owner, ann } = people
    const { idOf } = await server.core.systemGroups.of(server.core.db, people.organizationId)
    const queue = await register(ann, ['user_group'])
    await owner.post('users', nina).succeeds()
    await setSetting(people, { waitingPeriodThreshold: 3 })
    await owner.post('users', { ...nina, email: 'otto@parley.example' }).succeeds()
    const events = await queue.take()
    expect(events.map(({ group_id }) => group_id)).toEqual([idOf['role:fullmembers'], idOf['role:members']])
  })

  it('leads an old snapshot to the fresh one', async () => {
    const { owner, ann, admin, guest } = await cast(server)
    const types = ['realm_user', 'subscription', 'stream']
    const queues = await Promise.all([ann, admin, guest, owner].map((reader) => register(reader, types)))
    await owner.post('users', nina).succeeds()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
  })

  it('subscribes the user to the default channels, in colours of their own', async () => {
    const people = await cast(server)
    const { user_id } = await people.owner.post('users', nina).succeeds()
    const newcomer = await signIn(people, user_id)
    const { subscriptions } = await newcomer.get('users/me/subscriptions').succeeds()
    expect(subscriptions.map(({ name }: { name: string }) => name).sort()).toEqual(['general', 'sandbox'])
    expect(subscriptions[0].color).not.toBe(subscriptions[1].color)
  })

  it('greets the user in a direct message, with the organization’s own words after it', async () => {
    const people = await cast(server)
    await setSetting(people, { welcomeMessageCustomText: 'Coffee is at **ten**.' })
    const { user_id } = await people.owner.post('users', nina).succeeds()
    const received = await server.core.db.query<{ content: string; flags: number; name: string }>(sql`
      SELECT m.content, um.flags, s.full_name AS name FROM user_message um
      JOIN message m ON m.id = um.message_id JOIN "user" s ON s.id = m.sender_id
      WHERE um.user_id = ${user_id} AND m.direct_message_group_id IS NOT NULL ORDER BY m.id`)
    expect(received).toEqual([
      { content: expect.stringMatching(/^Welcome!/), flags: 0, name: 'Welcome Bot' },
      { content: 'Coffee is at **ten**.', flags: 0, name: 'Welcome Bot' },
    ])
  })

  it('announces the user where the organization wants it', async () => {
    const people = await cast(server)
    const { owner, ann, general } = people
    await setSetting(people, { signupAnnouncementsChannelId: general })
    const queue = await register(ann, ['message'], { apply_markdown: true })
    const { user_id } = await owner.post('users', nina).succeeds()
    const [event] = await queue.take()
    expect(event?.message).toMatchObject({
      stream_id: general,
      subject: 'signups',
      sender_full_name: 'Notification Bot',
    })
    expect(event?.message.content).toContain(`data-user-id="${user_id}"`)
  })

  it('gives the user the newest messages of the channels as history, the very newest unread', async () => {
    const people = await cast(server)
    const { owner, organizationId, general, sandbox, ann } = people
    await server.core.db.query(sql`
      INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
      SELECT ${organizationId}, ${ann.id}, CASE WHEN n % 2 = 0 THEN ${general}::int ELSE ${sandbox}::int END, 'old',
        n::text, n::text, 'test' FROM generate_series(1, 1100) n`)
    const { user_id } = await owner.post('users', nina).succeeds()
    const history = await server.core.db.query<{ content: string; flags: number }>(sql`
      SELECT m.content, um.flags FROM user_message um JOIN message m ON m.id = um.message_id
      WHERE um.user_id = ${user_id} AND m.channel_id IS NOT NULL ORDER BY m.id DESC`)
    expect(history).toHaveLength(1000)
    expect(history.map(({ content }) => content)).toEqual(
      Array.from({ length: 1000 }, (_, index) => String(1100 - index)),
    )
    expect(history.slice(0, 20).every(({ flags }) => flags === 128)).toBe(true)
    expect(history.slice(20).every(({ flags }) => flags === 129)).toBe(true)
  })
})

describe('POST /users refuses', () => {
  it.each(['moderator', 'ann', 'guest', 'bot'] as const)('%s, who is no administrator', async (name) => {
    const people = await cast(server)
    await people[name]
      .post('users', { nonsense: 1 })
      .fails('UNAUTHORIZED_PRINCIPAL', 'Must be an organization')
    const { errors } = await people[name].graphqlResult(
      `mutation { createUser(input: { email: "", password: "", fullName: "" }) { user { id } } }`,
    )
    expect(errors[0].extensions.code).toBe('UNAUTHORIZED_PRINCIPAL')
  })

  it('administrators to whom the operator has not granted it', async () => {
    const { admin, owner } = await cast(server)
    await admin.post('users', nina).fails('BAD_REQUEST', 'Not allowed to create users')
    expect(await count(owner)).toBe(7)
  })

  it('an address that somebody in the organization has, whatever its case', async () => {
    const { owner, ben } = await cast(server)
    const queue = await register(ben, undefined)
    for (const email of ['ann@parley.example', 'ANN@Parley.Example', 'welcome-bot@zulip.com']) {
      await owner.post('users', { ...nina, email }).fails('BAD_REQUEST', 'email is already in use')
    }
    expect(await count(owner)).toBe(7)
    await queue.receivesNothing()
  })

  it('not an address that somebody in another organization has', async () => {
    const { owner } = await cast(server)
    const { owner: other } = await cast(server)
    await owner.post('users', nina).succeeds()
    await other.post('users', nina).succeeds()
  })

  it('what is no address, or could stand for another user', async () => {
    const { owner, ann, host } = await cast(server)
    for (const email of [
      'nina',
      'nina@',
      '@parley.example',
      'a b@parley.example',
      `${'a'.repeat(250)}@b.example`,
    ]) {
      await owner.post('users', { ...nina, email }).fails('BAD_REQUEST', 'email is not an email address')
    }
    await owner.post('users', { ...nina, email: '  ' }).fails('BAD_REQUEST', 'email cannot be blank')
    const people = { ...nina, email: `user${ann.id}@${host.split(':')[0]}` }
    await owner.post('users', people).fails('BAD_REQUEST', /^email (has the form|is not an email)/)
  })

  it('addresses of other domains where domains are restricted', async () => {
    const people = await cast(server)
    await setSetting(people, { emailsRestrictedToDomains: true })
    await people.owner.post('users', nina).fails('BAD_REQUEST', 'email is not of an allowed domain')
  })

  it.each([
    ['N', 'full_name is too short (minimum: 2 characters)'],
    ['n'.repeat(101), 'full_name is too long (limit: 100 characters)'],
    [' ', 'full_name cannot be blank'],
    ...['*', '`', '\\', '>', '"', '@', '\n'].map((bad) => [`Ni${bad}na`, 'full_name contains characters']),
    ['Nina|12', 'full_name ends like the id of a mention'],
  ])('the name %j', async (full_name, message) => {
    const { owner } = await cast(server)
    await owner.post('users', { ...nina, full_name }).fails('BAD_REQUEST', message)
  })

  it('counts the characters of names as people do', async () => {
    const { owner } = await cast(server)
    await owner.post('users', { ...nina, full_name: '🌻'.repeat(100) }).succeeds()
  })

  it('a name that another active user has, where names are unique', async () => {
    const people = await cast(server)
    const { owner, ann } = people
    await owner.post('users', { ...nina, full_name: 'ann lee' }).succeeds()
    await setSetting(people, { requireUniqueNames: true })
    const second = { ...nina, email: 'second@parley.example', full_name: 'ANN LEE' }
    await owner.post('users', second).fails('BAD_REQUEST', 'full_name is already in use')
    await server.core.db.query(sql`
      UPDATE "user" SET is_active = false WHERE lower(full_name) = 'ann lee' AND organization_id = ${people.organizationId}`)
    await owner.post('users', second).succeeds()
    expect(ann.fullName).toBe('Ann Lee')
  })

  it.each([
    ['short', 'password is too short (minimum: 6 characters)'],
    ['', 'password is too short'],
    ['p'.repeat(101), 'password is too long (limit: 100 characters)'],
    ['Password1', 'password is too easy to guess'],
    ['aaaaaaaa', 'password is too easy to guess'],
    ['abcabcabc', 'password is too easy to guess'],
    ['456789', 'password is too easy to guess'],
    ['POIUYT', 'password is too easy to guess'],
    ['nina new', 'password is too easy to guess'],
    ['nina@parley.example', 'password is too easy to guess'],
  ])('the password %j', async (password, message) => {
    const { owner } = await cast(server)
    await owner.post('users', { ...nina, password }).fails('BAD_REQUEST', message)
  })

  it('requests without a parameter, naming it; unknown ones are reported', async () => {
    const { owner } = await cast(server)
    for (const name of ['email', 'password', 'full_name']) {
      const failed = await owner
        .post('users', { ...nina, [name]: undefined })
        .fails('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`)
      expect(failed.var_name).toBe(name)
    }
    await owner
      .post('users', { ...nina, full_name: 'a\0b' })
      .fails('BAD_REQUEST', 'must not contain null bytes')
    const body = await owner.post('users', { ...nina, role: 100, invite: true }).succeeds()
    expect(body.ignored_parameters_unsupported).toEqual(['invite', 'role'])
  })
})

describe('a new user’s address', () => {
  it('is shown in the announcement only as stand-in data to guests who may not see the user', async () => {
    const people = await cast(server)
    const { owner, guest, person, host, organizationId } = people
    const insider = await person({ role: 'guest', fullName: 'Ines Insider' })
    await limitGuests(server, people)
    const complete = await register(guest, ['realm_user'])
    const incomplete = await register(guest, ['realm_user'], {
      client_capabilities: { user_list_incomplete: true },
    })
    const inside = await register(insider, ['realm_user'])
    const { user_id } = await owner.post('users', nina).succeeds()
    const [event] = await complete.take()
    expect(event).toMatchObject({
      op: 'add',
      person: {
        user_id,
        full_name: 'Unknown user',
        email: `user${user_id}@${host.split(':')[0]}`,
        delivery_email: null,
        avatar_url: `/user_avatars/${organizationId}/0.png?v=1`,
      },
    })
    await incomplete.receivesNothing()
    expect(await inside.take()).toMatchObject([{ op: 'add', person: { full_name: 'Nina New' } }])
    for (const queue of [complete, incomplete, inside]) await queue.replayEqualsFreshRegister()
  })
})

describe('createUser in GraphQL', () => {
  const mutation = `mutation ($input: CreateUserInput!) {
    createUser(input: $input) { user { databaseId fullName deliveryEmail role } }
  }`
  const input = { email: nina.email, password: nina.password, fullName: nina.full_name }

  it('does the same', async () => {
    const { owner } = await cast(server)
    const { createUser } = await owner.graphql(mutation, { input })
    expect(createUser.user).toEqual({
      databaseId: expect.any(Number),
      fullName: 'Nina New',
      deliveryEmail: nina.email,
      role: 400,
    })
    await expect(owner.graphql(mutation, { input })).rejects.toMatchObject({
      message: 'email is already in use',
      code: 'BAD_REQUEST',
    })
  })

  it('answers a repetition under the same key as at first, and another request under it not at all', async () => {
    const { owner, ann } = await cast(server)
    const queue = await register(ann, ['realm_user'])
    const keyed = { ...input, idempotencyKey: 'sign-up 1' }
    const first = await owner.graphql(mutation, { input: keyed })
    expect(await owner.graphql(mutation, { input: keyed })).toEqual(first)
    expect(await queue.take()).toHaveLength(1)
    await expect(
      owner.graphql(mutation, { input: { ...keyed, email: 'other@parley.example' } }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })
})

describe('two who create the same address at once', () => {
  it('get one account between them', async () => {
    const { owner, ann } = await cast(server)
    const queue = await register(ann, ['realm_user'])
    const replies = await Promise.all([1, 2, 3].map(() => owner.post('users', nina)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    for (const { status, body } of replies) {
      if (status === 400) expect(body).toMatchObject({ code: 'BAD_REQUEST', msg: 'email is already in use' })
    }
    expect(await count(owner)).toBe(8)
    expect(await queue.take()).toHaveLength(1)
  })
})

describe.runIf(onPostgres)('several who join at once', () => {
  it('have each message of their channels once, as history or as received', async () => {
    const people = await cast(server)
    const { owner, general } = people
    await setSetting(people, { signupAnnouncementsChannelId: general })
    const joining = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      owner.post('users', { ...nina, email: `${name}@parley.example` }).succeeds(),
    )
    const ids = (await Promise.all(joining)).map(({ user_id }) => user_id)
    const rows = await server.core.db.query<{ userId: number; messages: number }>(sql`
      SELECT um.user_id, count(*) AS messages FROM user_message um JOIN message m ON m.id = um.message_id
      WHERE m.channel_id = ${general} AND um.user_id = ANY(${ids}::int[]) GROUP BY um.user_id`)
    // Welcome Bot's first message there, and the announcement of each.
    expect(rows.map(({ messages }) => messages)).toEqual([6, 6, 6, 6, 6])
    const { streams } = await owner.get('streams').succeeds()
    const { subscriber_count } = streams.find(({ stream_id }: { stream_id: number }) => stream_id === general)
    expect(subscriber_count).toBe(10)
  })
})
