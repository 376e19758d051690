import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { followChannels, setPermissionOn, setSettingsOn, systemGroupOn } from './support.ts'

const server = testServer()
const setPermission = setPermissionOn(server)
const setSettings = setSettingsOn(server)
const systemGroup = systemGroupOn(server)
let people: Cast
let channelId: number

const create = async (by: Person, name: string, more: Record<string, unknown> = {}): Promise<number> =>
  (await by.post('channels/create', { name, subscribers: [by.id], ...more }).succeeds()).id
const read = async (by: Person, id = channelId) => (await by.get(`streams/${id}`).succeeds()).stream
const change = (by: Person, parameters: Record<string, unknown>, id = channelId) =>
  by.patch(`streams/${id}`, parameters)

beforeEach(async () => {
  people = await cast(server)
  channelId = await create(people.ann, 'Design')
})

const update = (property: string, value: unknown, more: Record<string, unknown> = {}) => ({
  type: 'stream',
  op: 'update',
  stream_id: channelId,
  name: 'Design',
  property,
  value,
  ...more,
})

describe('PATCH /streams/{stream_id}', () => {
  it('renames, and tells everybody who sees the channel', async () => {
    const { ann, ben, guest } = people
    const [queue, guestQueue] = [await followChannels(ben), await followChannels(guest)]
    await change(ann, { new_name: ' Drawing ' }).succeeds()
    expect((await read(ben)).name).toBe('Drawing')
    await queue.receives(update('name', 'Drawing', { name: 'Drawing' }))
    await guestQueue.receivesNothing()
    await ben.get('get_stream_id', { stream: 'Design' }).fails('BAD_REQUEST')
    await queue.replayEqualsFreshRegister()
  })

  it('refuses names that are taken, empty, too long or not printable; another case of the same name is none', async () => {
    const { ann, ben } = people
    await create(ben, 'Taken')
    await change(ann, { new_name: 'TAKEN' }).fails('BAD_REQUEST', 'Channel name is already in use')
    await change(ann, { new_name: '  ' }).fails('BAD_REQUEST', /new_name/)
    await change(ann, { new_name: 'x'.repeat(61) }).fails('BAD_REQUEST', /new_name/)
    await change(ann, { new_name: 'a\u0007b' }).fails('BAD_REQUEST', /channel name/)
    expect((await read(ben)).name).toBe('Design')
    await change(ann, { new_name: 'DESIGN' }).succeeds()
    expect((await read(ben)).name).toBe('DESIGN')
  })

  it('renders a new description', async () => {
    const queue = await followChannels(people.ben)
    await change(people.ann, { description: 'How it\nlooks *now*' }).succeeds()
    const rendered_description = '<p>How it looks <em>now</em></p>'
    expect(await read(people.ben)).toMatchObject({ description: 'How it looks *now*', rendered_description })
    await queue.receives(update('description', 'How it looks *now*', { rendered_description }))
    await change(people.ann, { description: 'x'.repeat(1025) }).fails('BAD_REQUEST', /description/)
    await change(people.ann, { description: '' }).succeeds()
    expect(await read(people.ben)).toMatchObject({ description: '', rendered_description: '' })
  })

  it('takes all properties at once, tells of each, and of none that stays', async () => {
    const { owner } = people
    const queue = await followChannels(people.ben)
    const all = {
      new_name: 'Design',
      description: 'New',
      topics_policy: 'disable_empty_topic',
      message_retention_days: 30,
      default_push_notifications: true,
      is_private: false,
    }
    await change(owner, all).succeeds()
    await queue.receives(
      update('description', 'New', { rendered_description: '<p>New</p>' }),
      update('topics_policy', 'disable_empty_topic'),
      update('message_retention_days', 30),
      update('default_push_notifications', true),
    )
    await change(owner, all).succeeds()
    await change(owner, {}).succeeds()
    await queue.receivesNothing()
    await change(owner, { topics_policy: '"inherit"', message_retention_days: '"realm_default"' }).succeeds()
    await change(owner, { message_retention_days: 'unlimited' }).succeeds()
    await queue.receives(
      update('topics_policy', 'inherit'),
      update('message_retention_days', null),
      update('message_retention_days', -1),
    )
    await queue.replayEqualsFreshRegister()
  })

  it('changes nothing when one part is refused', async () => {
    const queue = await followChannels(people.ben)
    await change(people.ann, { new_name: 'Other', message_retention_days: 3 }).fails('UNAUTHORIZED_PRINCIPAL')
    await change(people.owner, { new_name: 'Other', message_retention_days: 0 }).fails(
      'BAD_REQUEST',
      /message_retention_days/,
    )
    await change(people.ann, { new_name: 'Other', folder_id: 999999 }).fails('BAD_REQUEST', /folder/)
    await change(people.ann, { new_name: 'Other', topics_policy: 'none' }).fails(
      'BAD_REQUEST',
      /topics_policy/,
    )
    expect((await read(people.ben)).name).toBe('Design')
    await queue.receivesNothing()
  })

  it('does not know the parameters of old any more', async () => {
    const { ignored_parameters_unsupported } = await change(people.ann, {
      stream_post_policy: 2,
      is_announcement_only: true,
    }).succeeds()
    expect(ignored_parameters_unsupported).toEqual(['is_announcement_only', 'stream_post_policy'])
  })

  it('is for administrators and those who hold can_administer_channel_group', async () => {
    const { owner, admin, moderator, ann, ben, guest, bot } = people
    for (const [number, person] of [owner, admin, ann].entries()) {
      await change(person, { new_name: `Name ${number}` }).succeeds()
    }
    for (const person of [moderator, ben, bot]) {
      await change(person, { new_name: 'Not mine' }).fails('BAD_REQUEST', 'administer')
    }
    await change(guest, { new_name: 'Not mine' }).fails('BAD_REQUEST', 'Invalid channel ID')
    await change(ann, { new_name: 'Nowhere' }, 2_000_000_000).fails('BAD_REQUEST', 'Invalid channel ID')
    await change(admin, {
      can_administer_channel_group: { new: await systemGroup(ann.id, 'role:moderators') },
    }).succeeds()
    await change(moderator, { new_name: 'Theirs' }).succeeds()
    await change(ann, { new_name: 'Mine again' }).fails('BAD_REQUEST', 'administer')
  })

  it('keeps some properties to owners and administrators', async () => {
    const { owner, admin, ann } = people
    const owners = { message_retention_days: 5 }
    const administrators = [{ default_push_notifications: true }, { is_default_stream: true }]
    for (const person of [admin, ann]) await change(person, owners).fails('UNAUTHORIZED_PRINCIPAL', /owner/)
    for (const parameters of administrators) {
      await change(ann, parameters).fails('UNAUTHORIZED_PRINCIPAL', /administrator/)
      await change(admin, parameters).succeeds()
    }
    await change(owner, owners).succeeds()
  })

  it('lets those set a topics policy who may, and "inherit" everybody who administers', async () => {
    const { ann, owner } = people
    await setPermission(ann.id, 'can_set_topics_policy_group', 'role:moderators')
    await change(ann, { topics_policy: 'disable_empty_topic' }).fails('BAD_REQUEST', /topics_policy/)
    await change(owner, { topics_policy: 'disable_empty_topic' }).succeeds()
    await change(ann, { topics_policy: 'inherit' }).succeeds()
  })

  it('lets administrators set a topics policy, whoever else may', async () => {
    const { ann, admin, owner } = people
    await setPermission(ann.id, 'can_set_topics_policy_group', 'role:nobody')
    for (const [number, person] of [admin, owner].entries()) {
      await change(person, { topics_policy: 'disable_empty_topic' }).succeeds()
      await change(person, { topics_policy: 'inherit' }).succeeds()
      await create(person, `Chat ${number}`, { topics_policy: 'empty_topic_only' })
    }
    await change(ann, { topics_policy: 'disable_empty_topic' }).fails(
      'BAD_REQUEST',
      'Insufficient permission to set topics_policy',
    )
  })

  it('allows only the empty topic where there is no other', async () => {
    const { ann } = people
    const send = (topic: string) =>
      ann.post('messages', { type: 'stream', to: channelId, topic, content: 'Hi' })
    await send('').succeeds()
    await change(ann, { topics_policy: 'empty_topic_only' }).succeeds()
    await send('named').fails('BAD_REQUEST')
    await change(ann, { topics_policy: 'allow_empty_topic' }).succeeds()
    await send('named').succeeds()
    const { empty_topic_display_name } = await change(ann, { topics_policy: 'empty_topic_only' }).fails(
      'BAD_REQUEST',
    )
    expect(empty_topic_display_name).toBe('general chat')
  })

  it('changes archived channels, too', async () => {
    const { ann, ben } = people
    await ann.delete(`streams/${channelId}`).succeeds()
    await change(ann, { is_private: true, description: 'Closed' }).succeeds()
    expect(await read(ann)).toMatchObject({ is_archived: true, invite_only: true, description: 'Closed' })
    await ben.get(`streams/${channelId}`).fails('BAD_REQUEST', 'Invalid channel ID')
  })

  it('writes about name and description in the channel when the organization wants it', async () => {
    const { ann } = people
    await setSettings(people, { sendChannelEventsMessages: true })
    const queue = await register(ann, ['message'])
    await change(ann, { new_name: '`odd` **name**', description: 'All **new**' }).succeeds()
    const [renamed, described] = await queue.takeCount(2)
    expect(renamed?.message).toMatchObject({ stream_id: channelId, subject: 'channel events' })
    expect(renamed?.message.content).toContain('renamed this channel from `Design` to `` `odd` **name** ``')
    expect(described?.message.content).toContain('> All **new**')
    await change(ann, { topics_policy: 'allow_empty_topic' }).succeeds()
    await queue.receivesNothing()
  })
})

describe('updateChannel', () => {
  it('does the same over GraphQL, once for one key', async () => {
    const queue = await followChannels(people.ben)
    const mutation = `mutation ($input: UpdateChannelInput!) {
      updateChannel(input: $input) { channel { name topicsPolicy canSendMessageGroup messageRetentionDays } }
    }`
    const administrators = await systemGroup(people.ann.id, 'role:administrators')
    const input = {
      databaseId: channelId,
      name: 'Drawing',
      topicsPolicy: 'ALLOW_EMPTY_TOPIC',
      canSendMessageGroup: { new: administrators },
      idempotencyKey: 'k',
    }
    const first = await people.ann.graphql(mutation, { input })
    expect(first.updateChannel.channel).toEqual({
      name: 'Drawing',
      topicsPolicy: 'ALLOW_EMPTY_TOPIC',
      canSendMessageGroup: administrators,
      messageRetentionDays: null,
    })
    const taken = await queue.take()
    expect(await people.ann.graphql(mutation, { input })).toEqual(first)
    await queue.receivesNothing()
    expect(taken.map(({ property }) => property)).toEqual([
      'name',
      'topics_policy',
      'can_send_message_group',
      'stream_post_policy',
      'is_announcement_only',
    ])
    await expect(people.ben.graphql(mutation, { input: { databaseId: channelId } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await queue.replayEqualsFreshRegister()
  })
})
