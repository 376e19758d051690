import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { Backstage, channel, say, tell } from './place.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
let people: Cast
/** What Ann has said in `general`, alternately in two topics. */
const general: number[] = []

beforeAll(async () => {
  people = await cast(server)
  for (let i = 0; i < 9; i++) {
    general.push(await say(people.ann, 'general', i % 2 === 0 ? 'tea' : 'Cake', `Number ${i}`))
  }
})

interface Page {
  readonly ids: readonly number[]
  readonly start: string | null
  readonly end: string | null
  readonly before: boolean
  readonly after: boolean
}

const FIELDS = `{
  edges { cursor node { databaseId } }
  pageInfo { startCursor endCursor hasPreviousPage hasNextPage }
}`

// biome-ignore lint/suspicious/noExplicitAny: a reply as it comes.
function pageOf({ edges, pageInfo }: any): Page {
  return {
    ids: edges.map(({ node }: { node: { databaseId: number } }) => node.databaseId),
    start: pageInfo.startCursor,
    end: pageInfo.endCursor,
    before: pageInfo.hasPreviousPage,
    after: pageInfo.hasNextPage,
  }
}

const TYPES = '$narrow: [NarrowTermInput!], $first: Int, $after: String, $last: Int, $before: String'
const GIVEN = 'narrow: $narrow, first: $first, after: $after, last: $last, before: $before'

async function page(reader: Actor, variables: Record<string, unknown>): Promise<Page> {
  const { messages } = await reader.graphql(`query (${TYPES}) { messages(${GIVEN}) ${FIELDS} }`, {
    narrow: [{ channelName: 'general' }, { senderDatabaseId: people.ann.id }],
    ...variables,
  })
  return pageOf(messages)
}

describe('The connection of messages', () => {
  it('reads a narrow from its beginning, page by page', async () => {
    const { ben } = people
    const first = await page(ben, { first: 4 })
    expect(first).toMatchObject({ ids: general.slice(0, 4), before: false, after: true })
    const second = await page(ben, { first: 4, after: first.end })
    expect(second).toMatchObject({ ids: general.slice(4, 8), before: true, after: true })
    const third = await page(ben, { first: 4, after: second.end })
    expect(third).toMatchObject({ ids: general.slice(8), before: true, after: false })
    expect(await page(ben, { first: 4, after: third.end })).toMatchObject({
      ids: [],
      end: third.end,
      after: false,
    })
  })

  it('reads it from its end, ascending within a page', async () => {
    const { ben } = people
    const newest = await page(ben, { last: 4 })
    expect(newest).toMatchObject({ ids: general.slice(5), before: true, after: false })
    const older = await page(ben, { last: 4, before: newest.start })
    expect(older).toMatchObject({ ids: general.slice(1, 5), before: true, after: true })
    const oldest = await page(ben, { last: 4, before: older.start })
    expect(oldest).toMatchObject({ ids: general.slice(0, 1), before: false, after: true })
  })

  it('keeps between two places', async () => {
    const { ben } = people
    const [from, to] = [String(general[1]), String(general[7])]
    expect((await page(ben, { after: from, before: to })).ids).toEqual(general.slice(2, 7))
    expect((await page(ben, { after: from, before: to, last: 2 })).ids).toEqual(general.slice(5, 7))
  })

  it('has what a window has, whatever the narrow', async () => {
    const { ben, ann } = people
    const letter = await tell(ann, [ben], 'A letter with **cake**')
    const narrows = [
      [],
      [{ topic: 'TEA' }],
      [{ is: 'UNREAD' }],
      [{ senderDatabaseId: ann.id }, { topic: 'cake', negated: true }],
      [{ search: 'cake' }],
      [{ directUserDatabaseIds: [ann.id] }],
    ]
    for (const narrow of narrows) {
      const { messageWindow } = await ben.graphql(
        'query ($narrow: [NarrowTermInput!]) { messageWindow(anchor: NEWEST, numBefore: 500, narrow: $narrow) { messages { databaseId } } }',
        { narrow },
      )
      const ids = messageWindow.messages.map((message: { databaseId: number }) => message.databaseId)
      expect((await page(ben, { narrow, last: 500 })).ids, JSON.stringify(narrow)).toEqual(ids)
      expect(ids.length).toBeGreaterThan(0)
    }
    expect((await page(ben, { narrow: [{ is: 'DIRECT' }] })).ids).toEqual([letter])
  })

  it('belongs to channels and to topics, and there, too, shows only what its reader may read', async () => {
    const { ann, ben } = people
    const later = await channel(people, 'later', [ann], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    await say(ann, later, 'tea', 'Before')
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'later' }], principals: [ben.id] })
      .succeeds()
    const seen = await say(ann, later, 'tea', 'After')
    const query = `query ($id: Int!) { channel(databaseId: $id) {
      messages(last: 10) ${FIELDS} topics { name messages(last: 10) ${FIELDS} } } }`
    const idsFor = async (reader: Actor) => {
      const { channel: found } = await reader.graphql(query, { id: later })
      const topics = found.topics.map((topic: { name: string; messages: unknown }) => [
        topic.name,
        pageOf(topic.messages).ids,
      ])
      return { whole: pageOf(found.messages).ids, topics: Object.fromEntries(topics) }
    }
    // What tells of the subscription is in a topic of its own.
    const { whole, topics } = await idsFor(ben)
    expect(whole).toContain(seen)
    expect(topics.tea).toEqual([seen])
    expect((await idsFor(ann)).topics.tea).toHaveLength(2)
    await expect(people.guest.graphql(query, { id: later })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is open to visitors in web-public channels alone', async () => {
    const { ann } = people
    await new Backstage(server, people).organizationSetting('enableSpectatorAccess', true)
    const open = await channel(people, 'open', [ann], { is_web_public: true })
    const id = await say(ann, open, 'tea', 'Welcome')
    const visitor = new Visitor({ port: server.port, host: people.host })
    const inOpen = `{ channel(name: "open") { messages(last: 1) ${FIELDS} topics { messages(first: 1) ${FIELDS} } } }`
    const { channel: found } = await visitor.graphql(inOpen)
    expect(pageOf(found.messages).ids).toEqual([id])
    expect(found.topics.map(({ messages }: { messages: unknown }) => pageOf(messages).ids)).toContainEqual([
      id,
    ])
    expect((await page(visitor, { narrow: [{ channels: 'WEB_PUBLIC' }], last: 1 })).ids).toEqual([id])
    await expect(page(visitor, { narrow: [] })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(page(visitor, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('refuses places and sizes that are none', async () => {
    const { ben } = people
    const wrong = [
      { after: 'nowhere' },
      { before: '-1' },
      { after: '99999999999' },
      { first: -1 },
      { last: -1 },
    ]
    for (const variables of wrong) {
      await expect(page(ben, variables), JSON.stringify(variables)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        status: 400,
      })
    }
    expect((await page(ben, { after: '0', first: 1 })).ids).toEqual(general.slice(0, 1))
    expect((await page(ben, { before: '0', last: 1 })).ids).toEqual([])
  })

  it('costs what a page holds, so that pages of pages are bounded', async () => {
    const { ann } = people
    const query = `{ channels { topics { messages(first: 500) { edges { node {
      readers { databaseId } } } } } } }`
    await expect(ann.graphql(query)).rejects.toMatchObject({ code: 'QUERY_TOO_COSTLY' })
  })
})
