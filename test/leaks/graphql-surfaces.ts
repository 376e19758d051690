import type { Actor } from '../support/actor.ts'
import type { Findings } from './findings.ts'
import { activeSubscribers, type Reader } from './model.ts'
import { Sight, shownName } from './sight.ts'
import type { World } from './world.ts'

const nodes = `
  channelNodes: nodes(ids: $channels) { ... on Channel { databaseId name subscriberCount subscribers { fullName } } }
  messageNodes: nodes(ids: $messages) { ... on Message { databaseId content channel { name } sender { databaseId fullName } reactions { user { databaseId fullName } } } }
  channels(filter: { all: true, archived: true }) { databaseId name }`

const forUsers = `query ($channels: [ID!]!, $messages: [ID!]!, $users: [ID!]!) { ${nodes}
  userNodes: nodes(ids: $users) { ... on User { databaseId fullName channels { databaseId } } }
  readable: channels(filter: { readable: true, archived: true }) {
    databaseId topics { name maxMessageDatabaseId } messages(last: 500) { edges { node { databaseId } } }
  }
  users { databaseId fullName }
  viewer { subscriptions { channel { databaseId subscribers { databaseId fullName } } } }
  messageWindow(anchor: OLDEST, numAfter: 1000) { messages { databaseId } }
  messages(last: 500) { edges { node { databaseId } } }
}`

const forVisitors = `query ($channels: [ID!]!, $messages: [ID!]!) { ${nodes} }`

interface NamedUser {
  readonly databaseId: number
  readonly fullName: string
}
interface MessagePage {
  readonly edges: readonly { readonly node: { readonly databaseId: number } }[]
}
interface NamedChannel {
  readonly databaseId: number
  readonly name: string
}

/** The queries' data. */
interface Told {
  readonly channelNodes: readonly (
    | (NamedChannel & { readonly subscriberCount: number; readonly subscribers: readonly NamedUser[] })
    | null
  )[]
  readonly messageNodes: readonly ({
    readonly databaseId: number
    readonly content: string
    readonly channel: { readonly name: string } | null
    readonly sender: NamedUser
    readonly reactions: readonly { readonly user: NamedUser }[]
  } | null)[]
  readonly channels: readonly NamedChannel[]
  /** The rest not for visitors. */
  readonly userNodes: readonly ((NamedUser & { readonly channels: readonly NamedChannel[] }) | null)[]
  readonly readable: readonly {
    readonly databaseId: number
    readonly topics: readonly { readonly name: string; readonly maxMessageDatabaseId: number }[]
    readonly messages: MessagePage
  }[]
  readonly users: readonly NamedUser[]
  readonly viewer: {
    readonly subscriptions: readonly {
      readonly channel: { readonly databaseId: number; readonly subscribers: readonly NamedUser[] }
    }[]
  }
  readonly messageWindow: { readonly messages: readonly { readonly databaseId: number }[] }
  readonly messages: MessagePage
}

const present = <Item>(list: readonly (Item | null)[]): Item[] =>
  list.flatMap((one) => (one === null ? [] : [one]))

const idsOf = ({ edges }: MessagePage) => edges.map(({ node }) => node.databaseId)

const globalIds = (type: string, ids: Iterable<number>) =>
  [...ids].map((id) => Buffer.from(`${type}:${id}`).toString('base64'))

/** Compares what somebody, or a visitor, is told over GraphQL with what the model says. */
export async function compareGraphql(
  world: World,
  { title, actor, reader }: { readonly title: string; readonly actor: Actor; readonly reader: Reader },
  findings: Findings,
): Promise<void> {
  const { model } = world
  const sight = new Sight(model, reader)
  const variables = {
    channels: globalIds('Channel', model.channels.keys()),
    messages: globalIds('Message', model.messages.keys()),
    ...(reader && { users: globalIds('User', model.users.keys()) }),
  }
  const data: Told = await actor.graphql(reader ? forUsers : forVisitors, variables)
  findings.silence(title, 'GraphQL', data, sight.forbidden)
  const compare = (surface: string, told: Iterable<unknown>, due: Iterable<unknown>) =>
    findings.compare(title, `GraphQL: ${surface}`, told, due)
  compare(
    'channels by id',
    present(data.channelNodes).map(
      ({ databaseId, name, subscriberCount, subscribers }) =>
        `${databaseId} ${name} ${subscriberCount} ${subscribers.map((one) => one.fullName).sort()}`,
    ),
    sight.known.map((one) => {
      const subscribers = activeSubscribers(model, one)
      return `${one.id} ${one.name} ${subscribers.length} ${subscribers.map((id) => sight.nameOf(id)).sort()}`
    }),
  )
  compare(
    'messages by id',
    present(data.messageNodes).map(
      ({ databaseId, content, channel, sender }) =>
        `${databaseId} ${content} by ${shownName(model, sender.databaseId, sender.fullName)} in ${channel?.name}`,
    ),
    sight.messages.map((message) => `${sight.shown(message)} in ${sight.channelOf(message)?.name}`),
  )
  const reacting = present(data.messageNodes).flatMap(({ reactions }) => reactions.map(({ user }) => user))
  compare(
    'who reacts',
    reacting.map(({ databaseId, fullName }) => `${databaseId} ${fullName}`),
    reacting.map(({ databaseId }) => `${databaseId} ${sight.nameOf(databaseId)}`),
  )
  compare(
    'channels',
    present(data.channels).map(({ databaseId }) => databaseId),
    sight.known.map(({ id }) => id),
  )
  if (!reader) return
  const active = sight.users.filter(({ isActive }) => isActive)
  const due = active.map(({ id, name }) => {
    const theirs = sight.known.filter(({ subscribers }) => subscribers.has(id)).map((one) => one.id)
    return `${id} ${name} ${theirs}`
  })
  compare(
    'users by id',
    present(data.userNodes)
      // What deactivated users are in is kept, and shown to nobody.
      .filter(({ databaseId }) => model.users.get(databaseId)?.isActive)
      .map(
        ({ databaseId, fullName, channels }) =>
          `${databaseId} ${fullName} ${channels.map((one) => one.databaseId)}`,
      ),
    due,
  )
  compare(
    'users',
    data.users.map(({ databaseId, fullName }) => `${databaseId} ${fullName}`),
    sight.users.map(({ id, name }) => `${id} ${name}`),
  )
  compare(
    'readable channels and topics',
    data.readable.map(
      ({ databaseId, topics }) =>
        `${databaseId}: ${topics.map((one) => `${one.maxMessageDatabaseId} ${one.name}`).sort()}`,
    ),
    sight.readable.map((channel) => `${channel.id}: ${sight.topics(channel).sort()}`),
  )
  compare(
    'own subscriptions',
    data.viewer.subscriptions.map(
      ({ channel }) => `${channel.databaseId}: ${channel.subscribers.map((one) => one.fullName).sort()}`,
    ),
    sight.known
      .filter((one) => sight.isIn(one) && !one.isArchived)
      .map(
        (one) =>
          `${one.id}: ${activeSubscribers(model, one)
            .map((id) => sight.nameOf(id))
            .sort()}`,
      ),
  )
  compare(
    'messages of readable channels',
    data.readable.map(({ databaseId, messages }) => `${databaseId}: ${idsOf(messages)}`),
    sight.readable.map((channel) => {
      const inChannel = sight.messages.filter(({ channelId }) => channelId === channel.id)
      return `${channel.id}: ${inChannel.map(({ id }) => id)}`
    }),
  )
  compare(
    'combined feed',
    data.messageWindow.messages.map(({ databaseId }) => databaseId),
    sight.history.map(({ id }) => id),
  )
  compare(
    'combined feed, by pages',
    idsOf(data.messages),
    sight.history.map(({ id }) => id),
  )
}
