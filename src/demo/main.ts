import { openChannels } from './channels.ts'
import { readPlan, usage } from './command-line.ts'
import { holdConversations, send } from './conversations.ts'
import { GraphqlClient } from './graphql-client.ts'
import { signUpMembers } from './members.ts'
import { readUp } from './reading.ts'
import { writeChannelThreads, writeDirectThreads } from './script.ts'

/** The demo's last message is in this topic: where it is, the demo has run to its end. */
const MARK = { channel: 'sandbox', topic: 'demo' }
/** Of so many messages in channels, one is a direct message. */
const DIRECT_SHARE = 12

async function hasRun(owner: GraphqlClient): Promise<boolean> {
  const { channel } = await owner.run<{ channel: { topics: { name: string }[] } }>(
    'query ($name: String!) { channel(name: $name) { topics { name } } }',
    { name: MARK.channel },
  )
  return channel.topics.some(({ name }) => name === MARK.topic)
}

async function main(): Promise<void> {
  const plan = await readPlan(process.argv.slice(2), process.env)
  if (!plan) {
    console.log(usage)
    return
  }
  const client = new GraphqlClient(plan.site, plan)
  const { viewer, organization } = await client
    .run<{ viewer: { databaseId: number }; organization: { name: string } }>(
      '{ viewer { databaseId } organization { name } }',
    )
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Nothing can be done at ${plan.site} as ${plan.email}: ${reason}`)
    })
  if (await hasRun(client)) {
    console.log(`The demo has run in ${organization.name} already.`)
    return
  }
  const began = Date.now()
  const members = await signUpMembers(client, plan)
  const channelIds = await openChannels({ client, userId: viewer.databaseId }, members)
  const inChannels = await holdConversations(
    'Messages',
    writeChannelThreads(plan.messages),
    members,
    channelIds,
  )
  const direct = await holdConversations(
    'Direct messages',
    writeDirectThreads(plan.messages / DIRECT_SHARE),
    members,
    channelIds,
  )
  await readUp([...inChannels, ...direct], members)
  await send(client, {
    channel: { channelName: MARK.channel, topic: MARK.topic },
    content: 'The demo has filled this organization with people, channels and conversations.',
  })
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(
    `${organization.name} has ${members.size} more people, ${channelIds.size} more channels and ${inChannels.length + direct.length} more messages, after ${seconds} s.`,
  )
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
