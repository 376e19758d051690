import { describe, expect, it } from 'vitest'
import { archiveOn, followChannels } from '../channels/support.ts'
import { cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const archive = archiveOn(server)

const set = (person: Person, ...subscription_data: unknown[]) =>
  person.post('users/me/subscriptions/properties', { subscription_data })

async function subscriptionOf(person: Person, id: number): Promise<Record<string, unknown>> {
  const { subscriptions } = await person.get('users/me/subscriptions').succeeds()
  return subscriptions.find(({ stream_id }: { stream_id: number }) => stream_id === id)
}

describe('POST /users/me/subscriptions/properties', () => {
  it.each([
    ['color', '#c0ffee'],
    ['color', '#ABC'],
    ['pin_to_top', true],
    ['desktop_notifications', true],
    ['audible_notifications', false],
    ['push_notifications', true],
    ['email_notifications', false],
    ['wildcard_mentions_notify', false],
  ])('sets %s to %s, and tells only the one whose setting it is', async (property, value) => {
    const { ann, ben, general, sandbox } = await cast(server)
    const queue = await register(ann, ['subscription'])
    const other = await register(ben, ['subscription'])
    const body = await set(ann, { stream_id: general, property, value }).succeeds()
    expect(body).toEqual({ result: 'success', msg: '' })
    expect(await subscriptionOf(ann, general)).toMatchObject({ [property]: value })
    expect((await subscriptionOf(ann, sandbox))[property]).not.toBe(value)
    expect((await subscriptionOf(ben, general))[property]).not.toBe(value)
    await queue.receives({ type: 'subscription', op: 'update', stream_id: general, property, value })
    await other.receivesNothing()
  })

  it.each([
    ['is_muted', true],
    ['in_home_view', false],
  ])('mutes a channel by %s, and tells of it under both names', async (property, value) => {
    const { ann, general } = await cast(server)
    const queue = await register(ann, ['subscription'])
    await set(ann, { stream_id: general, property, value }).succeeds()
    const update = { type: 'subscription', op: 'update', stream_id: general }
    await queue.receives(
      { ...update, property: 'in_home_view', value: false },
      { ...update, property: 'is_muted', value: true },
    )
    expect(await subscriptionOf(ann, general)).toMatchObject({ is_muted: true, in_home_view: false })
    await queue.replayEqualsFreshRegister()
  })

  it('sets many at once, the later of two values staying', async () => {
    const { ann, general, sandbox } = await cast(server)
    const client = await followChannels(ann)
    await set(
      ann,
      { stream_id: general, property: 'color', value: '#111111' },
      { stream_id: sandbox, property: 'is_muted', value: true },
      { stream_id: general, property: 'pin_to_top', value: true },
      { stream_id: general, property: 'color', value: '#222222' },
    ).succeeds()
    expect(await subscriptionOf(ann, general)).toMatchObject({ color: '#222222', pin_to_top: true })
    expect(await subscriptionOf(ann, sandbox)).toMatchObject({ is_muted: true })
    await client.replayEqualsFreshRegister()
  })

  it('refuses wrong values, names where they stand, and changes nothing', async () => {
    const { ann, general, sandbox } = await cast(server)
    const queue = await register(ann, ['subscription'])
    const before = await subscriptionOf(ann, sandbox)
    const good = { stream_id: sandbox, property: 'color', value: '#123456' }
    const refused = (wrong: unknown, message: string | RegExp) =>
      set(ann, good, wrong).fails('BAD_REQUEST', message)
    await refused(
      { stream_id: general, property: 'color', value: 'red' },
      /subscription_data\[1\]\["value"\]: not a hex/,
    )
    await refused({ stream_id: general, property: 'color', value: '#12345' }, /Invalid subscription_data/)
    await refused({ stream_id: general, property: 'color', value: true }, '["value"] is not a string')
    await refused({ stream_id: general, property: 'pin_to_top', value: 'yes' }, '["value"] is not a boolean')
    await refused({ stream_id: general, property: 'pin_to_top', value: 1 }, '["value"] is not a boolean')
    await refused({ stream_id: general, property: 'is_muted', value: null }, '["value"] is not a boolean')
    await refused(
      { stream_id: general, property: 'role', value: true },
      'Invalid subscription_data[1]["property"]',
    )
    await refused(
      { stream_id: 'general', property: 'color', value: '#123456' },
      '["stream_id"] is not an integer',
    )
    await refused({ property: 'color', value: '#123456' }, '["stream_id"] field is missing')
    await refused({ stream_id: general, property: 'color' }, '["value"] field is missing')
    await refused({ ...good, more: 1 }, 'Argument "more" at subscription_data[1]["more"] is unexpected')
    await ann.post('users/me/subscriptions/properties').fails('REQUEST_VARIABLE_MISSING', /subscription_data/)
    await ann
      .post('users/me/subscriptions/properties', { subscription_data: 'x' })
      .fails('BAD_REQUEST', 'subscription_data is not valid JSON')
    expect(await subscriptionOf(ann, sandbox)).toEqual(before)
    await queue.receivesNothing()
  })

  it('answers alike for a channel that does not exist and for one that is hidden; another answer for one that the caller is not in', async () => {
    const { ann, ben, general, guest } = await cast(server)
    const { id: hidden } = await ben
      .post('channels/create', { name: 'Hidden', subscribers: [ben.id], invite_only: true })
      .succeeds()
    const { id: open } = await ben.post('channels/create', { name: 'Open', subscribers: [ben.id] }).succeeds()
    const mute = (person: Person, stream_id: number) =>
      set(person, { stream_id, property: 'is_muted', value: true })
    for (const id of [hidden, 2_000_000_000]) await mute(ann, id).fails('BAD_REQUEST', 'Invalid channel ID')
    await mute(guest, general).fails('BAD_REQUEST', 'Invalid channel ID')
    await mute(ann, open).fails('BAD_REQUEST', `Not subscribed to channel ID ${open}`)
    await ann.delete('users/me/subscriptions', { subscriptions: ['general'] }).succeeds()
    await mute(ann, general).fails('BAD_REQUEST', `Not subscribed to channel ID ${general}`)
  })

  it('is for archived channels, too', async () => {
    const { ann, general } = await cast(server)
    await archive(general)
    await set(ann, { stream_id: general, property: 'color', value: '#123456' }).succeeds()
  })
})

describe('PATCH /users/me/subscriptions/{stream_id}', () => {
  it('sets one property, the value as JSON or as plain text', async () => {
    const { ann, general } = await cast(server)
    const patch = (property: string, value: unknown) =>
      ann.patch(`users/me/subscriptions/${general}`, { property, value }).succeeds()
    await patch('color', '#bada55')
    await patch('pin_to_top', true)
    expect(await subscriptionOf(ann, general)).toMatchObject({ color: '#bada55', pin_to_top: true })
    await patch('color', '"#c0ffee"')
    await patch('in_home_view', 'false')
    expect(await subscriptionOf(ann, general)).toMatchObject({ color: '#c0ffee', is_muted: true })
  })

  it('refuses what the value cannot be, and channels that the caller is not in', async () => {
    const { ann, guest, general } = await cast(server)
    const path = `users/me/subscriptions/${general}`
    await ann.patch(path, { property: 'color', value: 'true' }).fails('BAD_REQUEST', 'value is not a string')
    await ann.patch(path, { property: 'color', value: 'blue' }).fails('BAD_REQUEST', /^Invalid value: /)
    await ann
      .patch(path, { property: 'is_muted', value: 'yes' })
      .fails('BAD_REQUEST', 'value is not a boolean')
    await ann.patch(path, { property: 'stream_id', value: '1' }).fails('BAD_REQUEST', 'Invalid property')
    await ann.patch(path, { property: 'is_muted' }).fails('REQUEST_VARIABLE_MISSING', /'value'/)
    await guest.patch(path, { property: 'is_muted', value: true }).fails('BAD_REQUEST', 'Invalid channel ID')
  })
})

describe('updateSubscriptions', () => {
  const mutation = `mutation ($input: UpdateSubscriptionsInput!) {
    updateSubscriptions(input: $input) { subscriptions { channel { name } color isMuted isPinned pushNotifications } }
  }`

  it('does the same over GraphQL, and leaves alone what is null or left out', async () => {
    const { ann, general } = await cast(server)
    const client = await followChannels(ann)
    const changes = [
      {
        channelDatabaseId: general,
        color: '#123456',
        isMuted: true,
        isPinned: null,
        pushNotifications: true,
      },
    ]
    const { updateSubscriptions } = await ann.graphql(mutation, { input: { changes } })
    expect(updateSubscriptions.subscriptions).toEqual([
      {
        channel: { name: 'general' },
        color: '#123456',
        isMuted: true,
        isPinned: false,
        pushNotifications: true,
      },
    ])
    await client.replayEqualsFreshRegister()
  })

  it('refuses a wrong colour and a channel that the viewer is not in', async () => {
    const { guest, ann, general } = await cast(server)
    const input = (change: object) => ({ input: { changes: [{ channelDatabaseId: general, ...change }] } })
    await expect(ann.graphql(mutation, input({ color: 'red' }))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(guest.graphql(mutation, input({ isMuted: true }))).rejects.toMatchObject({
      message: 'Invalid channel ID',
    })
  })
})
