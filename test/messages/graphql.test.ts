import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'
import { Visitor } from '../support/visitor.ts'
import { channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const SEND = `mutation ($input: SendMessageInput!) {
  sendMessage(input: $input) { messageDatabaseId message { content renderedContent topic channelName flags } }
}`

describe('sendMessage', () => {
  it('reaches REST queues and websockets with the same event', async () => {
    const { ann, ben } = people
    const queue = await register(ben, ['message'])
    const following = follow<{ eventBatches: { events: { id: number; messageFlags: string[] }[] } }>(
      ben,
      'subscription { eventBatches(types: ["message"]) { events { id ... on MessageEvent { messageFlags } } } }',
    )
    await following.next()
    const { sendMessage } = await ann.graphql(SEND, {
      input: { channel: { channelName: 'general', topic: 'tea' }, content: 'Hi @**Ben Ito**' },
    })
    expect(sendMessage.message).toEqual({
      content: 'Hi @**Ben Ito**',
      renderedContent: expect.stringContaining('<p>Hi <span class="user-mention"'),
      topic: 'tea',
      channelName: 'general',
      flags: [],
    })
    const [event] = await queue.takeCount(1)
    expect(event).toMatchObject({ message: { id: sendMessage.messageDatabaseId }, flags: ['mentioned'] })
    const { events } = (await following.next()).eventBatches
    expect(events).toEqual([{ id: event?.id, messageFlags: ['mentioned'] }])
    await following.stop()
  })

  it('takes users by id and by address', async () => {
    const { ann, ben } = people
    for (const direct of [{ userDatabaseIds: [ben.id] }, { addresses: [ben.email] }]) {
      const { sendMessage } = await ann.graphql(SEND, { input: { direct, content: 'Hi' } })
      expect(sendMessage.message).toMatchObject({ channelName: null, topic: '' })
    }
  })

  it('wants one place, named in one way', async () => {
    const { ann } = people
    const inputs = [
      { content: 'Hi' },
      { content: 'Hi', channel: { channelName: 'general' }, direct: { userDatabaseIds: [1] } },
      { content: 'Hi', channel: {} },
      { content: 'Hi', channel: { channelName: 'general', channelDatabaseId: 1 } },
      { content: 'Hi', direct: {} },
      { content: 'Hi', direct: { userDatabaseIds: [], addresses: [] } },
      { content: 'Hi', direct: { userDatabaseIds: [] } },
      { content: 'Hi', channel: { channelName: 'a\0b' } },
      { content: 'a\0b', channel: { channelName: 'general' } },
      { content: 'Hi', channel: { channelName: 'general' }, localId: '1' },
    ]
    for (const input of inputs) {
      await expect(ann.graphql(SEND, { input })).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 })
    }
    const input = { content: 'Hi', channel: { channelName: 'nowhere' } }
    const refusal = { code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' }
    await expect(ann.graphql(SEND, { input })).rejects.toMatchObject(refusal)
  })

  it('keeps half a surrogate pair out of the database', async () => {
    const input = { content: 'a\ud800b', channel: { channelName: 'general' } }
    const { sendMessage } = await people.ann.graphql(SEND, { input })
    expect(sendMessage.message.content).toBe('a\ufffdb')
  })

  it('answers a repeated request with its key as the first time, and refuses the key for another', async () => {
    const { ann } = people
    const input = { content: 'Hi', channel: { channelName: 'general' }, idempotencyKey: 'k1' }
    const first = await ann.graphql(SEND, { input })
    expect(await ann.graphql(SEND, { input })).toEqual(first)
    const other = { ...input, content: 'Ho' }
    await expect(ann.graphql(SEND, { input: other })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })
})

describe('messageWindow', () => {
  it('answers messages with sender, channel, participants and people', async () => {
    const { ann, ben } = people
    await say(ann, 'general', '', 'One')
    await tell(ben, [ann], 'Two')
    const { messageWindow } = await ben.graphql(`{
      messageWindow(anchor: NEWEST, numBefore: 10) {
        anchorDatabaseId foundAnchor foundOldest foundNewest
        messages {
          topic content isMeMessage dateSent lastEditedAt sendingClient flags
          sender { fullName } channel { name } participants { fullName }
        }
        people { fullName }
      }
    }`)
    const common = {
      isMeMessage: false,
      dateSent: expect.any(String),
      lastEditedAt: null,
      sendingClient: 'ParleyTest',
    }
    const [annie, benny] = [{ fullName: 'Ann Lee' }, { fullName: 'Ben Ito' }]
    expect(messageWindow).toEqual({
      anchorDatabaseId: null,
      foundAnchor: false,
      foundOldest: true,
      foundNewest: true,
      messages: [
        {
          ...common,
          topic: '',
          content: 'One',
          flags: [],
          sender: annie,
          channel: { name: 'general' },
          participants: null,
        },
        {
          ...common,
          topic: '',
          content: 'Two',
          flags: [],
          sender: benny,
          channel: null,
          participants: [annie, benny],
        },
      ],
      people: [annie, benny],
    })
  })

  it('wants one anchor or ids, and not too many messages', async () => {
    const refused = [
      'numBefore: 1',
      'anchor: NEWEST, anchorDatabaseId: 1',
      'anchor: NEWEST, messageDatabaseIds: [1]',
      'anchor: NEWEST, numBefore: 5001',
      'anchor: NEWEST, numBefore: -1',
    ]
    for (const parameters of refused) {
      const query = `{ messageWindow(${parameters}) { messages { databaseId } } }`
      await expect(people.ann.graphql(query)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    const ids = Array.from({ length: 5001 }, (_, i) => i)
    const query =
      'query ($ids: [Int!]) { messageWindow(messageDatabaseIds: $ids) { messages { databaseId } } }'
    await expect(people.ann.graphql(query, { ids })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('names people whom a limited guest cannot see by no name', async () => {
    const { ann, guest } = people
    const groupId = (await server.core.systemGroups.of(server.core.db, people.organizationId)).idOf[
      'role:members'
    ]
    const { Backstage } = await import('./place.ts')
    await new Backstage(server, people).organizationPermission('can_access_all_users_group', groupId)
    const open = await channel(people, 'open', [ann, guest])
    await say(ann, open, 'tea', 'Hi')
    await say(people.ben, open, 'tea', 'Ho')
    const { messages } = await guest.get('messages', { anchor: 'newest', num_before: 5 }).succeeds()
    expect(messages).toMatchObject([
      { sender_full_name: 'Ann Lee', sender_email: 'ann@parley.example' },
      { sender_full_name: 'Unknown user', sender_email: expect.stringMatching(/^user\d+@/) },
    ])
  })
})

describe('message and node', () => {
  it('answer a message, or the same refusal as for none', async () => {
    const { ann, ben, owner } = people
    const id = await say(ann, 'general', 'tea', 'Hi')
    const letter = await tell(ann, [owner], 'Hi')
    const query = 'query ($id: Int!) { message(databaseId: $id) { id databaseId content } }'
    const { message } = await ben.graphql(query, { id })
    expect(message).toMatchObject({ databaseId: id, content: 'Hi' })
    const { node } = await ben.graphql(
      'query ($id: ID!) { node(id: $id) { id ... on Message { databaseId } } }',
      {
        id: message.id,
      },
    )
    expect(node).toEqual({ id: message.id, databaseId: id })
    for (const hidden of [letter, 999_999]) {
      const refusal = { code: 'BAD_REQUEST', message: 'Invalid message(s)' }
      await expect(ben.graphql(query, { id: hidden })).rejects.toMatchObject(refusal)
    }
    await expect(new Visitor(ann.identity).graphql(query, { id })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })
})

describe('changeMessageFlags', () => {
  it('changes flags as POST /messages/flags does', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', 'Hi')
    const change = `mutation ($input: ChangeMessageFlagsInput!) {
      changeMessageFlags(input: $input) { messageDatabaseIds unsubscribedChannelDatabaseIds }
    }`
    const input = { messageDatabaseIds: [id], flag: 'starred', operation: 'ADD' }
    expect(await ben.graphql(change, { input })).toEqual({
      changeMessageFlags: { messageDatabaseIds: [id], unsubscribedChannelDatabaseIds: null },
    })
    await expect(ben.graphql(change, { input: { ...input, flag: 'mentioned' } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

describe('POST /register', () => {
  it('says where the history ends, and events go on from there', async () => {
    const { ann, ben } = people
    const parameters = { fetch_event_types: ['message'] }
    expect((await register(ben, ['message'], parameters)).registered.max_message_id).toBe(-1)
    const queue = await register(ben, ['message'], parameters)
    const id = await say(ann, 'general', 'tea', 'Hi')
    const [event] = await queue.takeCount(1)
    expect((await register(ben, ['message'], parameters)).registered.max_message_id).toBe(event?.message.id)
    expect(event?.message.id).toBe(id)
  })
})
