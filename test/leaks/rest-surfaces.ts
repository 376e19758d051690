import type { Reply } from '../support/actor.ts'
import type { Findings } from './findings.ts'
import { activeSubscribers, type ModelChannel, type ModelMessage } from './model.ts'
import { Sight, shownName } from './sight.ts'
import { wordsIn } from './words.ts'
import type { Onlooker, World } from './world.ts'

interface WireMessage {
  readonly id: number
  readonly content: string
  readonly sender_id: number
  readonly sender_full_name: string
}

const all = { anchor: 'oldest', num_before: 0, num_after: 1000, apply_markdown: false }
const REFUSED = 'refused'

/** Compares what somebody is told over REST with what the model says; random objects come from the world's chance. */
export async function compareRest(world: World, onlooker: Onlooker, findings: Findings): Promise<void> {
  const { person, title, user } = onlooker
  const { model, chance } = world
  const sight = new Sight(model, user)
  const { forbidden } = sight
  const isGuest = user.role === 600

  async function ask(surface: string, path: string, parameters = {}): Promise<Reply> {
    const reply = await person.get(path, parameters)
    findings.silence(title, surface, reply.body, forbidden)
    return reply
  }
  // biome-ignore lint/suspicious/noExplicitAny: the replies' closed shapes are checked where they come in.
  const list = ({ status, body }: Reply, field: string): any[] =>
    status === 200 ? (body[field] as unknown[]) : [REFUSED]
  const compare = (surface: string, told: Iterable<unknown>, due: Iterable<unknown>) =>
    findings.compare(title, surface, told, due)
  const dueOr = (isAllowed: boolean, due: readonly unknown[]) => (isAllowed ? due : [REFUSED])

  const channels = async (surface: string, parameters: object, due: readonly ModelChannel[]) => {
    const told = list(await ask(surface, 'streams', parameters), 'streams')
    compare(
      surface,
      told.map((one) => `${one.stream_id} ${one.name} ${one.subscriber_count}`),
      due.map((one) => `${one.id} ${one.name} ${activeSubscribers(model, one).length}`),
    )
  }
  await channels('every channel', { include_all: true, exclude_archived: false }, sight.known)
  await channels(
    'channels as listed',
    {},
    sight.known.filter((one) => !one.isArchived && (sight.isIn(one) || (!isGuest && !one.isPrivate))),
  )
  const content = { include_can_access_content: true, include_public: false, include_subscribed: false }
  await channels('readable channels', { ...content, exclude_archived: false }, sight.readable)

  const messages = async (surface: string, parameters: object, due: readonly ModelMessage[]) => {
    const told = list(await ask(surface, 'messages', parameters), 'messages') as WireMessage[]
    compare(
      surface,
      told.map(
        (one) => `${one.id} ${one.content} by ${shownName(model, one.sender_id, one.sender_full_name)}`,
      ),
      due.map((message) => sight.shown(message)),
    )
  }
  await messages('combined feed', all, sight.history)
  const ids = [...model.messages.keys()]
  await messages('messages by id', { message_ids: ids, apply_markdown: false }, sight.messages)
  const narrowed = (operator: string, operand: unknown) => ({ ...all, narrow: [{ operator, operand }] })
  await messages(
    'messages of public channels',
    narrowed('channels', 'public'),
    (isGuest ? sight.history : sight.messages).filter(
      (message) => sight.channelOf(message)?.isPrivate === false,
    ),
  )
  const channel = world.channel()
  const inChannel = sight.messages.filter(({ channelId }) => channelId === channel.id)
  await messages('messages of a channel', narrowed('channel', channel.id), inChannel)
  const words = [...model.messages.values()].flatMap(({ content }) => wordsIn(content))
  const word = chance.one([...words, 'nothing'])
  await messages(
    'messages found by a word',
    narrowed('search', word),
    sight.history.filter(({ content }) => wordsIn(content).includes(word)),
  )
  const message = chance.one([...model.messages.values()])
  const one = await ask('a message', `messages/${message.id}`, { apply_markdown: false })
  const text = one.status === 200 ? (one.body.message as { content: string }).content : REFUSED
  compare('a message', [text], dueOr(sight.messages.includes(message), [message.content]))

  const topics = list(
    await ask('topics', `users/me/${channel.id}/topics`, { allow_empty_topic_name: true }),
    'topics',
  )
  compare(
    'topics',
    topics.map((topic) => (topic === REFUSED ? topic : `${topic.max_id} ${topic.name}`)),
    dueOr(sight.readable.includes(channel), sight.topics(channel)),
  )
  const subscribers = list(await ask('subscribers', `streams/${channel.id}/members`), 'subscribers')
  compare('subscribers', subscribers, dueOr(sight.knows(channel), activeSubscribers(model, channel)))

  const users = list(await ask('users', 'users'), 'members')
  compare(
    'users',
    users.map(({ user_id, full_name }) => `${user_id} ${full_name}`),
    sight.users.map(({ id, name }) => `${id} ${name}`),
  )
  const own = list(
    await ask('own subscriptions', 'users/me/subscriptions', { include_subscribers: 'true' }),
    'subscriptions',
  )
  compare(
    'own subscriptions',
    own.map((one) => `${one.stream_id} ${one.subscribers}`),
    sight.known
      .filter((one) => sight.isIn(one) && !one.isArchived)
      .map((one) => `${one.id} ${activeSubscribers(model, one)}`),
  )
  // What deactivated users are in is kept, and shown to nobody.
  const other = chance.one([...model.users.values()].filter(({ isActive }) => isActive))
  const sees = sight.users.includes(other)
  const theirs = list(await ask('channels of a user', `users/${other.id}/channels`), 'subscribed_channel_ids')
  compare(
    'channels of a user',
    theirs,
    dueOr(
      sees,
      sight.known.filter((one) => one.subscribers.has(other.id)).map(({ id }) => id),
    ),
  )
  const { status, body } = await ask(
    'whether a user is in a channel',
    `users/${other.id}/subscriptions/${channel.id}`,
  )
  compare(
    'whether a user is in a channel',
    [status === 200 ? body.is_subscribed : REFUSED],
    dueOr(sees && sight.knows(channel), [channel.subscribers.has(other.id)]),
  )
}
