import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast
let tea = 0
let letter = 0
let place = 0

beforeAll(async () => {
  people = await cast(server)
  const { ann, ben, moderator, owner } = people
  place = await channel(people, 'garden', [ann, ben])
  tea = await say(ann, place, 'tea', 'Hi @**Ben Ito**, see https://parley.example/cake')
  await say(owner, 'general', '✔ cake', 'Done, cake')
  letter = await tell(ann, [ben], 'A letter')
  await tell(moderator, [ben, ann], 'To both')
  await ann.post(`messages/${tea}/reactions`, { emoji_name: 'tada' }).succeeds()
  await ben.post('messages/flags', { messages: [letter], op: 'add', flag: 'starred' }).succeeds()
  await ben.post('user_topics', { stream_id: place, topic: 'tea', visibility_policy: 3 }).succeeds()
})

/** What each typed condition stands for, in the spelling of the REST API. */
const pairs = (): [typed: Record<string, unknown>, operator: string, operand: unknown][] => [
  [{ channelDatabaseId: place }, 'channel', place],
  [{ channelName: 'GARDEN' }, 'channel', 'garden'],
  [{ channels: 'PUBLIC' }, 'channels', 'public'],
  [{ channels: 'WEB_PUBLIC' }, 'channels', 'web-public'],
  [{ channels: 'ARCHIVED' }, 'channels', 'archived'],
  [{ topic: 'TEA' }, 'topic', 'tea'],
  [{ topic: '' }, 'topic', ''],
  [{ directUserDatabaseIds: [people.ann.id] }, 'dm', [people.ann.id]],
  [{ directIncludingUserDatabaseId: people.ann.id }, 'dm-including', people.ann.id],
  [{ senderDatabaseId: people.ann.id }, 'sender', people.ann.id],
  [{ mentionedUserDatabaseId: people.ben.id }, 'mentions', people.ben.id],
  [{ messageDatabaseId: tea }, 'id', tea],
  [{ withMessageDatabaseId: letter }, 'with', letter],
  [{ has: 'LINK' }, 'has', 'link'],
  [{ has: 'IMAGE' }, 'has', 'image'],
  [{ has: 'ATTACHMENT' }, 'has', 'attachment'],
  [{ has: 'REACTION' }, 'has', 'reaction'],
  [{ is: 'DIRECT' }, 'is', 'dm'],
  [{ is: 'STARRED' }, 'is', 'starred'],
  [{ is: 'MENTIONED' }, 'is', 'mentioned'],
  [{ is: 'UNREAD' }, 'is', 'unread'],
  [{ is: 'ALERTED' }, 'is', 'alerted'],
  [{ is: 'RESOLVED' }, 'is', 'resolved'],
  [{ is: 'FOLLOWED' }, 'is', 'followed'],
  [{ is: 'MUTED' }, 'is', 'muted'],
  [{ in: 'HOME' }, 'in', 'home'],
  [{ in: 'ALL' }, 'in', 'all'],
  [{ search: 'cake' }, 'search', 'cake'],
]

async function idsIn(narrow: readonly Record<string, unknown>[]): Promise<number[]> {
  const { messages } = await people.ben.graphql(
    'query ($narrow: [NarrowTermInput!]) { messages(last: 100, narrow: $narrow) { edges { node { databaseId } } } }',
    { narrow },
  )
  return messages.edges.map(({ node }: { node: { databaseId: number } }) => node.databaseId)
}

describe('A condition of a narrow', () => {
  it('with a type is the same as its operator, negated or not', async () => {
    for (const [typed, operator, operand] of pairs()) {
      for (const negated of [false, true]) {
        const spelled = await people.ben
          .get('messages', { anchor: 'newest', num_before: 100, narrow: [{ operator, operand, negated }] })
          .succeeds()
        expect(await idsIn([{ ...typed, negated }]), JSON.stringify({ typed, negated })).toEqual(
          spelled.messages.map(({ id }: { id: number }) => id),
        )
      }
    }
    // Each of these finds something, and not everything.
    const telling = [
      { has: 'LINK' },
      { has: 'REACTION' },
      { is: 'STARRED' },
      { is: 'MENTIONED' },
      { is: 'FOLLOWED' },
    ]
    for (const term of telling)
      expect(await idsIn([term])).toEqual(['STARRED'].includes(term.is ?? '') ? [letter] : [tea])
  })

  it('goes together with others', async () => {
    const { ann } = people
    expect(await idsIn([{ channelName: 'garden' }, { topic: 'tea' }, { is: 'UNREAD' }])).toEqual([tea])
    expect(await idsIn([{ senderDatabaseId: ann.id }, { is: 'DIRECT', negated: true }])).toEqual([tea])
    expect(await idsIn([{ topic: 'tea' }, { operator: 'has', operand: 'link' }])).toEqual([tea])
  })

  it('is exactly one', async () => {
    const wrong = [
      {},
      { negated: true },
      { topic: 'tea', is: 'UNREAD' },
      { topic: 'tea', operator: 'topic', operand: 'tea' },
      { operator: 'topic' },
      { operand: 'tea' },
      { operator: 'topic', operand: null },
      { topic: null },
    ]
    for (const term of wrong) {
      await expect(idsIn([term]), JSON.stringify(term)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        status: 400,
      })
    }
    await expect(idsIn([{ is: 'NOTHING' }])).rejects.toThrow('MessageState')
  })
})
