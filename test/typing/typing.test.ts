import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { Backstage, channel, say, tell } from '../messages/place.ts'
import type { Parameters } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const listen = (person: Person, more: Parameters = {}) =>
  register(person, ['typing', 'typing_edit_message'], {
    client_capabilities: { stream_typing_notifications: true, empty_topic_name: true, ...more },
  })

const setting = (person: Person, name: string, value: boolean) =>
  server.core.db.query(sql`
    UPDATE "user" SET settings = settings || ${JSON.stringify({ [name]: value })}::jsonb WHERE id = ${person.id}`)

const entry = ({ id, email }: Person) => ({ user_id: id, email })

describe('POST /typing', () => {
  it('tells everybody in a conversation, its writer included, who want to know', async () => {
    const { ann, ben, admin, owner } = people
    await setting(admin, 'receivesTypingNotifications', false)
    const queues = await Promise.all([listen(ann), listen(ben)])
    const others = await Promise.all([listen(admin), listen(owner)])
    for (const [op, to] of [
      ['start', [ben.id, admin.id]],
      ['stop', [admin.id, ben.id, ann.id]],
    ] as const) {
      await ann.post('typing', { op, to }).succeeds()
    }
    const told = (op: string) => ({
      type: 'typing',
      op,
      message_type: 'direct',
      sender: entry(ann),
      recipients: [ann, ben, admin].sort((left, right) => left.id - right.id).map(entry),
    })
    for (const queue of queues) await queue.receives(told('start'), told('stop'))
    for (const queue of others) await queue.receivesNothing()
  })

  it('tells the subscribers of a channel whose clients know of it', async () => {
    const { ann, ben, guest, general } = people
    const [queue, own, old, outsider] = await Promise.all([
      listen(ben),
      listen(ann),
      listen(ben, { stream_typing_notifications: false }),
      listen(guest),
    ])
    const place = { stream_id: general, topic: 'tea' }
    await ann.post('typing', { type: 'stream', op: 'start', ...place }).succeeds()
    await ann
      .post('set-typing-status', { type: 'channel', op: 'stop', ...place, topic: '(no topic)' })
      .succeeds()
    const told = (op: string, topic: string) => ({
      type: 'typing',
      op,
      message_type: 'stream',
      sender: entry(ann),
      stream_id: general,
      topic,
    })
    for (const each of [queue, own]) await each.receives(told('start', 'tea'), told('stop', ''))
    await old.receivesNothing()
    await outsider.receivesNothing()
  })

  it('says nothing in a channel of more than 100 subscribers', async () => {
    const { ann, ben, general } = people
    const queue = await listen(ben)
    await server.core.db.query(sql`UPDATE channel SET subscriber_count = 101 WHERE id = ${general}`)
    await ann.post('typing', { type: 'stream', op: 'start', stream_id: general, topic: 'tea' }).succeeds()
    await queue.receivesNothing()
  })

  it('refuses those who do not want others to know, and those who could not send', async () => {
    const { ann, ben, guest, general } = people
    const place = { type: 'stream', op: 'start', stream_id: general, topic: 'tea' }
    await guest.post('typing', place).fails('BAD_REQUEST', 'Invalid channel ID')
    await ann.post('typing', { ...place, stream_id: 0 }).fails('BAD_REQUEST', 'Invalid channel ID')
    const quiet = await channel(people, 'quiet', [ann, ben], { is_announcement_only: true })
    await new Backstage(server, people).archive(quiet)
    await ann.post('typing', { ...place, stream_id: quiet }).fails('BAD_REQUEST', 'Not authorized to send')
    await ann.post('typing', { op: 'start', to: [2 ** 31 - 1] }).fails('BAD_REQUEST', 'Invalid user ID')
    await new Backstage(server, people).deactivate(ben)
    await ann.post('typing', { op: 'start', to: [ben.id] }).fails('BAD_REQUEST', 'no longer using')
    await setting(ann, 'sendChannelTypingNotifications', false)
    await ann.post('typing', place).fails('BAD_REQUEST', 'turned off')
    await ann.post('typing', { op: 'start', to: [guest.id] }).succeeds()
    await setting(ann, 'sendDirectTypingNotifications', false)
    await ann.post('typing', { op: 'start', to: [guest.id] }).fails('BAD_REQUEST', 'turned off')
  })

  it('refuses requests that do not say where', async () => {
    const { ann, general } = people
    await ann.post('typing', { op: 'start' }).fails('REQUEST_VARIABLE_MISSING', 'to')
    await ann.post('typing', { op: 'start', to: [] }).fails('BAD_REQUEST', 'recipients')
    await ann.post('typing', { type: 'channel', op: 'start' }).fails('BAD_REQUEST', 'Missing channel ID')
    await ann
      .post('typing', { type: 'channel', op: 'start', stream_id: general })
      .fails('REQUEST_VARIABLE_MISSING', 'topic')
    await ann.post('typing', { type: 'private', op: 'start', to: [1] }).fails('BAD_REQUEST', 'type')
    await ann.post('typing', { op: 'pause', to: [1] }).fails('BAD_REQUEST', 'op')
  })
})

describe('POST /messages/{message_id}/typing', () => {
  it('tells who would see the edit, of a message of one’s own', async () => {
    const { ann, ben, owner, guest, general } = people
    const inChannel = await say(ann, 'general', '', 'Hello')
    const direct = await tell(ann, [ben], 'Hello')
    const [queue, outsider] = await Promise.all([listen(ben), listen(guest)])
    await ann.post(`messages/${inChannel}/typing`, { op: 'start' }).succeeds()
    await ann.post(`messages/${direct}/typing`, { op: 'stop' }).succeeds()
    const told = { type: 'typing_edit_message', sender_id: ann.id }
    const recipient = { type: 'channel', channel_id: general, topic: '' }
    const ids = [ann.id, ben.id].sort((left, right) => left - right)
    await queue.receives(
      { ...told, op: 'start', message_id: inChannel, recipient },
      { ...told, op: 'stop', message_id: direct, recipient: { type: 'direct', user_ids: ids } },
    )
    await outsider.receivesNothing()
    await ben.post(`messages/${inChannel}/typing`, { op: 'start' }).fails('BAD_REQUEST', 'permission')
    await owner.post(`messages/${direct}/typing`, { op: 'start' }).fails('BAD_REQUEST', 'Invalid message(s)')
    await setting(ann, 'sendDirectTypingNotifications', false)
    await ann.post(`messages/${direct}/typing`, { op: 'start' }).fails('BAD_REQUEST', 'turned off')
  })
})

it('In GraphQL, typing is told alike', async () => {
  const { ann, ben, general } = people
  const queue = await listen(ben)
  const TYPE = 'mutation ($input: SendTypingInput!) { sendTyping(input: $input) { operation } }'
  const place = { channelDatabaseId: general, topic: 'tea' }
  const { sendTyping } = await ann.graphql(TYPE, { input: { channel: place, operation: 'START' } })
  expect(sendTyping).toEqual({ operation: 'START' })
  await ann.graphql(TYPE, { input: { userDatabaseIds: [ben.id], operation: 'STOP' } })
  const events = await queue.takeCount(2)
  expect(events).toMatchObject([
    { op: 'start', message_type: 'stream', topic: 'tea' },
    { op: 'stop', message_type: 'direct' },
  ])
  await expect(ann.graphql(TYPE, { input: { operation: 'START' } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const id = await tell(ann, [ben], 'Hello')
  await ann.graphql(
    'mutation ($input: SendEditTypingInput!) { sendEditTyping(input: $input) { operation } }',
    {
      input: { messageDatabaseId: id, operation: 'START' },
    },
  )
  expect(await queue.takeCount(1)).toMatchObject([{ type: 'typing_edit_message', message_id: id }])
})
