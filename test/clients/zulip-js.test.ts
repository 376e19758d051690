import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { type Following, follow } from '../support/socket.ts'
import { clientOf } from './connect.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  // The library cannot name a host, so that it reaches the root organization.
  people = await cast(server, '')
})

interface Data {
  readonly eventBatches: { readonly events: readonly { id: number; payload: { message: { id: number } } }[] }
}

/** Ids of events and of their messages, as the websocket gets them. */
async function nextPairs(following: Following<Data>, count: number): Promise<number[][]> {
  const pairs: number[][] = []
  while (pairs.length < count) {
    const { events } = (await following.next()).eventBatches
    pairs.push(...events.map(({ id, payload }) => [id, payload.message.id]))
  }
  return pairs
}

describe('zulip-js, a client library written elsewhere and not patched', () => {
  it('sends a channel and a direct message, and receives both as a websocket client does', async () => {
    const ann = await clientOf(people.ann)
    const ben = await clientOf(people.ben)
    const queue = await ben.queues.register({ event_types: ['message'] })
    expect(queue).toMatchObject({ result: 'success', queue_id: expect.any(String) })
    const following = follow<Data>(
      people.ben,
      'subscription { eventBatches(types: ["message"]) { events { id payload } } }',
    )
    expect((await following.next()).eventBatches.events).toEqual([])

    const toChannel = await ann.messages.send({
      type: 'stream',
      to: 'general',
      topic: 'tea',
      content: 'Who is in?',
    })
    const direct = await ann.messages.send({ type: 'private', to: [people.ben.email], content: 'You *too*?' })
    expect(toChannel).toMatchObject({ result: 'success', id: expect.any(Number) })
    expect(direct).toMatchObject({ result: 'success', id: expect.any(Number) })

    const received: { id: number; message: Record<string, unknown> }[] = []
    let lastEventId = queue.last_event_id
    while (received.length < 2) {
      const { events } = await ben.events.retrieve({ queue_id: queue.queue_id, last_event_id: lastEventId })
      for (const event of events) {
        lastEventId = event.id
        if (event.type === 'message') received.push(event)
      }
    }
    expect(received.map(({ message }) => message)).toMatchObject([
      {
        id: toChannel.id,
        type: 'stream',
        display_recipient: 'general',
        subject: 'tea',
        content: 'Who is in?',
      },
      { id: direct.id, type: 'private', sender_full_name: 'Ann Lee', content: 'You *too*?' },
    ])
    expect(await nextPairs(following, 2)).toEqual(received.map(({ id, message }) => [id, message.id]))
    await following.stop()
    expect(await ben.queues.deregister({ queue_id: queue.queue_id })).toMatchObject({ result: 'success' })
  })

  it('reads back what was sent', async () => {
    const ann = await clientOf(people.ann)
    const { id } = await ann.messages.send({
      type: 'stream',
      to: 'sandbox',
      topic: 'notes',
      content: '**kept**',
    })
    const { messages } = await ann.messages.retrieve({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'stream', operand: 'sandbox' }],
    })
    expect(messages).toMatchObject([{ id, content: '<p><strong>kept</strong></p>' }])
    expect(await ann.messages.flags.add({ messages: [id], flag: 'starred' })).toMatchObject({
      messages: [id],
    })
  })

  it('reacts to a message and takes it back, by either of its ways', async () => {
    const ann = await clientOf(people.ann)
    const ben = await clientOf(people.ben)
    const { id } = await ann.messages.send({ type: 'stream', to: 'general', topic: 'fun', content: 'Ha!' })
    const queue = await ben.queues.register({ event_types: ['reaction'] })
    expect(await ann.reactions.add({ message_id: id, emoji_name: 'tada' })).toMatchObject({
      result: 'success',
    })
    expect(
      await ben.reactions.add({
        message_id: id,
        emoji_name: 'zulip',
        emoji_code: 'zulip',
        reaction_type: 'zulip_extra_emoji',
      }),
    ).toMatchObject({ result: 'success' })
    expect(await ben.reactions.add({ message_id: id, emoji_name: 'zulip' })).toMatchObject({
      result: 'error',
      code: 'REACTION_ALREADY_EXISTS',
    })
    const { message } = await ann.messages.getById({ message_id: id })
    expect(message.reactions).toEqual([
      { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: people.ann.id },
      {
        emoji_name: 'zulip',
        emoji_code: 'zulip',
        reaction_type: 'zulip_extra_emoji',
        user_id: people.ben.id,
      },
    ])
    expect(await ann.reactions.remove({ message_id: id, emoji_name: 'tada' })).toMatchObject({
      result: 'success',
    })
    expect(await ben.messages.deleteReactionById({ message_id: id, emoji_code: 'zulip' })).toMatchObject({
      result: 'success',
    })
    const { events } = await ben.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 })
    expect(events.map(({ op }: { op: string }) => op)).toEqual(['add', 'add', 'remove', 'remove'])
  })

  it('tells others that somebody types', async () => {
    const ann = await clientOf(people.ann)
    const ben = await clientOf(people.ben)
    const queue = await ben.queues.register({ event_types: ['typing'] })
    for (const op of ['start', 'stop']) {
      expect(await ann.typing.send({ to: [people.ben.id], op })).toMatchObject({ result: 'success' })
    }
    const { events } = await ben.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 })
    expect(events).toMatchObject([
      { type: 'typing', op: 'start', sender: { user_id: people.ann.id } },
      { type: 'typing', op: 'stop' },
    ])
  })

  it('stars messages and takes the star back, and lists custom emoji', async () => {
    const ann = await clientOf(people.ann)
    const { id } = await ann.messages.send({ type: 'stream', to: 'general', topic: 'fun', content: 'Ha!' })
    const change = { messages: [id], flag: 'starred' }
    expect(await ann.messages.flags.add(change)).toMatchObject({ messages: [id] })
    expect(await ann.messages.flags.remove(change)).toMatchObject({ messages: [id] })
    expect(await ann.emojis.retrieve()).toMatchObject({ result: 'success', emoji: {} })
  })

  it('lists users, channels, subscriptions and topics', async () => {
    const ann = await clientOf(people.ann)
    const { members } = await ann.users.retrieve()
    expect(members.map((member: { full_name: string }) => member.full_name)).toEqual(
      expect.arrayContaining(['Olivia Owner', 'Ann Lee', 'Ben Ito']),
    )
    expect(await ann.users.me.getProfile()).toMatchObject({ user_id: people.ann.id, full_name: 'Ann Lee' })
    const names = ({ name }: { name: string }) => name
    expect((await ann.streams.retrieve()).streams.map(names)).toEqual(
      expect.arrayContaining(['general', 'sandbox']),
    )
    expect((await ann.streams.subscriptions.retrieve()).subscriptions.map(names).sort()).toEqual([
      'general',
      'sandbox',
    ])
    expect(await ann.streams.getStreamId('general')).toMatchObject({ stream_id: people.general })
    const { topics } = await ann.streams.topics.retrieve({ stream_id: people.general })
    expect(topics.map(names)).toContain('greetings')
  })

  it('finds out what it talks to', async () => {
    const ann = await clientOf(people.ann)
    expect(await ann.server.settings()).toMatchObject({ result: 'success', zulip_feature_level: 500 })
  })

  it('joins and leaves a channel', async () => {
    const ann = await clientOf(people.ann)
    const subscriptions = JSON.stringify([{ name: 'gardening' }])
    expect(await ann.users.me.subscriptions.add({ subscriptions })).toMatchObject({
      subscribed: { [people.ann.id]: ['gardening'] },
    })
    expect(
      await ann.users.me.subscriptions.remove({ subscriptions: JSON.stringify(['gardening']) }),
    ).toMatchObject({ removed: ['gardening'] })
  })
})
