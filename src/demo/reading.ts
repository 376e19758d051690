import type { SentMessage } from './conversations.ts'
import { Dice } from './dice.ts'
import type { GraphqlClient } from './graphql-client.ts'
import { inParallel } from './in-parallel.ts'
import type { Members } from './members.ts'
import { Progress } from './progress.ts'

/** The newest messages stay unread, so that there is something to read. */
const LEFT_UNREAD = 25
const STARRED = 3
const AT_ONCE = 4
/** Messages of one request. */
const BATCH = 1000

/** Has everybody read what they received, but for the newest messages, and star a few. */
export async function readUp(sent: readonly SentMessage[], members: Members): Promise<void> {
  const dice = new Dice(7)
  const progress = new Progress('Reading', members.size)
  const oldestFirst = [...sent].sort((left, right) => left.id - right.id)
  await inParallel([...members.values()], AT_ONCE, async ({ person, client }) => {
    const received = oldestFirst.filter(({ people }) => people.includes(person)).map(({ id }) => id)
    const read = received.slice(0, -LEFT_UNREAD)
    for (let start = 0; start < read.length; start += BATCH) {
      await setFlag(client, 'read', read.slice(start, start + BATCH))
    }
    const starred = dice.several(received, STARRED)
    if (starred.length > 0) await setFlag(client, 'starred', starred)
    progress.step()
  })
}

async function setFlag(client: GraphqlClient, flag: string, ids: readonly number[]): Promise<void> {
  await client.run(
    'mutation ($input: ChangeMessageFlagsInput!) { changeMessageFlags(input: $input) { messageDatabaseIds } }',
    { input: { messageDatabaseIds: ids, flag, operation: 'ADD' } },
  )
}
