import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer({ PARLEY_MODE: 'development' })
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const sendTo = async (from: Person, to: readonly number[], content = 'Hi', more = {}): Promise<number> =>
  (await from.post('messages', { type: 'direct', to, content, ...more }).succeeds()).id

const sendIn = async (from: Person, topic: string, content = 'Hi'): Promise<number> =>
  (await from.post('messages', { type: 'stream', to: people.general, topic, content }).succeeds()).id

async function registered(person: Person, more: Record<string, unknown> = {}) {
  return (await register(person, undefined, more)).registered
}

const unreadOf = async (person: Person, more?: Record<string, unknown>) =>
  (await registered(person, more)).unread_msgs

describe('unread_msgs', () => {
  it('lists conversations by the others in them, oneself among them', async () => {
    const { ann, ben, admin } = people
    const self = await sendTo(ann, [ann.id], 'Note', { read_by_sender: false })
    const fromBen = await sendTo(ben, [ann.id])
    const fromAdmin = await sendTo(admin, [ann.id])
    const group = await sendTo(ben, [ann.id, admin.id])
    const unread = await unreadOf(ann)
    const pm = (other: number, ...ids: number[]) => ({
      other_user_id: other,
      sender_id: other,
      unread_message_ids: ids,
    })
    expect(unread.pms).toEqual(
      [pm(ann.id, self), pm(ben.id, fromBen), pm(admin.id, fromAdmin)].sort(
        (left, right) => left.other_user_id - right.other_user_id,
      ),
    )
    const everybody = [ann.id, ben.id, admin.id].sort((left, right) => left - right)
    expect(unread.huddles).toEqual([{ user_ids_string: everybody.join(','), unread_message_ids: [group] }])
    expect(unread).toMatchObject({ count: 4, streams: [], mentions: [], old_unreads_missing: false })
  })

  it('lists topics without regard to case, as the newest message spells them', async () => {
    const before = (await unreadOf(people.ann)).streams
    const first = await sendIn(people.ben, 'Lunch')
    const second = await sendIn(people.ben, 'LUNCH')
    const other = await sendIn(people.ben, 'a snack')
    const unread = await unreadOf(people.ann)
    expect(unread.streams.filter((entry: unknown) => !before.includes(entry))).toEqual([
      { stream_id: people.general, topic: 'a snack', unread_message_ids: [other] },
      { stream_id: people.general, topic: 'LUNCH', unread_message_ids: [first, second] },
    ])
  })

  it('names the empty topic for those who do not know it', async () => {
    await sendIn(people.ben, '')
    const topicsOf = async (capabilities: object) =>
      (await unreadOf(people.ann, { client_capabilities: capabilities })).streams.map(
        ({ topic }: { topic: string }) => topic,
      )
    expect(await topicsOf({ empty_topic_name: true })).toEqual([''])
    expect(await topicsOf({})).toEqual(['general chat'])
  })

  it('counts no muted messages, lists them, and mentions them only where the user is meant', async () => {
    const { ann, ben } = people
    const quiet = await sendIn(ben, 'quiet', 'Hello @**all**')
    const named = await sendIn(ben, 'quiet', `Hello @**${ann.fullName}**`)
    // The mention has made Ann follow it.
    await ann
      .post('user_topics', { stream_id: people.general, topic: 'quiet', visibility_policy: 0 })
      .succeeds()
    const loud = await sendIn(ben, 'loud', 'Hello @**all**')
    await ann
      .post('users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: people.general, property: 'is_muted', value: true }],
      })
      .succeeds()
    await ann
      .post('user_topics', { stream_id: people.general, topic: 'Loud', visibility_policy: 2 })
      .succeeds()
    expect(await unreadOf(ann)).toMatchObject({
      count: 1,
      streams: [
        { topic: 'loud', unread_message_ids: [loud] },
        { topic: 'quiet', unread_message_ids: [quiet, named] },
      ],
      mentions: [named, loud],
    })
  })

  it('leaves out what is read, and channels that the user has left', async () => {
    const { ann, ben } = people
    const read = await sendTo(ben, [ann.id])
    await ann.post('messages/flags', { messages: [read], op: 'add', flag: 'read' }).succeeds()
    await sendIn(ben, 'over')
    await ann.delete('users/me/subscriptions', { subscriptions: ['general'] }).succeeds()
    expect(await unreadOf(ann)).toMatchObject({ count: 0, pms: [], streams: [] })
  })

  it('keeps to the newest 50,000, and says so', async () => {
    const { ann, ben } = people
    const oldest = await sendIn(ben, 'old', `Hello @**${ann.fullName}**`)
    await server.core.db.query(sql`
      WITH written AS (
        INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
        SELECT ${people.organizationId}, ${ben.id}, ${people.general}, 'many', 'x', '<p>x</p>', 'test'
        FROM generate_series(1, 49999) RETURNING id
      )
      INSERT INTO user_message (user_id, message_id, flags) SELECT ${ann.id}, id, 0 FROM written`)
    expect(await unreadOf(ann)).toMatchObject({
      count: 50_000,
      mentions: [oldest],
      old_unreads_missing: false,
    })
    await sendIn(ben, 'new')
    const unread = await unreadOf(ann)
    expect(unread).toMatchObject({ count: 50_000, mentions: [], old_unreads_missing: true })
    expect(unread.streams.map(({ topic }: { topic: string }) => topic)).toEqual(['many', 'new'])
  })

  it('is only for those who name messages and flags', async () => {
    const given = async (types: readonly string[]) =>
      'unread_msgs' in (await registered(people.ann, { fetch_event_types: types }))
    expect(await given(['message', 'update_message_flags'])).toBe(true)
    expect(await given(['message'])).toBe(false)
    expect(await given(['update_message_flags'])).toBe(false)
  })
})

describe('recent_private_conversations', () => {
  it('lists the others of each conversation, the latest first', async () => {
    const { ann, ben, admin } = people
    await sendTo(ben, [ann.id])
    const group = await sendTo(ben, [ann.id, admin.id])
    const self = await sendTo(ann, [ann.id])
    const last = await sendTo(ann, [ben.id])
    await sendTo(ben, [admin.id])
    const { recent_private_conversations: conversations } = await registered(ann)
    expect(conversations).toEqual([
      { max_message_id: last, user_ids: [ben.id] },
      { max_message_id: self, user_ids: [] },
      { max_message_id: group, user_ids: [ben.id, admin.id].sort((left, right) => left - right) },
    ])
  })
})
