import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast
const sent = new Map<string, number>()

/** A story that all tests read: nothing in it changes afterwards. */
beforeAll(async () => {
  people = await cast(server)
  const { ann, ben, admin, owner } = people
  const quiet = await channel(people, 'quiet', [ann])
  const secret = await channel(people, 'secret', [owner], { invite_only: true })
  const stories: [string, () => Promise<number>][] = [
    ['baking', () => say(ann, 'general', 'kitchen', 'She was **baking** two cakes & a *pie*')],
    ['topic', () => say(ann, 'general', 'Cake <b>', 'Nothing else')],
    ['markup', () => say(ben, 'general', 'kitchen', '`<span class="cake">` is a span & no dessert')],
    ['link', () => say(ben, 'general', 'kitchen', '[a text](https://dessert.example/pastry)')],
    ['split', () => say(ben, 'general', 'kitchen', 'To be, or **not to** be')],
    ['umlaut', () => say(ben, 'general', 'kitchen', 'Größe 🎂 straße')],
    ['quiet', () => say(ann, quiet, 'kitchen', 'A cake of few')],
    ['secret', () => say(owner, secret, 'kitchen', 'A cake of the owner')],
    ['letter', () => tell(ann, [ben], 'Come for cake')],
    ['theirs', () => tell(ann, [admin], 'Come for cake too')],
    ['empty', () => say(ann, 'general', '', 'Pastry')],
  ]
  for (const [name, send] of stories) sent.set(name, await send())
})

interface Found {
  id: number
  subject: string
  match_content: string
  match_subject: string
}

async function messages(reader: Person, narrow: unknown, more = {}): Promise<Found[]> {
  return (await reader.get('messages', { anchor: 'newest', num_before: 100, narrow, ...more }).succeeds())
    .messages
}

async function found(reader: Person, ...searches: string[]): Promise<string[]> {
  const narrow = searches.map((operand) => ({ operator: 'search', operand }))
  const names = new Map([...sent].map(([name, id]) => [id, name]))
  return (await messages(reader, narrow)).flatMap(({ id }) => names.get(id) ?? [])
}

async function matchOf(search: string, name: string): Promise<Found | undefined> {
  return (await messages(people.ben, [['search', search]])).find(({ id }) => id === sent.get(name))
}

const hit = (text: string) => `<span class="highlight">${text}</span>`

describe('A search', () => {
  it.each([
    ['a word in any form', ['bake'], ['baking']],
    ['a word in topic or content, in any case', ['CAKES'], ['baking', 'topic', 'markup', 'letter']],
    ['all words', ['cake two'], ['baking']],
    ['the words of several terms', ['cake', 'pie'], ['baking']],
    ['words of topic and content together', ['kitchen pie'], ['baking']],
    ['common words, which count as nothing', ['the pie'], ['baking']],
    ['nothing but common words', ['the'], []],
    ['words that are nowhere', ['cake spaceship'], []],
    ['the beginning of a word', ['dess*'], ['markup']],
    ['the beginning of a word that is a common word itself', ['no*'], ['topic']],
    ['several beginnings', ['ba* pi*'], ['baking']],
    ['a star alone', ['*'], []],
    ['a quotation across markup', ['"was baking two"'], ['baking']],
    ['a quotation, literally', ['"bakes two"'], []],
    ['a quotation of common words', ['"not to be"'], ['split']],
    ['a quotation with other words', ['"two cakes" pie'], ['baking']],
    ['a quotation of signs', ['"cakes & a"'], ['baking']],
    ['several quotations, all of them', ['"two cakes" "a pie"'], ['baking']],
    ['several quotations, not some of them', ['"two cakes" "no dessert"'], []],
    ['a quotation in a topic with one in the content', ['"cake <b>" "nothing else"'], ['topic']],
    ['a quotation in a topic', ['"cake <b>"'], ['topic']],
    ['an empty quotation', ['""'], []],
    ['an open quotation', ['"pie'], ['baking']],
    ['letters beyond ASCII', ['größe'], ['umlaut']],
    ['what is written in tags', ['highlight'], []],
    ['percent signs and underscores', ['"%"'], []],
  ])('finds %s', async (_, searches, names) => {
    expect(await found(people.ben, ...searches)).toEqual(names)
  })

  it('goes on from other conditions, and keeps its sense when it is negated', async () => {
    const { ben } = people
    const ids = async (narrow: unknown) => (await messages(ben, narrow)).map(({ id }) => id)
    const cake = { operator: 'search', operand: 'cake' }
    expect(await ids([cake, ['is', 'dm']])).toEqual([sent.get('letter')])
    expect(await ids([{ ...cake, negated: true }, ['is', 'dm']])).toEqual([sent.get('letter')])
    expect(await ids([cake, ['channel', 'quiet']])).toEqual([sent.get('quiet')])
    expect(await ids([cake, ['channel', 'secret']])).toEqual([])
    expect(await ids([{ operator: 'sender', operand: ben.id, negated: true }, cake])).toEqual(
      ['baking', 'topic', 'letter'].map((name) => sent.get(name)),
    )
  })

  it('takes as many words, beginnings and quotations as fit', async () => {
    for (const sign of ['#', '#*', '"#"', '"#', '"']) {
      const text = Array.from({ length: 500 }, (_, i) => sign.replace('#', i.toString(36))).join(' ')
      expect(await found(people.ben, text.slice(0, 1000))).toEqual([])
    }
  })

  it('takes any text', async () => {
    for (const text of ["a'b", 'a & | ! ( ) :*', '\\', "''", '<->', 'a:b*', '"\\"', ':*', '(*']) {
      await people.ben
        .get('messages', { anchor: 'newest', num_before: 1, narrow: [['search', text]] })
        .succeeds()
    }
    await people.ben
      .get('messages', { anchor: 'newest', num_before: 1, narrow: [{ operator: 'search', operand: 'a\0b' }] })
      .fails('BAD_REQUEST')
  })
})

describe('What a search shows', () => {
  it('has hits highlighted, in whatever form they are, and nothing else', async () => {
    expect(await matchOf('bake kitchens', 'baking')).toMatchObject({
      match_content: `<p>She was <strong>${hit('baking')}</strong> two cakes &amp; a <em>pie</em></p>`,
      match_subject: hit('kitchen'),
    })
    expect((await matchOf('"was baking two" pie', 'baking'))?.match_content).toBe(
      `<p>She ${hit('was ')}<strong>${hit('baking')}</strong>${hit(' two')} cakes &amp; a <em>${hit('pie')}</em></p>`,
    )
  })

  it('keeps tags and entities whole', async () => {
    expect(await matchOf('span cake', 'markup')).toMatchObject({
      match_content: `<p><code>&lt;${hit('span')} class="${hit('cake')}"&gt;</code> is a ${hit('span')} &amp; no dessert</p>`,
    })
    expect((await matchOf('"span & no"', 'markup'))?.match_content).toContain(
      `a ${hit('span &amp; no')} dessert`,
    )
    expect((await matchOf('"amp"', 'markup'))?.match_content).toBeUndefined()
    expect(await matchOf('cake', 'topic')).toMatchObject({
      match_subject: `${hit('Cake')} &lt;b&gt;`,
      match_content: '<p>Nothing else</p>',
    })
    expect((await matchOf('text', 'link'))?.match_content).toBe(
      `<p><a href="https://dessert.example/pastry">a ${hit('text')}</a></p>`,
    )
  })

  it('is absent without a search, and the same by id and as Markdown', async () => {
    const { ben } = people
    for (const message of await messages(ben, [['is', 'dm']]))
      expect(message).not.toHaveProperty('match_content')
    const id = sent.get('baking')
    const narrow = [['search', 'pie']]
    const [byId] = (await ben.get('messages', { message_ids: [id], narrow }).succeeds()).messages
    expect(byId.match_content).toContain(hit('pie'))
    const [markdown] = await messages(ben, narrow, { apply_markdown: false })
    expect(markdown).toMatchObject({
      content: expect.stringContaining('**'),
      match_content: byId.match_content,
    })
  })

  it('names the empty topic as the client shows it', async () => {
    const [shown] = await messages(people.ben, [
      ['search', 'pastry'],
      ['topic', ''],
    ])
    expect(shown).toMatchObject({ subject: 'general chat', match_subject: 'general chat' })
    const [bare] = await messages(
      people.ben,
      [
        ['search', 'pastry'],
        ['topic', ''],
      ],
      {
        allow_empty_topic_name: true,
      },
    )
    expect(bare).toMatchObject({ subject: '', match_subject: '' })
  })
})

describe('GET /messages/matches_narrow', () => {
  const ask = (reader: Person, names: readonly string[], narrow: unknown) =>
    reader.get('messages/matches_narrow', { msg_ids: names.map((name) => sent.get(name)), narrow })

  it('tells which messages match, and shows what was found', async () => {
    const names = ['baking', 'topic', 'letter']
    const body = await ask(people.ben, names, [['search', 'pie']]).succeeds()
    expect(body.messages).toEqual({
      [sent.get('baking') ?? 0]: {
        match_content: `<p>She was <strong>baking</strong> two cakes &amp; a <em>${hit('pie')}</em></p>`,
        match_subject: 'kitchen',
      },
    })
  })

  it('shows plain HTML where nothing is searched for', async () => {
    const body = await ask(people.ben, ['topic', 'letter', 'empty'], [['channel', 'general']]).succeeds()
    expect(body.messages).toEqual({
      [sent.get('topic') ?? 0]: { match_content: '<p>Nothing else</p>', match_subject: 'Cake &lt;b&gt;' },
      [sent.get('empty') ?? 0]: { match_content: '<p>Pastry</p>', match_subject: '' },
    })
  })

  it('leaves out what is not in one’s own history, readable or not', async () => {
    const names = ['quiet', 'secret', 'theirs', 'letter']
    const { messages } = await ask(people.ben, names, [['search', 'cake']]).succeeds()
    expect(Object.keys(messages)).toEqual([String(sent.get('letter'))])
    const inQuiet = await ask(people.ben, names, [['channel', 'quiet']]).succeeds()
    expect(inQuiet.messages).toEqual({})
  })

  it('answers the same over GraphQL', async () => {
    const query = `query ($ids: [Int!]!) {
      matchingMessages(messageDatabaseIds: $ids, narrow: [{ operator: "search", operand: "pie" }]) { messageDatabaseId content topic }
    }`
    const { matchingMessages } = await people.ben.graphql(query, { ids: [...sent.values()] })
    expect(matchingMessages).toEqual([
      {
        messageDatabaseId: sent.get('baking'),
        content: expect.stringContaining(hit('pie')),
        topic: 'kitchen',
      },
    ])
  })

  it('refuses what it does not know', async () => {
    const { ben } = people
    await ask(ben, [], [['colour', 'red']]).fails('BAD_NARROW')
    await ben.get('messages/matches_narrow', { narrow: [] }).fails('REQUEST_VARIABLE_MISSING', 'msg_ids')
    await ben.get('messages/matches_narrow', { msg_ids: [] }).fails('REQUEST_VARIABLE_MISSING', 'narrow')
    await ben
      .get('messages/matches_narrow', { msg_ids: ['1'], narrow: [] })
      .fails('BAD_REQUEST', 'msg_ids[0]')
    const many = Array.from({ length: 5001 }, (_, i) => i)
    await ben
      .get('messages/matches_narrow', { msg_ids: many, narrow: [] })
      .fails('BAD_REQUEST', 'Too many messages')
  })
})

describe('Pages of a search', () => {
  it('ask once what its words mean', async () => {
    let questions = 0
    server.core.db.observer = (text) => {
      if (/^\s*EXPLAIN/.test(text)) questions++
    }
    for (let page = 0; page < 3; page++) await messages(people.ann, [['search', 'cakes and dessert']])
    server.core.db.observer = undefined
    expect(questions).toBe(1)
  })
})
