import { beforeEach, describe, expect, it } from 'vitest'
import { capabilityMeanings } from '../../src/contract/capabilities.ts'
import { makeGroup, these } from '../groups/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { normalized } from '../support/fold/fold.ts'
import { register, type TestQueue } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { limitGuests } from '../users/limited-guests.ts'

const server = testServer({ PARLEY_MODE: 'development' })
let people: Cast
/** A member without subscriptions. */
let outsider: Person

beforeEach(async () => {
  people = await cast(server)
  outsider = await people.person({ channels: 'none', fullName: 'Otto Outside' })
})

const everything = Object.fromEntries(Object.keys(capabilityMeanings).map((name) => [name, true]))
/** A modern client, which knows every form of an event. */
const modern = { client_capabilities: everything, include_subscribers: 'true' }
const others = [
  { client_capabilities: {}, include_subscribers: 'true' },
  { client_capabilities: everything, include_subscribers: 'false', client_gravatar: false },
]

/**
 * Everybody's queues, each with the snapshot of every gate. The other forms are made of the same events,
 * whoever reads them, so that a member and a guest stand for all.
 */
async function everybodysQueues(): Promise<TestQueue[]> {
  const { owner, admin, moderator, ann, ben, guest, bot } = people
  const readers = [owner, admin, moderator, ann, ben, outsider, guest, bot]
  return Promise.all([
    ...readers.map((reader) => register(reader, undefined, modern)),
    ...[ann, guest].flatMap((reader) => others.map((form) => register(reader, undefined, form))),
  ])
}

async function proveFor(action: () => Promise<unknown>): Promise<void> {
  const queues = await everybodysQueues()
  await action()
  for (const queue of queues) await queue.replayEqualsFreshRegister()
}

type Action = () => Promise<unknown>

const subscribe = (by: Person, name: string, more: Record<string, unknown> = {}) =>
  by.post('users/me/subscriptions', { subscriptions: [{ name }], ...more }).succeeds()

const changeChannel = (by: Person, id: number, parameters: Record<string, unknown>) =>
  by.patch(`streams/${id}`, parameters).succeeds()
const oneMember = (id: number) => ({ direct_members: [id], direct_subgroups: [] })

const actions: Readonly<Record<string, Action>> = {
  'sending to a channel': () =>
    people.ann
      .post('messages', { type: 'stream', to: people.general, topic: 't', content: 'Hi @**all**' })
      .succeeds(),
  'sending directly': () =>
    people.ann
      .post('messages', { type: 'direct', to: [people.ben.id, people.guest.id], content: 'Hi' })
      .succeeds(),
  'sending through GraphQL': () =>
    people.ann.graphql(
      `mutation ($id: Int!) { sendMessage(input: { channel: { channelDatabaseId: $id, topic: "t" }, content: "Hi" }) { __typename } }`,
      { id: people.general },
    ),
  'starring and unstarring': async () => {
    const ids: number[] = []
    for (const content of ['one', 'two']) {
      ids.push(
        (
          await people.ann
            .post('messages', { type: 'stream', to: people.general, topic: 't', content })
            .succeeds()
        ).id,
      )
    }
    await people.ann.post('messages/flags', { messages: ids, op: 'add', flag: 'starred' }).succeeds()
    await people.ann.post('messages/flags', { messages: [ids[0]], op: 'remove', flag: 'starred' }).succeeds()
    await people.ann.post('messages/flags', { messages: ids, op: 'add', flag: 'read' }).succeeds()
  },
  'reading and unreading': async () => {
    const { ann, ben, guest, general } = people
    const { id } = await ben
      .post('messages', { type: 'stream', to: general, topic: 't', content: 'a' })
      .succeeds()
    const direct = await ben
      .post('messages', { type: 'direct', to: [ann.id, guest.id], content: 'b' })
      .succeeds()
    const own = await ann.post('messages', { type: 'direct', to: [ann.id], content: 'c' }).succeeds()
    const messages = [id, direct.id, own.id]
    await ann.post('messages/flags', { messages, op: 'add', flag: 'read' }).succeeds()
    await ann.post('messages/flags', { messages, op: 'remove', flag: 'read' }).succeeds()
  },
  'muting what is unread': async () => {
    const { ann, ben, general } = people
    for (const topic of ['t', 'u'])
      await ben.post('messages', { type: 'stream', to: general, topic, content: 'Hi' }).succeeds()
    const data = [{ stream_id: general, property: 'is_muted', value: true }]
    await ann.post('users/me/subscriptions/properties', { subscription_data: data }).succeeds()
    await ann.post('user_topics', { stream_id: general, topic: 'U', visibility_policy: 3 }).succeeds()
  },
  'making a public channel': () => subscribe(people.ann, 'tea'),
  'making a private channel with others': () =>
    subscribe(people.ann, 'plans', { invite_only: true, principals: [people.ann.id, people.ben.id] }),
  'making a channel with nobody in it': () =>
    people.ann.post('channels/create', { name: 'empty', subscribers: [] }).succeeds(),
  'making a channel with a guest in it': () =>
    people.ann
      .post('channels/create', { name: 'visit', subscribers: [people.ann.id, people.guest.id] })
      .succeeds(),
  'making a default channel': () =>
    people.owner
      .post('channels/create', { name: 'news', subscribers: [people.owner.id], is_default_stream: true })
      .succeeds(),
  'joining a channel and leaving it': async () => {
    await subscribe(outsider, 'general')
    await outsider.delete('users/me/subscriptions', { subscriptions: ['general'] }).succeeds()
    await outsider.delete('users/me/subscriptions', { subscriptions: ['general'] }).succeeds()
  },
  'coming back to a channel': async () => {
    await people.ben.delete('users/me/subscriptions', { subscriptions: ['sandbox'] }).succeeds()
    await subscribe(people.ben, 'sandbox')
  },
  'taking a guest into a channel and out of it': async () => {
    await subscribe(people.ann, 'general', { principals: [people.guest.id] })
    await people.owner
      .delete('users/me/subscriptions', { subscriptions: ['general'], principals: [people.guest.id] })
      .succeeds()
  },
  'taking a bot into a channel': () => subscribe(people.ann, 'general', { principals: [people.bot.id] }),
  'putting somebody out of a private channel': async () => {
    await subscribe(people.ann, 'plans', {
      invite_only: true,
      principals: [people.ann.id, people.ben.id, people.guest.id],
    })
    await people.ann
      .delete('users/me/subscriptions', {
        subscriptions: ['plans'],
        principals: [people.ben.id, people.guest.id],
      })
      .succeeds()
  },
  'making and leaving a channel through GraphQL': async () => {
    await people.ann.graphql(
      `mutation ($ids: [Int!]) { subscribe(input: { channels: [{ name: "ql" }], principals: { databaseIds: $ids } }) { created { name } } }`,
      { ids: [people.ann.id, people.guest.id] },
    )
    await people.ann.graphql('mutation { unsubscribe(input: { names: ["ql"] }) { removed { name } } }')
  },
  'changing a channel in every way that nobody loses sight of it by': async () => {
    await changeChannel(people.owner, people.general, {
      new_name: 'square',
      description: 'For **all**',
      topics_policy: 'disable_empty_topic',
      message_retention_days: 30,
      default_push_notifications: true,
      can_send_message_group: { new: { direct_members: [people.ann.id], direct_subgroups: [] } },
    })
  },
  'making a public channel private, and public again': async () => {
    const { id } = await people.ann
      .post('channels/create', {
        name: 'plans',
        subscribers: [people.ann.id, people.ben.id, people.guest.id],
      })
      .succeeds()
    await changeChannel(people.ann, id, { is_private: true, history_public_to_subscribers: false })
    await changeChannel(people.ann, id, { can_subscribe_group: { new: oneMember(outsider.id) } })
    await changeChannel(people.ann, id, { can_subscribe_group: { new: oneMember(people.ben.id) } })
    await changeChannel(people.ann, id, { is_private: false })
  },
  'archiving a channel and taking it back': async () => {
    await people.owner.delete(`streams/${people.general}`).succeeds()
    await subscribe(people.ann, 'tea')
    await changeChannel(people.owner, people.general, { is_archived: false, description: 'Back' })
  },
  'making and changing folders': async () => {
    const make = (name: string) =>
      people.owner.post('channel_folders/create', { name, description: 'For **us**' }).succeeds()
    const [one, two] = [(await make('one')).channel_folder_id, (await make('two')).channel_folder_id]
    await people.owner.patch('channel_folders', { order: [two, one] }).succeeds()
    await make('three')
    await people.owner.patch(`channel_folders/${two}`, { name: '2', is_archived: true }).succeeds()
    await changeChannel(people.owner, people.general, { folder_id: one })
    await changeChannel(people.owner, people.general, { folder_id: null })
  },
  'deleting a topic': async () => {
    const send = (topic: string) =>
      people.ann.post('messages', { type: 'stream', to: people.general, topic, content: 'Hi' }).succeeds()
    const ids = [(await send('a')).id, (await send('b')).id, (await send('A')).id]
    await people.ben.post('messages/flags', { messages: ids, op: 'add', flag: 'starred' }).succeeds()
    await outsider.post('messages/flags', { messages: ids, op: 'add', flag: 'starred' }).succeeds()
    await people.owner.post(`streams/${people.general}/delete_topic`, { topic_name: 'a' }).succeeds()
  },
  'changing the default channels': async () => {
    await people.owner.delete('default_streams', { stream_id: people.sandbox }).succeeds()
    await changeChannel(people.owner, people.sandbox, { is_default_stream: true, is_private: false })
    await people.owner.delete('default_streams', { stream_id: people.general }).succeeds()
  },
  'colouring and muting a channel': async () => {
    for (const [property, value] of [
      ['color', '#123456'],
      ['is_muted', true],
      ['desktop_notifications', true],
    ]) {
      await people.ann
        .patch(`users/me/subscriptions/${people.general}`, { property, value: String(value) })
        .succeeds()
    }
  },
  'joining and leaving at once': () =>
    outsider
      .patch('users/me/subscriptions', { add: [{ name: 'general' }, { name: 'mine' }], delete: ['general'] })
      .succeeds(),
  'muting and following topics': async () => {
    for (const [topic, visibility_policy] of [
      ['tea', 1],
      ['', 3],
      ['Tea', 2],
      ['cake', 1],
      ['', 0],
    ]) {
      await people.ann.post('user_topics', { stream_id: people.general, topic, visibility_policy }).succeeds()
    }
  },
  'making, changing, deactivating and reactivating a group': async () => {
    const { ann, ben, bot, guest } = people
    const inner = await makeGroup(ann, { members: [ben.id] })
    const id = await makeGroup(ann, { subgroups: [inner], can_remove_members_group: these([ann]) })
    await ann
      .post(`user_groups/${id}/members`, { add: [guest.id, bot.id], delete_subgroups: [inner] })
      .succeeds()
    await ann.post(`user_groups/${id}/members`, { delete: [guest.id] }).succeeds()
    await ann.post(`user_groups/${inner}/deactivate`).succeeds()
    await ann.patch(`user_groups/${inner}`, { name: 'renamed', description: 'Inner.' }).succeeds()
    await ann.post(`user_groups/${id}/deactivate`).succeeds()
    await ann.patch(`user_groups/${id}`, { deactivated: false, name: 'back' }).succeeds()
    await ann.patch(`user_groups/${id}`, { can_join_group: { new: these([ben], [id]) } }).succeeds()
  },
  'coming into sight of a private channel by a group': async () => {
    const { ann, ben } = people
    const id = await makeGroup(ann, { can_remove_members_group: these([ann]) })
    const settings = { name: 'plans', invite_only: true, subscribers: [ann.id], can_subscribe_group: id }
    await ann.post('channels/create', settings).succeeds()
    await ann.post(`user_groups/${id}/members`, { add: [ben.id, outsider.id] }).succeeds()
    await ann.post(`user_groups/${id}/members`, { delete: [ben.id] }).succeeds()
  },
  'making a user': async () => {
    await server.core.db.prisma.user.update({
      where: { id: people.owner.id },
      data: { canCreateUsers: true },
    })
    await people.owner
      .post('users', {
        email: 'new@parley.example',
        full_name: 'Nia New',
        password: 'a long passphrase, 4 you',
      })
      .succeeds()
  },
  'signing in for the first time': async () => {
    await server.core.db.prisma.user.update({
      where: { id: people.owner.id },
      data: { canCreateUsers: true },
    })
    const email = 'new@parley.example'
    await people.owner
      .post('users', { email, full_name: 'Nia New', password: 'a long passphrase, 4 you' })
      .succeeds()
    await people.owner
      .post('fetch_api_key', { username: email, password: 'a long passphrase, 4 you' })
      .succeeds()
  },
}

describe('old snapshot and events make a fresh snapshot, for everybody and in every form, after', () => {
  it.each(Object.entries(actions))('%s', async (_, action) => proveFor(action))
})

describe('where guests see only whom they have to do with, too, after', () => {
  it.each([
    'making a user',
    'signing in for the first time',
    'making a public channel',
    'making a private channel with others',
    'making a channel with a guest in it',
    'joining a channel and leaving it',
    'joining and leaving at once',
    'taking a guest into a channel and out of it',
    'taking a bot into a channel',
    'putting somebody out of a private channel',
    'sending directly',
    'sending to a channel',
  ])('%s', async (title) => {
    await limitGuests(server, people)
    await proveFor(actions[title] ?? (() => Promise.reject(new Error(`There is no action ${title}.`))))
  })
})

describe('the proof itself', () => {
  it('sees a difference', async () => {
    const queue = await register(people.ann, ['stream'])
    const changed = structuredClone(queue.registered)
    changed.streams[0].subscriber_count += 1
    expect(normalized(changed)).not.toEqual(normalized(queue.registered))
    await queue.replayEqualsFreshRegister()
  })
})
