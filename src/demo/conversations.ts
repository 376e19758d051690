import type { ChannelIds } from './channels.ts'
import type { GraphqlClient } from './graphql-client.ts'
import { inParallel } from './in-parallel.ts'
import type { Member, Members } from './members.ts'
import type { DemoPerson } from './people.ts'
import { Progress } from './progress.ts'
import type { Thread } from './script.ts'

/** A message that was sent. */
export interface SentMessage {
  readonly id: number
  readonly speaker: DemoPerson
  /** Who received it, the speaker too. */
  readonly people: readonly DemoPerson[]
}

/** Conversations that go on at the same time. Each of them is in order. */
const AT_ONCE = 8

/**
 * Has everybody say what the script has for them. A message that an earlier run has sent within the
 * last day is not sent again: its key tells.
 */
export async function holdConversations(
  title: string,
  threads: readonly Thread[],
  members: Members,
  channelIds: ChannelIds,
): Promise<SentMessage[]> {
  const progress = new Progress(
    title,
    threads.reduce((sum, { messages }) => sum + messages.length, 0),
  )
  const sent = await inParallel(threads, AT_ONCE, async (thread) => {
    const here: SentMessage[] = []
    for (const { speaker, content, key } of thread.messages) {
      const id = await send(memberOf(members, speaker).client, {
        ...destination(thread, members, channelIds),
        content,
        readBySender: true,
        idempotencyKey: key,
      })
      here.push({ id, speaker, people: thread.people })
      progress.step()
    }
    return here
  })
  return sent.flat()
}

function memberOf(members: Members, person: DemoPerson): Member {
  const member = members.get(person)
  if (!member) throw new Error(`${person.name} has no account.`)
  return member
}

function destination({ place, people }: Thread, members: Members, channelIds: ChannelIds): object {
  if (place) {
    return { channel: { channelDatabaseId: channelIds.get(place.channel), topic: place.topic } }
  }
  return { direct: { userDatabaseIds: people.map((person) => memberOf(members, person).userId) } }
}

/** Sends one message; its id. */
export async function send(client: GraphqlClient, input: object): Promise<number> {
  const { sendMessage } = await client.run<{ sendMessage: { messageDatabaseId: number } }>(
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { messageDatabaseId } }',
    { input },
  )
  return sendMessage.messageDatabaseId
}
