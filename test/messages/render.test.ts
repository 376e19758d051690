import sql from 'sql-template-tag'
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

  it('renders any text: a blank one has no HTML, a long one is cut', async () => {
    const { ann } = people
    for (const content of ['', ' ', ' \n']) expect(await render(ann, content)).toBe('')
    expect(await render(ann, 'x'.repeat(10_001))).toMatch(/^<p>x+<br>\n\[message truncated\]<\/p>$/)
  })

  it('refuses what is no text', async () => {
    const { ann } = people
    await ann.post('messages/render').fails('REQUEST_VARIABLE_MISSING')
    await ann.post('messages/render', { content: 'a\u0000' }).fails('BAD_REQUEST')
  })

  it('is the GraphQL query renderedMarkdown', async () => {
    const query = 'query ($content: String!) { renderedMarkdown(content: $content) }'
    expect((await people.ann.graphql(query, { content: '`a<b`' })).renderedMarkdown).toBe(
      '<p><code>a&lt;b</code></p>',
    )
    expect((await people.ann.graphql(query, { content: '' })).renderedMarkdown).toBe('')
    await expect(people.ann.graphql(query, { content: 'a\u0000' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

describe('What a text shows of the organization’s own', () => {
  it('are its custom emoji in use, before those of Unicode', async () => {
    const { ann, organizationId } = people
    await server.core.db.query(sql`
      INSERT INTO custom_emoji (organization_id, name, file_name, is_deactivated) VALUES
        (${organizationId}, 'smile', 'a.png', false), (${organizationId}, 'tea_gone', 'b.png', true)`)
    const shown = await render(ann, ':smile: :tea_gone: :+1:')
    expect(shown).toContain(
      `<img alt=":smile:" class="emoji" src="/user_avatars/${organizationId}/emoji/images/a.png" title="smile">`,
    )
    expect(shown).toContain(' :tea_gone: <span')
    expect(await render((await cast(server)).ann, ':smile:')).toContain('emoji-1f604')
  })

  it('are its uploaded images, for those who may see them', async () => {
    const { ann, ben, organizationId } = people
    const pathId = `${organizationId}/ab/cd/x.png`
    await server.core.db.query(sql`
      INSERT INTO attachment (organization_id, owner_id, name, path_id, size, content_type, image_width, image_height, image_frames)
      VALUES (${organizationId}, ${ann.id}, 'x.png', ${pathId}, 1, 'image/png', 8, 6, 1)`)
    expect(await render(ann, `[x.png](/user_uploads/${pathId})`)).toBe(
      `<div class="message_inline_image"><a href="/user_uploads/${pathId}" title="x.png">` +
        `<img data-original-content-type="image/png" data-original-dimensions="8x6" ` +
        `src="/user_uploads/thumbnail/${pathId}/840x560.webp"></a></div>`,
    )
    expect(await render(ben, `[x.png](/user_uploads/${pathId})`)).toBe(
      `<p><a href="/user_uploads/${pathId}">x.png</a></p>`,
    )
    await people.owner.patch('realm', { inline_image_preview: false }).succeeds()
    expect(await render(ann, `[x.png](/user_uploads/${pathId})`)).not.toContain('<img')
  })

  it('is refused when its HTML would be endless', async () => {
    const { ann } = people
    const text = '$$\\sqrt x$$ '.repeat(800)
    await ann.post('messages/render', { content: text }).fails('BAD_REQUEST', /Unable to render/)
  })
})
