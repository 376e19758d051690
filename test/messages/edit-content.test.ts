import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Parameters } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { Backstage, channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

const edit = (person: Person, id: number, content: string, more: Parameters = {}) =>
  person.patch(`messages/${id}`, { content, ...more })
const read = async (person: Person, id: number, more: Parameters = {}) =>
  (await person.get(`messages/${id}`, more).succeeds()).message
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const capable = { client_capabilities: { empty_topic_name: true } }

/** Makes a message look older than it is. */
const age = (id: number, seconds: number) =>
  server.core.db.query(sql`
    UPDATE message SET date_sent = date_sent - make_interval(secs => ${seconds}) WHERE id = ${id}`)

describe('PATCH /messages/{message_id} with content', () => {
  it('changes the content and tells everybody who can read the message, each with their flags', async () => {
    const { ann, ben, guest, moderator } = people
    const place = await channel(people, 'kitchen', [ann, ben])
    const id = await say(ann, place, 'tea', 'Hot')
    await ben.post('messages/flags', { op: 'add', flag: 'starred', messages: [id] }).succeeds()
    const queues = await Promise.all(
      [ann, ben, moderator, guest].map((person) => register(person, ['update_message'])),
    )
    expect(await edit(ann, id, 'Cold *tea*\n').succeeds()).toMatchObject({ detached_uploads: [] })
    const message = await read(ben, id)
    expect(message).toMatchObject({ content: '<p>Cold <em>tea</em></p>', flags: ['starred'] })
    expect(Math.abs(message.last_edit_timestamp - Date.now() / 1000)).toBeLessThan(60)
    expect(message.last_moved_timestamp).toBeUndefined()
    const told = (flags: string[]) => ({
      type: 'update_message',
      user_id: ann.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      flags,
      edit_timestamp: message.last_edit_timestamp,
      stream_name: 'kitchen',
      stream_id: place,
      orig_content: 'Hot',
      orig_rendered_content: '<p>Hot</p>',
      content: 'Cold *tea*',
      rendered_content: '<p>Cold <em>tea</em></p>',
      is_me_message: false,
    })
    await queues[0]?.receives(told([]))
    await queues[1]?.receives(told(['starred']))
    await queues[2]?.receivesNothing()
    await queues[3]?.receivesNothing()
  })

  it('tells whoever edits and moves what they read, subscribed or not', async () => {
    const { ann, admin, moderator } = people
    const place = await channel(people, 'larder', [ann])
    const id = await say(moderator, place, 'tea', 'Hot')
    const queues = await Promise.all(
      [moderator, admin].map((person) => register(person, ['update_message'], capable)),
    )
    await edit(moderator, id, 'Cold').succeeds()
    const told = { message_id: id, message_ids: [id], flags: ['read', 'historical'] }
    expect(await queues[0]?.take()).toMatchObject([{ ...told, content: 'Cold' }])
    await queues[1]?.receivesNothing()
    const quiet = { send_notification_to_new_thread: false }
    await admin.patch(`messages/${id}`, { topic: 'cake', ...quiet }).succeeds()
    await admin.patch(`messages/${id}`, { stream_id: people.general, ...quiet }).succeeds()
    expect(await queues[1]?.take()).toMatchObject([
      { ...told, subject: 'cake' },
      { ...told, new_stream_id: people.general },
    ])
  })

  it('tells of a direct message those who are in the conversation', async () => {
    const { ann, ben, admin } = people
    const id = await tell(ann, [ben], 'Psst')
    const [bens, admins] = await Promise.all([ben, admin].map((one) => register(one, ['update_message'])))
    await edit(ann, id, '/me whispers').succeeds()
    const [event] = (await bens?.takeCount(1)) ?? []
    expect(event).toMatchObject({ message_ids: [id], content: '/me whispers', is_me_message: true })
    expect(Object.keys(event ?? {})).not.toContain('stream_id')
    await admins?.receivesNothing()
    await edit(ben, id, 'Mine').fails('BAD_REQUEST', "You don't have permission to edit this message")
    await edit(admin, id, 'Mine').fails('BAD_REQUEST', 'Invalid message(s)')
  })

  it('keeps what there is when the content is gone, too long, or cannot be kept', async () => {
    const { ann } = people
    const id = await say(ann, 'general', 'tea', 'Hot')
    await edit(ann, id, ' \n ').succeeds()
    expect(await read(ann, id, { apply_markdown: false })).toMatchObject({ content: '(deleted)' })
    await edit(ann, id, 'x'.repeat(10_001)).succeeds()
    const { content } = await read(ann, id, { apply_markdown: false })
    expect(content).toHaveLength(10_000)
    expect(content.endsWith('\n[message truncated]')).toBe(true)
    await edit(ann, id, content).fails('BAD_REQUEST', 'Nothing to change')
    await ann.patch(`messages/${id}`).fails('BAD_REQUEST', 'Nothing to change')
    await edit(ann, id, 'a', { propagate_mode: 'change_all' }).fails('BAD_REQUEST', 'propagate_mode')
    await edit(ann, id, 'a', { propagate_mode: 'change_none' }).fails('BAD_REQUEST', 'propagate_mode')
    await edit(ann, id, 'a', { stream_id: people.sandbox }).fails('BAD_REQUEST', 'another channel')
    await edit(ann, id, 'a\0').fails('BAD_REQUEST')
    const poll = await say(ann, 'general', 'tea', '/poll Tea?\nYes\nNo')
    await edit(ann, poll, 'No poll').fails('BAD_REQUEST', 'Polls and to-do lists cannot be edited')
  })

  it('refuses to overwrite what somebody else has changed', async () => {
    const { ann } = people
    const id = await say(ann, 'general', 'tea', 'Hot')
    await edit(ann, id, 'Warm', { prev_content_sha256: sha256('Hot') }).succeeds()
    expect(await edit(ann, id, 'Cold', { prev_content_sha256: sha256('Hot') })).toMatchObject({
      status: 400,
      body: { code: 'EXPECTATION_MISMATCH', field_name: 'prev_content_sha256' },
    })
    expect(await read(ann, id)).toMatchObject({ content: '<p>Warm</p>' })
  })

  it('lets nobody but the sender edit, and only as the organization allows', async () => {
    const own = await cast(server)
    const backstage = new Backstage(server, own)
    const { ann, ben, admin, owner, bot } = own
    const id = await say(ann, 'general', 'tea', 'Hot')
    for (const person of [ben, admin, owner]) {
      await edit(person, id, 'Mine').fails('BAD_REQUEST', "You don't have permission to edit this message")
    }
    const bots = await say(bot, await channel(own, 'bots', [bot, ann]), 'tea', 'Beep')
    await edit(bot, bots, 'Boop').succeeds()
    await edit(ann, bots, 'Bap').fails('BAD_REQUEST', "You don't have permission to edit this message")
    await age(id, 610)
    await edit(ann, id, 'Within the grace').succeeds()
    await age(id, 20)
    await edit(ann, id, 'Late').fails('BAD_REQUEST', 'The time limit for editing this message has passed')
    await backstage.organizationSetting('messageContentEditLimitSeconds', null)
    await edit(ann, id, 'Never late').succeeds()
    await backstage.organizationSetting('allowMessageEditing', false)
    await edit(ann, id, 'No').fails('BAD_REQUEST', 'Your organization has turned off message editing')
    await backstage.organizationSetting('allowMessageEditing', true)
    await backstage.archive(own.general)
    await edit(ann, id, 'No').fails('BAD_REQUEST', 'Messages of an archived channel cannot be edited')
  })

  it('answers for a message that one cannot see as for none', async () => {
    const { ann, ben, guest } = people
    const id = await say(ann, await channel(people, 'secret', [ann], { invite_only: true }), 'tea', 'Hot')
    for (const person of [ben, guest]) {
      const [hidden, none] = [await edit(person, id, 'x'), await edit(person, 2_000_000_000, 'x')]
      expect(hidden.body).toEqual(none.body)
      expect(hidden.body).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid message(s)' })
    }
  })

  it('finds out anew whom it mentions: nothing becomes unread, and nobody gets it for that', async () => {
    const { ann, ben, admin } = people
    const place = await channel(people, 'attic', [ann, ben])
    const id = await say(ann, place, 'tea', 'Hi @**Ben Ito**')
    const events = ['message', 'update_message', 'update_message_flags']
    const queue = await register(ben, events, { fetch_event_types: ['message', 'update_message_flags'] })
    await admin.post('users/me/subscriptions', { subscriptions: [{ name: 'attic' }] }).succeeds()
    const late = await register(admin, events)
    await edit(ann, id, 'Hi @**Adam Admin** and @**topic**').succeeds()
    expect((await read(ben, id)).flags).toEqual([])
    expect((await read(ann, id)).flags).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned'])
    expect((await read(admin, id)).flags).toEqual(['read', 'historical'])
    expect(await late.take()).toMatchObject([{ type: 'update_message', flags: ['read', 'historical'] }])
    await queue.replayEqualsFreshRegister()
    await edit(ann, id, 'Hi @**Ben Ito** and @**all**').succeeds()
    expect((await read(ben, id)).flags).toEqual([
      'mentioned',
      'stream_wildcard_mentioned',
      'wildcard_mentioned',
    ])
    await queue.replayEqualsFreshRegister()
    await ben.post('messages/flags', { op: 'add', flag: 'read', messages: [id] }).succeeds()
    await edit(ann, id, 'Hi @**Ben Ito**').succeeds()
    expect((await read(ben, id)).flags).toEqual(['read', 'mentioned'])
    await queue.replayEqualsFreshRegister()
  })

  it('lets only those mention many who may', async () => {
    const own = await cast(server)
    const crowd = await Promise.all(Array.from({ length: 14 }, () => own.person()))
    const id = await say(own.ann, 'general', 'tea', 'Hi')
    await edit(own.ann, id, 'Hi @**all**').fails('STREAM_WILDCARD_MENTION_NOT_ALLOWED')
    for (const person of crowd) await say(person, 'general', 'tea', 'Me')
    await say(own.ben, 'general', 'tea', 'Me too')
    await edit(own.ann, id, 'Hi @**topic**').fails('TOPIC_WILDCARD_MENTION_NOT_ALLOWED')
    const owners = await say(own.owner, 'general', 'tea', 'Hi')
    await edit(own.owner, owners, 'Hi @**all** @**topic**').succeeds()
  })

  it('changes content and topic at once, with one event and one entry of the history', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'milk', 'Hot')
    const queue = await register(ben, ['update_message'], capable)
    await edit(ann, id, 'Cold', { subject: 'cream', send_notification_to_new_thread: false }).succeeds()
    const events = await queue.takeCount(1)
    expect(events).toMatchObject([{ content: 'Cold', subject: 'cream', orig_subject: 'milk' }])
    await queue.receivesNothing()
    const message = await read(ben, id)
    expect(message).toMatchObject({ subject: 'cream', content: '<p>Cold</p>' })
    expect(message.edit_history).toEqual([
      {
        user_id: ann.id,
        timestamp: message.last_edit_timestamp,
        prev_content: 'Hot',
        prev_rendered_content: '<p>Hot</p>',
        prev_topic: 'milk',
        topic: 'cream',
      },
    ])
  })
})

describe('editMessage in GraphQL', () => {
  const mutation = `mutation ($input: EditMessageInput!) {
    editMessage(input: $input) { messageDatabaseId movedMessageDatabaseIds message { content topic } } }`

  it('edits, and answers the first answer to a repetition', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', 'Hot')
    const input = { messageDatabaseId: id, content: 'Cold', idempotencyKey: `edit ${id}` }
    const expected = {
      editMessage: {
        messageDatabaseId: id,
        movedMessageDatabaseIds: [],
        message: { content: 'Cold', topic: 'tea' },
      },
    }
    expect(await ann.graphql(mutation, { input })).toEqual(expected)
    const queue = await register(ben, ['update_message'])
    expect(await ann.graphql(mutation, { input })).toEqual(expected)
    await queue.receivesNothing()
    await expect(
      ben.graphql(mutation, { input: { messageDatabaseId: id, content: 'x' } }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
