import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const render = async (person: Person, content: string): Promise<string> =>
  (await person.post('messages/render', { content }).succeeds()).rendered

describe('POST /messages/render', () => {
  it('renders as if the caller sent the text, and sends nothing', async () => {
    const { ann, ben, guest, general } = people
    expect(await render(ann, '*Hi* @**Ann Lee**')).toBe(
      `<p><em>Hi</em> <span class="user-mention" data-user-id="${ann.id}">@Ann Lee</span></p>`,
    )
    expect(await render(ann, '#**general**')).toContain(`data-stream-id="${general}"`)
    const { id } = await ben
      .post('channels/create', { name: 'hidden', subscribers: [ben.id], invite_only: true })
      .succeeds()
    expect(await render(ben, '#**hidden**')).toContain(`data-stream-id="${id}"`)
    expect(await render(ann, '#**hidden**')).toBe('<p>#**hidden**</p>')
    expect(await render(guest, 'x')).toBe('<p>x</p>')
    const { messages } = await ann
      .get('messages', { anchor: 'newest', num_before: 10, num_after: 0, narrow: [['sender', ann.email]] })
      .succeeds()
    expect(messages).toEqual([])
  })

  it('refuses what could not be sent', async () => {
    const { ann } = people
    await ann.post('messages/render').fails('REQUEST_VARIABLE_MISSING')
    await ann.post('messages/render', { content: ' \n' }).fails('BAD_REQUEST')
    await ann.post('messages/render', { content: 'a\u0000' }).fails('BAD_REQUEST')
  })

  it('is the GraphQL query renderedMarkdown', async () => {
    const query = 'query ($content: String!) { renderedMarkdown(content: $content) }'
    expect((await people.ann.graphql(query, { content: '`a<b`' })).renderedMarkdown).toBe(
      '<p><code>a&lt;b</code></p>',
    )
    await expect(people.ann.graphql(query, { content: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
