import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../src/events/transact.ts'
import { type SystemMessage, sendAsSystem } from '../../src/messages/send-as-system.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { say } from './place.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** Sends as an action of another noun would. */
async function send(...messages: SystemMessage[]): Promise<number[]> {
  const { core } = server
  const organization = {
    id: people.organizationId,
    subdomain: 'x',
    name: 'Test',
    settings: {},
    linkifiersVersion: 0,
  }
  return transact(core, organization.id, (tx) => sendAsSystem(tx, core, organization, messages))
}

describe('A message of the server’s own', () => {
  it('reaches a channel’s subscribers and a conversation, rendered, mentioning and announced', async () => {
    const { ann, ben, general } = people
    const [mine, theirs] = await Promise.all([register(ann, ['message']), register(ben, ['message'])])
    const [toChannel, direct] = await send(
      { bot: 'notification', to: { channelId: general, topic: 'news' }, content: 'Look, @**Ann Lee**!' },
      { bot: 'welcome', to: { userIds: [ben.id] }, content: 'Hi' },
    )
    expect(await mine.take()).toMatchObject([
      {
        flags: ['mentioned'],
        message: {
          id: toChannel,
          client: 'Internal',
          sender_full_name: 'Notification Bot',
          sender_email: 'notification-bot@zulip.com',
          sender_realm_str: '',
          subject: 'news',
          stream_id: general,
        },
      },
    ])
    expect(await theirs.take()).toMatchObject([
      { flags: [], message: { id: toChannel } },
      { flags: [], message: { id: direct, type: 'private', sender_full_name: 'Welcome Bot' } },
    ])
    const { message } = await ben.get(`messages/${direct}`).succeeds()
    expect(message).toMatchObject({ sender_realm_str: '', content: '<p>Hi</p>' })
    expect(message.display_recipient).toHaveLength(2)
  })
})

describe('Whom a notice mentions by name', () => {
  it('follows its topic, before it comes, unless they have muted it or do not want to', async () => {
    const { ann, ben, admin, guest, general } = people
    await ben.post('user_topics', { stream_id: general, topic: 'news', visibility_policy: 1 }).succeeds()
    await server.core.db.query(sql`
      UPDATE "user" SET settings = settings || '{"automaticallyFollowTopicsWhereMentioned": false}'
      WHERE id = ${admin.id}`)
    const follow = (person: Person) => register(person, ['user_topic', 'message'])
    const [queue, ...others] = await Promise.all([ann, ben, admin, guest].map(follow))
    const content = '@**Ann Lee**, @**Ben Ito**, @**Adam Admin**, @**Gus Guest**, @_**Olivia Owner**'
    await send({ bot: 'notification', to: { channelId: general, topic: 'News' }, content })
    expect(await queue?.take()).toMatchObject([
      { type: 'user_topic', stream_id: general, topic_name: 'News', visibility_policy: 3 },
      { type: 'message' },
    ])
    for (const other of others) {
      expect((await other.take()).filter(({ type }) => type === 'user_topic')).toEqual([])
    }
  })
})

describe('A message in a channel that was quiet for long', () => {
  it('makes it recently active, which everybody who sees the channel is told', async () => {
    const { ann, ben, guest, general } = people
    await server.core.db.query(sql`UPDATE channel SET is_recently_active = false WHERE id = ${general}`)
    const queue = await register(ben, ['stream'])
    const others = await register(guest, ['stream'])
    await say(ann, general, 'tea', 'Hi')
    await say(ann, general, 'tea', 'Ho')
    await queue.receives({
      type: 'stream',
      op: 'update',
      stream_id: general,
      name: 'general',
      property: 'is_recently_active',
      value: true,
    })
    await others.receivesNothing()
    expect((await ben.get(`streams/${general}`).succeeds()).stream.is_recently_active).toBe(true)
  })
})
