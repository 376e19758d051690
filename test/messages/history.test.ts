import { beforeAll, describe, expect, it } from 'vitest'
import { htmlDifference } from '../../src/messages/history/html-difference.ts'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { move, read } from './edit-support.ts'
import { Backstage, channel, say } from './place.ts'

const server = testServer()
let people: Cast
let backstage: Backstage
let room: number
/** Sent by Ann, edited, moved by Ben within the channel, moved by Adam to another one, edited again. */
let id: number

beforeAll(async () => {
  people = await cast(server)
  backstage = new Backstage(server, people)
  const { ann, ben, admin } = people
  room = await channel(people, 'room', [ann, ben, admin])
  id = await say(ann, 'general', '', 'Hot tea')
  await ann.patch(`messages/${id}`, { content: 'Cold **tea**' }).succeeds()
  await move(ben, id, { topic: 'drinks' }).succeeds()
  await move(admin, id, { stream_id: room }).succeeds()
  await ann.patch(`messages/${id}`, { content: 'Cold **milk**' }).succeeds()
})

const history = async (more = {}) =>
  (await people.ben.get(`messages/${id}/history`, more).succeeds()).message_history

describe('GET /messages/{message_id}/history', () => {
  it('tells all that a message has been, the oldest first, with what each step changed', async () => {
    const { ann, ben, admin, general } = people
    const time = expect.any(Number)
    const cold = { content: 'Cold **tea**', rendered_content: '<p>Cold <strong>tea</strong></p>' }
    const milk = { content: 'Cold **milk**', rendered_content: '<p>Cold <strong>milk</strong></p>' }
    const span = (what: string, text: string) => `<span class="highlight_text_${what}">${text}</span>`
    expect(await history()).toEqual([
      {
        topic: 'general chat',
        content: 'Hot tea',
        rendered_content: '<p>Hot tea</p>',
        user_id: ann.id,
        timestamp: time,
      },
      {
        topic: 'general chat',
        ...cold,
        prev_content: 'Hot tea',
        prev_rendered_content: '<p>Hot tea</p>',
        content_html_diff: expect.stringContaining(span('deleted', 'Hot')),
        user_id: ann.id,
        timestamp: time,
      },
      { topic: 'drinks', prev_topic: 'general chat', ...cold, user_id: ben.id, timestamp: time },
      { topic: 'drinks', stream: room, prev_stream: general, ...cold, user_id: admin.id, timestamp: time },
      {
        topic: 'drinks',
        ...milk,
        prev_content: cold.content,
        prev_rendered_content: cold.rendered_content,
        content_html_diff: `<p>Cold <strong>${span('deleted', 'tea')}${span('inserted', 'milk')}</strong></p>`,
        user_id: ann.id,
        timestamp: time,
      },
    ])
    expect(await history({ allow_empty_topic_name: true })).toMatchObject([
      { topic: '' },
      { topic: '' },
      { prev_topic: '' },
      {},
      {},
    ])
  })

  it('stands with the message, the newest first, with only what changed', async () => {
    const { ann, ben, admin, general } = people
    const time = expect.any(Number)
    const edits = [
      {
        user_id: ann.id,
        timestamp: time,
        prev_content: 'Cold **tea**',
        prev_rendered_content: '<p>Cold <strong>tea</strong></p>',
      },
      { user_id: admin.id, timestamp: time, stream: room, prev_stream: general },
      { user_id: ben.id, timestamp: time, topic: 'drinks', prev_topic: '' },
      { user_id: ann.id, timestamp: time, prev_content: 'Hot tea', prev_rendered_content: '<p>Hot tea</p>' },
    ]
    const message = await read(ben, id)
    expect(message.edit_history).toEqual(edits)
    const listed = await ben.get('messages', { anchor: id, allow_empty_topic_name: true }).succeeds()
    expect(listed.messages[0].edit_history).toEqual(edits)
    const { edit_history } = (await ben.get(`messages/${id}`).succeeds()).message
    expect(edit_history[2].prev_topic).toBe('general chat')
  })

  it('shows only moves, or nothing, where the organization wants it so', async () => {
    const { ben, general } = people
    await backstage.organizationSetting('messageEditHistoryVisibilityPolicy', 'moves')
    expect((await read(ben, id)).edit_history).toMatchObject([{ stream: room }, { topic: 'drinks' }])
    const steps = await history({ allow_empty_topic_name: true })
    expect(steps).toMatchObject([{ topic: '' }, { topic: 'drinks' }, { prev_stream: general }])
    // What was said before is not shown in passing.
    expect(new Set(steps.map(({ content }: { content: string }) => content))).toEqual(
      new Set(['Cold **milk**']),
    )
    await backstage.organizationSetting('messageEditHistoryVisibilityPolicy', 'none')
    expect((await read(ben, id)).edit_history).toBeUndefined()
    await ben.get(`messages/${id}/history`).fails('BAD_REQUEST', /disabled/)
    await backstage.organizationSetting('messageEditHistoryVisibilityPolicy', 'all')
  })

  it('is hidden from those who cannot read the message', async () => {
    const { ann, guest } = people
    await guest.get(`messages/${id}/history`).fails('BAD_REQUEST', 'Invalid message(s)')
    const other = await say(ann, room, 'tea', 'New')
    expect((await ann.get(`messages/${other}/history`).succeeds()).message_history).toHaveLength(1)
  })

  it('is Message.history in GraphQL', async () => {
    const query = `query ($id: Int!) { message(databaseId: $id) {
      history { topic content previousTopic user { fullName } contentHtmlDifference } } }`
    const { message } = await people.ben.graphql(query, { id })
    expect(message.history[2]).toEqual({
      topic: 'drinks',
      content: 'Cold **tea**',
      previousTopic: '',
      user: { fullName: 'Ben Ito' },
      contentHtmlDifference: null,
    })
  })
})

describe('The difference of two rendered texts', () => {
  it('marks text, keeps the new tags, and stays well-formed', () => {
    const [gone, fresh] = ['<span class="highlight_text_deleted">', '<span class="highlight_text_inserted">']
    expect(htmlDifference('<p>a b</p>', '<p>a b</p>')).toBe('<p>a b</p>')
    expect(htmlDifference('<p>a &lt; b</p>', '<p>a &amp; b</p>')).toBe(
      `<p>a ${gone}&lt;</span>${fresh}&amp;</span> b</p>`,
    )
    expect(htmlDifference('<p>one</p>', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>')).toMatch(
      /^<ul>\s<li>.*<\/li>\s<li>.*two.*<\/li>\s<\/ul>$/,
    )
    const long = Array.from({ length: 4000 }, (_, i) => `w${i}`).join(' ')
    expect(htmlDifference(`<p>${long}</p>`, `<p>${long.replaceAll('w', 'v')}</p>`)).toContain(fresh)
  })
})
