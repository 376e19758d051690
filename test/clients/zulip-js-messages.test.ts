import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { clientOf } from './connect.ts'

const server = testServer()
let people: Cast
let ann: Awaited<ReturnType<typeof clientOf>>
let ben: typeof ann

beforeAll(async () => {
  people = await cast(server, '')
  ;[ann, ben] = await Promise.all([clientOf(people.ann), clientOf(people.ben)])
})

const success = { result: 'success', msg: '' }

/** Sends to a topic of general; resolves with the message's id. */
const say = async (topic: string, content: string): Promise<number> =>
  (await ann.messages.send({ type: 'stream', to: 'general', topic, content })).id

/** The next events of a queue that has been registered for some. */
async function eventsAfter(queue: { queue_id: string }, lastEventId = -1) {
  const { events } = await ben.events.retrieve({ queue_id: queue.queue_id, last_event_id: lastEventId })
  return events
}

describe('What zulip-js does with messages', () => {
  it('sends by name, by id, to users by id and to itself', async () => {
    const before = await say('first', 'One')
    for (const to of [people.general, [people.general], ['general']]) {
      const sent = await ann.messages.send({ type: 'channel', to, topic: 'first', content: 'Two' })
      expect(sent).toEqual({ ...success, id: expect.any(Number) })
      expect(sent.id).toBeGreaterThan(before)
    }
    for (const to of [[people.ben.id, people.admin.id], [people.ann.email], people.ben.email]) {
      expect(await ann.messages.send({ type: 'direct', to, content: 'Hi' })).toMatchObject(success)
    }
    expect(await ann.messages.send({ type: 'stream', to: 'nowhere', topic: 'x', content: 'y' })).toEqual({
      result: 'error',
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Channel 'nowhere' does not exist",
      stream: 'nowhere',
    })
  })

  it('retrieves ranges, by narrows in both forms', async () => {
    const ids = [await say('ranges', 'One'), await say('ranges', 'Two *words*'), await say('ranges', 'Three')]
    const narrows = [
      [
        { operator: 'stream', operand: 'general' },
        { operator: 'topic', operand: 'ranges' },
      ],
      [
        ['channel', 'general'],
        ['topic', 'ranges'],
      ],
    ]
    for (const narrow of narrows) {
      const reply = await ben.messages.retrieve({ anchor: ids[1], num_before: 1, num_after: 5, narrow })
      expect(reply).toEqual({
        ...success,
        messages: ids.map((id) => expect.objectContaining({ id, subject: 'ranges', type: 'stream' })),
        anchor: ids[1],
        found_anchor: true,
        found_oldest: false,
        found_newest: true,
        history_limited: false,
      })
    }
    const plain = await ben.messages.retrieve({
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
      apply_markdown: false,
      narrow: [['search', 'words']],
    })
    expect(plain.messages).toMatchObject([
      { id: ids[1], content: 'Two *words*', match_content: expect.stringContaining('highlight') },
    ])
  })

  it('gets one message, with its Markdown', async () => {
    const id = await say('one', '**Bold**')
    expect(await ben.messages.getById({ message_id: id })).toEqual({
      ...success,
      message: expect.objectContaining({ id, content: '<p><strong>Bold</strong></p>', flags: [] }),
      raw_content: '**Bold**',
      // The library sends what stands in the path once more.
      ignored_parameters_unsupported: ['message_id'],
    })
    expect(await ben.messages.getById({ message_id: 2_000_000_000 })).toEqual({
      result: 'error',
      code: 'BAD_REQUEST',
      msg: 'Invalid message(s)',
    })
  })

  it('renders, given a text or parameters', async () => {
    const rendered = { ...success, rendered: '<p><em>Hi</em></p>' }
    expect(await ann.messages.render('*Hi*')).toEqual(rendered)
    expect(await ann.messages.render({ content: '*Hi*' })).toEqual(rendered)
  })

  it('edits and moves, and is told of it', async () => {
    const ids = [await say('edits', 'Wrong'), await say('edits', 'Right')]
    const queue = await ben.queues.register({ event_types: ['update_message'] })
    const edited = await ann.messages.update({ message_id: ids[0], content: 'Better' })
    expect(edited).toMatchObject({ ...success, detached_uploads: [] })
    const moved = await ann.messages.update({
      message_id: ids[0],
      topic: 'changes',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    })
    expect(moved).toMatchObject(success)
    expect(await eventsAfter(queue)).toMatchObject([
      { type: 'update_message', message_id: ids[0], message_ids: [ids[0]], content: 'Better' },
      {
        type: 'update_message',
        message_ids: ids,
        orig_subject: 'edits',
        subject: 'changes',
        propagate_mode: 'change_all',
      },
    ])
    expect(await ben.messages.update({ message_id: ids[0], content: 'Mine' })).toEqual({
      result: 'error',
      code: 'BAD_REQUEST',
      msg: "You don't have permission to edit this message",
    })
  })

  it('shows the history of a message', async () => {
    const id = await say('past', 'One')
    await ann.messages.update({ message_id: id, content: 'Two' })
    const { message_history, ...rest } = await ben.messages.getHistoryById({ message_id: id })
    expect(rest).toMatchObject(success)
    const common = { topic: 'past', user_id: people.ann.id, timestamp: expect.any(Number) }
    expect(message_history).toEqual([
      { ...common, content: 'One', rendered_content: '<p>One</p>' },
      {
        ...common,
        content: 'Two',
        rendered_content: '<p>Two</p>',
        prev_content: 'One',
        prev_rendered_content: '<p>One</p>',
        content_html_diff: expect.stringContaining('highlight_text_inserted'),
      },
    ])
  })

  it('deletes a message, and is told of it', async () => {
    const id = await say('gone', 'Oops')
    const queue = await ben.queues.register({ event_types: ['delete_message'] })
    expect(await ann.messages.deleteById({ message_id: id })).toMatchObject(success)
    expect(await eventsAfter(queue)).toEqual([
      {
        id: expect.any(Number),
        type: 'delete_message',
        message_id: id,
        message_type: 'stream',
        stream_id: people.general,
        topic: 'gone',
      },
    ])
    expect(await ann.messages.deleteById({ message_id: id })).toMatchObject({ msg: 'Invalid message(s)' })
  })

  it('sets and clears flags, and is told of it', async () => {
    const messages = [await say('flags', 'One'), await say('flags', 'Two')]
    const queue = await ben.queues.register({ event_types: ['update_message_flags'] })
    const read = { messages, flag: 'read' }
    expect(await ben.messages.flags.add(read)).toEqual({ ...success, messages })
    expect(await ben.messages.flags.remove(read)).toEqual({
      ...success,
      messages,
      ignored_because_not_subscribed_channels: [],
    })
    const common = {
      id: expect.any(Number),
      type: 'update_message_flags',
      flag: 'read',
      messages,
      all: false,
    }
    const details = { type: 'stream', stream_id: people.general, topic: 'flags', unmuted_stream_msg: true }
    expect(await eventsAfter(queue)).toEqual([
      { ...common, op: 'add', operation: 'add' },
      {
        ...common,
        op: 'remove',
        operation: 'remove',
        message_details: Object.fromEntries(messages.map((id) => [id, details])),
      },
    ])
    expect(await ben.messages.flags.add({ messages, flag: 'mentioned' })).toMatchObject({
      code: 'BAD_REQUEST',
      msg: "Flag not editable: 'mentioned'",
    })
  })

  it('tells that it types, to users and in a channel', async () => {
    const queue = await ben.queues.register({
      event_types: ['typing'],
      client_capabilities: JSON.stringify({ stream_typing_notifications: true }),
    })
    const to = [people.ben.id, people.admin.id]
    expect(await ann.typing.send({ to, op: 'start' })).toEqual(success)
    const place = { type: 'stream', stream_id: people.general, topic: 'tea' }
    expect(await ann.typing.send({ to: [], op: 'stop', ...place })).toEqual(success)
    const sender = { user_id: people.ann.id, email: people.ann.email }
    expect(await eventsAfter(queue)).toMatchObject([
      { op: 'start', message_type: 'direct', sender, recipients: [{}, {}, {}] },
      { op: 'stop', message_type: 'stream', sender, stream_id: people.general, topic: 'tea' },
    ])
  })

  it('lists what one writes with', async () => {
    expect(await ann.emojis.retrieve()).toEqual({ ...success, emoji: {} })
    expect(await ann.users.me.alertWords.retrieve()).toEqual({ ...success, alert_words: [] })
    expect(await ann.callEndpoint('/realm/linkifiers')).toEqual({ ...success, linkifiers: [] })
    // What linkifiers were once read from is gone since feature level 176.
    expect(await ann.filters.retrieve()).toEqual({
      result: 'error',
      msg: 'Method not allowed: GET',
      allowed_methods: expect.arrayContaining(['POST']),
    })
  })

  it('reaches every other endpoint by its path', async () => {
    const id = await say('paths', 'Hi')
    const narrow = JSON.stringify([['topic', 'paths']])
    const range = { anchor: 'newest', num_before: 5, num_after: 0, narrow, op: 'add', flag: 'starred' }
    expect(await ben.callEndpoint('/messages/flags/narrow', 'POST', range)).toEqual({
      ...success,
      processed_count: 1,
      updated_count: 1,
      first_processed_id: id,
      last_processed_id: id,
      found_oldest: true,
      found_newest: true,
    })
    expect(await ben.callEndpoint(`messages/${id}/read_receipts`, 'GET')).toEqual({
      ...success,
      user_ids: [],
    })
    expect(await ben.callEndpoint('/mark_all_as_read', 'POST')).toEqual({ ...success, complete: true })
    expect(
      await ann.callEndpoint('/messages/matches_narrow', 'GET', { msg_ids: JSON.stringify([id]), narrow }),
    ).toEqual({ ...success, messages: { [id]: { match_content: '<p>Hi</p>', match_subject: 'paths' } } })
  })

  it('calls back on each event, having asked for no types', async () => {
    const queues = async () =>
      (await server.core.db.query(sql`SELECT 1 FROM event_queue WHERE user_id = ${people.ben.id}`)).length
    const before = await queues()
    const received = new Promise<{ type: string; message: { content: string } }>((resolve) => {
      void ben.callOnEachEvent((event) => {
        if (event.type !== 'message') return
        // It would ask again a second later, for ever: that second never ends.
        vi.useFakeTimers({ toFake: ['setTimeout'] })
        setImmediate(() => {
          vi.useRealTimers()
          resolve(event)
        })
      })
    })
    await expect.poll(queues, { timeout: 10_000 }).toBe(before + 1)
    await say('events', 'Here')
    expect(await received).toMatchObject({ type: 'message', message: { content: 'Here' } })
  })
})
