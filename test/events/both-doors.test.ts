import { beforeEach, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

it('a message sent through GraphQL reaches a REST queue', async () => {
  const queue = await register(people.ben, ['message'], { fetch_event_types: [] })
  const { sendMessage } = await people.ann.graphql(
    `mutation {
      sendMessage(input: { channel: { channelName: "general", topic: "tea" }, content: "From GraphQL" }) {
        messageDatabaseId
      }
    }`,
  )
  const [event] = await queue.takeCount(1)
  expect(event?.message).toMatchObject({ id: sendMessage.messageDatabaseId, content: 'From GraphQL' })
})

it('a message sent through REST reaches a GraphQL subscription', async () => {
  interface Data {
    readonly eventBatches: {
      readonly events: readonly { payload: { message: { id: number; content: string } } }[]
    }
  }
  const following = follow<Data>(
    people.ben,
    'subscription { eventBatches(types: ["message"]) { events { payload } } }',
  )
  await following.next()
  const { id } = await people.ann
    .post('messages', { type: 'stream', to: 'general', topic: 'tea', content: 'From REST' })
    .succeeds()
  const [event] = (await following.next()).eventBatches.events
  expect(event?.payload.message).toMatchObject({ id, content: 'From REST' })
  await following.stop()
})
