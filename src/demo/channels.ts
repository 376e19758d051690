import type { GraphqlClient } from './graphql-client.ts'
import { inParallel } from './in-parallel.ts'
import type { Member, Members } from './members.ts'
import { Progress } from './progress.ts'
import { demoChannels, membersOf } from './script.ts'
import type { DemoChannel } from './story.ts'

/** Ids of the demo's channels. */
export type ChannelIds = ReadonlyMap<DemoChannel, number>

interface Owner {
  readonly client: GraphqlClient
  readonly userId: number
}

const AT_ONCE = 4

/**
 * Makes the channels, each by one of its members, and subscribes everybody to theirs: to public ones
 * they subscribe themselves, to private ones they are invited. The owner is in all of them.
 */
export async function openChannels(owner: Owner, members: Members): Promise<ChannelIds> {
  const progress = new Progress('Channels', demoChannels.length)
  const known = await channelIdsByName(owner.client)
  const ids = new Map<DemoChannel, number>()
  for (const channel of demoChannels) {
    const existing = known.get(channel.name)
    ids.set(channel, existing ?? (await createChannel(channel, owner, members)))
    progress.step()
  }
  const people = new Progress('Subscriptions', members.size)
  const publicIds = demoChannels.flatMap((channel) => (channel.isPrivate ? [] : [ids.get(channel) ?? -1]))
  await subscribe(owner.client, publicIds)
  await inParallel([...members.values()], AT_ONCE, async (member) => {
    const own = demoChannels.filter(
      (channel) => !channel.isPrivate && membersOf(channel).includes(member.person),
    )
    await subscribe(
      member.client,
      own.map((channel) => ids.get(channel) ?? -1),
    )
    people.step()
  })
  return ids
}

async function channelIdsByName(client: GraphqlClient): Promise<Map<string, number>> {
  const { channels } = await client.run<{ channels: { name: string; databaseId: number }[] }>(
    '{ channels { name databaseId } }',
  )
  return new Map(channels.map(({ name, databaseId }) => [name, databaseId]))
}

async function createChannel(channel: DemoChannel, owner: Owner, members: Members): Promise<number> {
  const inside = membersOf(channel).flatMap((person): Member[] => {
    const member = members.get(person)
    return member ? [member] : []
  })
  const [creator] = inside
  if (!creator) throw new Error(`Nobody is in ${channel.name}.`)
  const subscribers = channel.isPrivate
    ? [...inside.map(({ userId }) => userId), owner.userId]
    : [creator.userId]
  const { createChannel } = await creator.client.run<{ createChannel: { channel: { databaseId: number } } }>(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { channel { databaseId } } }',
    {
      input: {
        name: channel.name,
        description: channel.description,
        subscriberDatabaseIds: subscribers,
        settings: { isPrivate: channel.isPrivate ?? false },
        announce: channel.isPrivate !== true,
      },
    },
  )
  return createChannel.channel.databaseId
}

async function subscribe(client: GraphqlClient, channelIds: readonly number[]): Promise<void> {
  await client.run('mutation ($input: SubscribeInput!) { subscribe(input: $input) { unauthorized } }', {
    input: { channelDatabaseIds: channelIds },
  })
}
