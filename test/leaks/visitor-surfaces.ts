import type { Findings } from './findings.ts'
import { Sight } from './sight.ts'
import type { World } from './world.ts'

const REFUSED = 'refused'

/** Compares what somebody without an account is told over REST with what the model says. */
export async function compareForVisitor(world: World, findings: Findings): Promise<void> {
  const { model, visitor, chance } = world
  const sight = new Sight(model, null)
  const { forbidden } = sight
  const compare = (surface: string, told: Iterable<unknown>, due: Iterable<unknown>) =>
    findings.compare('visitor', surface, told, due)
  const narrow = [{ operator: 'channels', operand: 'web-public' }]
  const parameters = { anchor: 'oldest', num_before: 0, num_after: 1000, narrow }
  const feed = await visitor.get('messages', parameters)
  findings.silence('visitor', 'messages', feed.body, forbidden)
  compare(
    'messages',
    feed.status === 200 ? (feed.body.messages as { id: number }[]).map(({ id }) => id) : [REFUSED],
    model.admitsVisitors ? sight.messages.map(({ id }) => id) : [REFUSED],
  )
  const message = chance.one([...model.messages.values()])
  const one = await visitor.get(`messages/${message.id}`, { apply_markdown: false })
  findings.silence('visitor', 'a message', one.body, forbidden)
  compare(
    'a message',
    [one.status === 200 ? (one.body.message as { content: string }).content : REFUSED],
    [sight.messages.includes(message) ? message.content : REFUSED],
  )
  const channel = world.channel()
  const topics = await visitor.get(`users/me/${channel.id}/topics`, { allow_empty_topic_name: true })
  findings.silence('visitor', 'topics', topics.body, forbidden)
  compare(
    'topics',
    topics.status === 200
      ? (topics.body.topics as { name: string; max_id: number }[]).map(
          (topic) => `${topic.max_id} ${topic.name}`,
        )
      : [REFUSED],
    sight.knows(channel) ? sight.topics(channel) : [REFUSED],
  )
  const registered = await visitor.post('register', { client_capabilities: { archived_channels: true } })
  findings.silence('visitor', 'register', registered.body, forbidden)
  const isOpen = sight.known.some(({ isArchived }) => !isArchived)
  compare(
    'register',
    registered.status === 200
      ? (registered.body.streams as { stream_id: number }[]).map(({ stream_id }) => stream_id)
      : [REFUSED],
    isOpen ? sight.known.map(({ id }) => id) : [REFUSED],
  )
  const people = await visitor.get('users')
  findings.silence('visitor', 'users', people.body, forbidden)
  const writers = new Set(sight.messages.map(({ senderId }) => senderId).filter((id) => model.users.has(id)))
  compare(
    'users',
    people.status === 200
      ? (people.body.members as { user_id: number }[]).map(({ user_id }) => user_id)
      : [REFUSED],
    isOpen ? [...writers].sort((left, right) => left - right) : [REFUSED],
  )
}
