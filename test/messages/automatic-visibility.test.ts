import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register, type TestQueue } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { Backstage, say, systemGroup } from './place.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const settings = (person: Person, changed: Record<string, unknown>) =>
  server.core.db.query(sql`
    UPDATE "user" SET settings = settings || ${JSON.stringify(changed)}::jsonb WHERE id = ${person.id}`)

const listen = (person: Person): Promise<TestQueue> =>
  register(person, ['user_topic', 'message'], {
    fetch_event_types: ['user_topic'],
    client_capabilities: { empty_topic_name: true },
  })

/** Sends to general; resolves with how the sender treats the topic because of it. */
async function policyAfter(sender: Person, topic: string, content = 'Hello'): Promise<number | undefined> {
  const reply = await sender.post('messages', { type: 'channel', to: 'general', topic, content }).succeeds()
  return reply.automatic_new_visibility_policy
}

describe('Sending to a topic', () => {
  it('follows one that it starts, tells the sender alone, and says so in the reply', async () => {
    const { ann, ben, general } = people
    const [queue, other] = [await listen(ann), await listen(ben)]
    expect(await policyAfter(ann, 'tea')).toBe(3)
    expect(await policyAfter(ann, 'TEA')).toBeUndefined()
    expect(await policyAfter(ben, 'tea')).toBeUndefined()
    const [followed, ...messages] = await queue.takeCount(4)
    expect(followed).toMatchObject({
      type: 'user_topic',
      stream_id: general,
      topic_name: 'tea',
      visibility_policy: 3,
    })
    expect(messages.map(({ type }) => type)).toEqual(['message', 'message', 'message'])
    expect((await other.takeCount(3)).map(({ type }) => type)).toEqual(['message', 'message', 'message'])
    await queue.replayEqualsFreshRegister()
  })

  it('follows or unmutes by the sender’s own settings, and never makes it less', async () => {
    const { ann, ben, general } = people
    await say(ben, 'general', 'tea', 'Hello')
    await new Backstage(server, people).mute(ann, general)
    const queue = await listen(ann)
    expect(await policyAfter(ann, 'tea')).toBe(2)
    await settings(ann, { automaticallyFollowTopicsPolicy: 2 })
    expect(await policyAfter(ann, 'tea')).toBe(3)
    await settings(ann, {
      automaticallyFollowTopicsPolicy: 4,
      automaticallyUnmuteTopicsInMutedChannelsPolicy: 1,
    })
    expect(await policyAfter(ann, 'tea')).toBeUndefined()
    await settings(ann, { automaticallyUnmuteTopicsInMutedChannelsPolicy: 4 })
    expect(await policyAfter(ann, 'coffee')).toBeUndefined()
    await queue.replayEqualsFreshRegister()
  })

  it('goes before having muted the topic, and tells old clients, too', async () => {
    const { ann, ben, general } = people
    await say(ben, 'general', 'tea', 'Hello')
    await settings(ann, { automaticallyFollowTopicsPolicy: 1 })
    await ann.post('user_topics', { stream_id: general, topic: 'tea', visibility_policy: 1 }).succeeds()
    const old = await register(ann, ['muted_topics'])
    expect(await policyAfter(ann, 'tea')).toBe(3)
    await old.receives({ type: 'muted_topics', muted_topics: [] })
  })

  it('follows it for those whom it mentions by name, unless they have muted it or do not want that', async () => {
    const { ann, ben, admin, moderator, guest, owner, general, bot } = people
    await say(ann, 'general', 'tea', 'Hello')
    await settings(admin, { automaticallyFollowTopicsWhereMentioned: false })
    await moderator.post('user_topics', { stream_id: general, topic: 'tea', visibility_policy: 1 }).succeeds()
    await ben.post('user_topics', { stream_id: general, topic: 'tea', visibility_policy: 2 }).succeeds()
    const queue = await listen(ben)
    const others = await Promise.all([admin, moderator, guest, owner].map((person) => listen(person)))
    const mentioned = [ben, admin, moderator, guest, bot].map(({ fullName }) => `@**${fullName}**`).join(' ')
    const everyone = await systemGroup(server, people, 'role:everyone')
    await new Backstage(server, people).group('crew', [owner], everyone)
    const alsoNamed = `@_**${owner.fullName}** @*crew*`
    expect(await policyAfter(ann, 'tea', `${mentioned} ${alsoNamed}`)).toBeUndefined()
    const events = await queue.takeCount(2)
    expect(events[0]).toMatchObject({ type: 'user_topic', topic_name: 'tea', visibility_policy: 3 })
    expect(events[1]).toMatchObject({ type: 'message', flags: expect.arrayContaining(['mentioned']) })
    for (const other of others) {
      expect((await other.take()).filter(({ type }) => type === 'user_topic')).toEqual([])
    }
    await queue.replayEqualsFreshRegister()
  })

  it('changes nothing for bots, and says in GraphQL what it changed', async () => {
    const { ann, bot, general } = people
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [bot.id] })
      .succeeds()
    expect(await policyAfter(bot, 'of a bot')).toBeUndefined()
    const { sendMessage } = await ann.graphql(
      'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { newVisibilityPolicy } }',
      { input: { channel: { channelDatabaseId: general, topic: 'new' }, content: 'Hello' } },
    )
    expect(sendMessage).toEqual({ newVisibilityPolicy: 'FOLLOWED' })
  })

  it('counts those who reacted among the participants of a topic', async () => {
    const { ann, ben, admin } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    await ben.post(`messages/${id}/reactions`, { emoji_name: 'tada' }).succeeds()
    const asked = await say(ann, 'general', 'tea', '@**topic** Shall we?')
    const flagsOf = async (person: Person) => (await person.get(`messages/${asked}`).succeeds()).message.flags
    expect(await flagsOf(ben)).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned'])
    expect(await flagsOf(admin)).toEqual([])
  })
})
