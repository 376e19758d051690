import { beforeEach, describe, expect, it } from 'vitest'
import { capabilityMeanings } from '../../src/contract/capabilities.ts'
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
const forms = [
  { client_capabilities: {}, include_subscribers: 'true' },
  { client_capabilities: everything, include_subscribers: 'true' },
  { client_capabilities: everything, include_subscribers: 'false', client_gravatar: false },
]

/** Everybody's queues, each with the snapshot of every gate, in every form. */
async function everybodysQueues(): Promise<TestQueue[]> {
  const { owner, admin, moderator, ann, ben, guest, bot } = people
  const readers = [owner, admin, moderator, ann, ben, outsider, guest, bot]
  return Promise.all(readers.flatMap((reader) => forms.map((form) => register(reader, undefined, form))))
}

async function proveFor(action: () => Promise<unknown>): Promise<void> {
  const queues = await everybodysQueues()
  await action()
  for (const queue of queues) await queue.replayEqualsFreshRegister()
}

type Action = () => Promise<unknown>

const subscribe = (by: Person, name: string, more: Record<string, unknown> = {}) =>
  by.post('users/me/subscriptions', { subscriptions: [{ name }], ...more }).succeeds()

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
  it.each(['making a user', 'signing in for the first time', 'making a public channel'])(
    '%s',
    async (title) => {
      await limitGuests(server, people)
      await proveFor(actions[title] ?? (() => Promise.reject(new Error(`There is no action ${title}.`))))
    },
  )
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
