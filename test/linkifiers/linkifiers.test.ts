import { beforeEach, describe, expect, it } from 'vitest'
import { say, tell } from '../messages/place.ts'
import type { Parameters } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const issue = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.example/{id}' }
const plain = { example_input: null, reverse_template: null, alternative_url_templates: [] }
const create = async (fields: Parameters = issue, by: Person = people.admin): Promise<number> =>
  (await by.post('realm/filters', fields).succeeds()).id
const change = (id: number, fields: Parameters, by: Person = people.admin) =>
  by.patch(`realm/filters/${id}`, fields)
const list = async (by: Person = people.guest) => (await by.get('realm/linkifiers').succeeds()).linkifiers
const capable = { client_capabilities: { linkifier_url_template: true } }
const follow = (person: Person) => register(person, ['realm_linkifiers'], capable)
const told = (...realm_linkifiers: unknown[]) => ({ type: 'realm_linkifiers', realm_linkifiers })

describe('Linkifiers', () => {
  it('are added behind the others, changed, reordered and removed; everybody who understands them is told', async () => {
    const { admin, guest } = people
    const [queue, old] = [await follow(guest), await register(guest, ['realm_linkifiers'])]
    const id = await create()
    const first = { id, ...issue, ...plain }
    const full = {
      pattern: 'T(?P<n>\\d+)',
      url_template: 'https://t.example/{n}',
      example_input: 'T12',
      reverse_template: 'T{n}',
      alternative_url_templates: ['https://old.example/{n}'],
    }
    const second = { id: await create(full), ...full }
    expect(await list()).toEqual([first, second])
    await admin.patch('realm/linkifiers', { ordered_linkifier_ids: [second.id, id] }).succeeds()
    expect(await list()).toEqual([second, first])
    await change(second.id, {
      ...issue,
      pattern: full.pattern,
      url_template: 'https://x.example/{n}',
    }).succeeds()
    const changed = { ...second, url_template: 'https://x.example/{n}' }
    await change(second.id, { ...changed, example_input: '', reverse_template: '' }).succeeds()
    const bare = { ...changed, example_input: null, reverse_template: null }
    await change(second.id, { pattern: bare.pattern, url_template: bare.url_template }).succeeds()
    await admin.delete(`realm/filters/${id}`).succeeds()
    expect(await list()).toEqual([bare])
    await queue.receives(
      told(first),
      told(first, second),
      told(second, first),
      told(changed, first),
      told(bare, first),
      told(bare),
    )
    expect((await follow(guest)).registered.realm_linkifiers).toEqual([bare])
    await queue.replayEqualsFreshRegister()
    await old.receivesNothing()
    expect((await register(guest, ['realm_linkifiers'])).registered.realm_linkifiers).toEqual([])
  })

  it('are the business of administrators', async () => {
    const id = await create()
    for (const person of [people.ann, people.moderator, people.guest]) {
      await person.post('realm/filters', issue).fails('UNAUTHORIZED_PRINCIPAL')
      await change(id, issue, person).fails('UNAUTHORIZED_PRINCIPAL')
      await person.delete(`realm/filters/${id}`).fails('UNAUTHORIZED_PRINCIPAL')
      await person.patch('realm/linkifiers', { ordered_linkifier_ids: [id] }).fails('UNAUTHORIZED_PRINCIPAL')
    }
    const other = await cast(server)
    await change(id, issue, other.owner).fails('BAD_REQUEST', 'Linkifier not found.')
    await other.owner.delete(`realm/filters/${id}`).fails('BAD_REQUEST', 'Linkifier not found.')
    expect(await list(other.ann)).toEqual([])
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['pattern', 'no regular expression', { pattern: '(' }],
    ['pattern', 'looks ahead, which RE2 does not', { pattern: 'a(?=b)' }],
    ['pattern', 'closed only by what surrounds it', { pattern: 'a)(b' }],
    ['pattern', 'matches nothing at all', { pattern: '(?P<id>x*)' }],
    ['url_template', 'no template', { url_template: 'https://x.example/{id' }],
    ['url_template', 'a scheme that links may not have', { url_template: 'javascript:{id}' }],
    ['url_template', 'an unknown group', { url_template: 'https://x.example/{id}/{more}' }],
    ['url_template', 'a group left out', { url_template: 'https://x.example/' }],
    [
      'alternative_url_templates',
      'one is no template',
      { alternative_url_templates: ['https://x.example/}{'] },
    ],
    ['alternative_url_templates', 'other groups', { alternative_url_templates: ['https://x.example/{n}'] }],
    ['example_input', 'the pattern does not match', { example_input: 'PR 12' }],
    ['example_input', 'missing for a reverse template', { reverse_template: '#{id}' }],
    ['reverse_template', 'not the example', { example_input: '#12', reverse_template: 'issue {id}' }],
    ['reverse_template', 'unknown variable', { example_input: '#12', reverse_template: '#{n}' }],
    ['reverse_template', 'a single brace', { example_input: '#12', reverse_template: '#{id}}' }],
  ])('are refused with the wrong field: %s, %s', async (field, _why, wrong) => {
    const body = await people.admin.post('realm/filters', { ...issue, ...wrong }).fails('BAD_REQUEST')
    expect(body.errors).toEqual({ [field]: [body.msg] })
    expect(await list()).toEqual([])
  })

  it('have patterns of their own, an order of all, and no endless texts', async () => {
    const { admin } = people
    const id = await create()
    const other = await create({ ...issue, pattern: '%(?P<id>x)' })
    const body = await admin.post('realm/filters', issue).fails('BAD_REQUEST')
    expect(body.errors).toEqual({ pattern: [body.msg] })
    await change(other, issue).fails('BAD_REQUEST', String(body.msg))
    for (const ordered_linkifier_ids of [[id], [id, id], [id, other, 2_000_000_000], []]) {
      await admin
        .patch('realm/linkifiers', { ordered_linkifier_ids })
        .fails('BAD_REQUEST', /ordered_linkifier_ids/)
    }
    const long = 'x'.repeat(2001)
    await admin.post('realm/filters', { ...issue, pattern: long }).fails('BAD_REQUEST', /pattern is too long/)
    await admin.post('realm/filters', { ...issue, url_template: long }).fails('BAD_REQUEST', /url_template/)
    await admin.post('realm/filters', { url_template: 'https://x.example' }).fails('REQUEST_VARIABLE_MISSING')
    await change(2_000_000_000, issue).fails('BAD_REQUEST', 'Linkifier not found.')
  })

  it('over GraphQL are the same', async () => {
    const { admin, ann } = people
    const run = (person: Person, name: string, type: string, selection: string, input: unknown) =>
      person
        .graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, { input })
        .then((data) => data[name])
    const fields = { pattern: '#(?P<id>\\d+)', urlTemplate: 'https://x.example/{id}' }
    const made = 'linkifier { databaseId pattern }'
    const { linkifier } = await run(admin, 'createLinkifier', 'CreateLinkifierInput', made, fields)
    const { databaseId } = linkifier
    const update = { ...fields, databaseId, urlTemplate: 'https://y.example/{id}', exampleInput: '#1' }
    await run(admin, 'updateLinkifier', 'UpdateLinkifierInput', made, update)
    const order = { databaseIds: [databaseId] }
    await run(admin, 'reorderLinkifiers', 'ReorderLinkifiersInput', 'linkifiers { databaseId }', order)
    expect(
      (await ann.graphql('{ linkifiers { databaseId urlTemplate exampleInput alternativeUrlTemplates } }'))
        .linkifiers,
    ).toEqual([
      { databaseId, urlTemplate: 'https://y.example/{id}', exampleInput: '#1', alternativeUrlTemplates: [] },
    ])
    await expect(run(ann, 'createLinkifier', 'CreateLinkifierInput', made, fields)).rejects.toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    await expect(
      run(admin, 'createLinkifier', 'CreateLinkifierInput', made, { ...fields, pattern: '(' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await run(admin, 'deleteLinkifier', 'DeleteLinkifierInput', 'databaseId', { databaseId })
    expect(await list()).toEqual([])
  })
})

describe('What linkifiers make of messages', () => {
  it('links in the text and in the topic, from the next message on', async () => {
    const { ann, general } = people
    const queue = await register(ann, ['message'], { apply_markdown: true })
    await say(ann, general, 'on #1', 'see #2')
    const id = await create()
    await say(ann, general, 'on #1 and https://x.example', 'see #2')
    await change(id, { ...issue, url_template: 'https://new.example/{id}' }).succeeds()
    await say(ann, general, 'on #1', 'see #2')
    await people.admin.delete(`realm/filters/${id}`).succeeds()
    await say(ann, general, 'on #1', 'see #2')
    const shown = (await queue.takeCount(4)).map(({ message }) => [message.content, message.topic_links])
    expect(shown).toEqual([
      ['<p>see #2</p>', []],
      [
        '<p>see <a href="https://tracker.example/2">#2</a></p>',
        [
          { text: '#1', url: 'https://tracker.example/1' },
          { text: 'https://x.example', url: 'https://x.example' },
        ],
      ],
      ['<p>see <a href="https://new.example/2">#2</a></p>', [{ text: '#1', url: 'https://new.example/1' }]],
      ['<p>see #2</p>', []],
    ])
    const { messages } = await ann
      .get('messages', { anchor: 'newest', num_before: 3, num_after: 0, narrow: [['stream', 'general']] })
      .succeeds()
    expect(messages.map(({ topic_links }: { topic_links: unknown }) => topic_links)).toEqual([
      shown[1]?.[1],
      shown[2]?.[1],
      [],
    ])
  })

  it.each([
    ['domains without a scheme', 'down: a.example/x.', ['a.example/x', 'http://a.example/x']],
    [
      'brackets that belong to it',
      'https://a.example/x_(y)',
      ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
    ],
    ['no punctuation behind it', '(see https://a.example)', ['https://a.example', 'https://a.example']],
    ['no addresses of mail', 'x@a.example', undefined],
    ['no names of files', 'main.rs', undefined],
  ])('links in the topic to what would be one in the text: %s', async (_claim, topic, expected) => {
    const { ann, general } = people
    const id = await say(ann, general, topic, 'x')
    const { message } = await ann.get(`messages/${id}`).succeeds()
    expect(message.topic_links).toEqual(expected ? [{ text: expected[0], url: expected[1] }] : [])
    const direct = await tell(ann, [people.ben], 'https://a.example')
    expect((await ann.get(`messages/${direct}`).succeeds()).message.topic_links).toEqual([])
  })

  it('no links of parts of addresses', async () => {
    const { ann, general } = people
    await create()
    const id = await say(ann, general, '#1 https://x.example/?q=#2', 'https://x.example/?q=#2')
    const { message } = await ann.get(`messages/${id}`).succeeds()
    const address = 'https://x.example/?q=#2'
    expect(message.topic_links).toEqual([
      { text: '#1', url: 'https://tracker.example/1' },
      { text: address, url: address },
    ])
    expect(message.content).toBe(`<p><a href="${address}">${address}</a></p>`)
  })

  it('links in the topic that messages are moved to', async () => {
    const { admin, ann, general } = people
    await create()
    const id = await say(ann, general, 'on #1', 'x')
    const queue = await register(ann, ['update_message'])
    await admin.patch(`messages/${id}`, { topic: 'on #2', propagate_mode: 'change_all' }).succeeds()
    const topic_links = [{ text: '#2', url: 'https://tracker.example/2' }]
    expect((await queue.take())[0]?.topic_links).toEqual(topic_links)
    expect((await ann.get(`messages/${id}`).succeeds()).message.topic_links).toEqual(topic_links)
  })
})
