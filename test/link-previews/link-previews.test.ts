import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Internet } from '../../src/external-content/internet.ts'
import { collect } from '../../src/jobs/collect.ts'
import { LinkPreviews } from '../../src/link-previews/link-previews.ts'
import { PageFetcher } from '../../src/link-previews/page-fetcher.ts'
import { faultOf } from '../markdown/well-formed.ts'
import { Backstage, channel, say, tell } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { register, type TestQueue } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { follow } from '../support/socket.ts'
import { isLoopback, otherServer, page } from '../support/web.ts'

const server = testServer({ PARLEY_LINK_PREVIEWS: 'true' }, undefined, new Internet(isLoopback))
const plain = testServer()
const other = otherServer()
let people: Cast
let drawn = 0

beforeEach(async () => {
  people = await cast(server)
  await new Backstage(server, people).organizationSetting('inlineUrlEmbedPreview', true)
})

/** The address of a new page with this title. */
function newPage(title: string | null = 'T'): string {
  const path = `/page/${++drawn}`
  const image = '<meta property="og:image" content="/i.png"><meta name="description" content="D">'
  other.answers.set(
    path,
    page(title === null ? '<title>no image</title>' : `<title>${title}</title>${image}`),
  )
  return other.origin + path
}

/** A new page that answers when it is told to. */
function heldPage() {
  const address = newPage()
  const answerNow = other.answers.get(pathOf(address))
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    const answered = new Promise<void>((done) => {
      answer = done
    })
    other.answers.set(pathOf(address), (request, response) => {
      resolve()
      void answered.then(() => answerNow?.(request, response))
    })
  })
  return { address, asked, answer: () => answer() }
}

/** Does something as a node would that dies before it looks for pages. */
async function withoutPreviews<Result>(work: () => Promise<Result>): Promise<Result> {
  const look = vi.spyOn(server.core.linkPreviews, 'look').mockImplementation(() => {})
  try {
    return await work()
  } finally {
    look.mockRestore()
  }
}

const pathOf = (address: string) => new URL(address).pathname
const link = (address: string) => `<a href="${address}">${address}</a>`
const shown = (address: string, title = 'T') =>
  expect.stringMatching(
    new RegExp(
      `^<p>.*<a href="${address}">.*</p>\n<div class="message_embed"><a class="message_embed_image" href="${address}" ` +
        'style="background-image: url\\(/external_content/[0-9a-f]{64}/[0-9a-f]+\\)"></a><div class="data-container">' +
        `<div class="message_embed_title"><a href="${address}" title="${title}">${title}</a></div>` +
        '<div class="message_embed_description">D</div></div></div>$',
    ),
  )
const html = async (person: Person, id: number): Promise<string> =>
  (await person.get(`messages/${id}`).succeeds()).message.content
/** Waits until nothing is to be fetched any more. */
const settled = () =>
  expect
    .poll(() => server.core.db.query(sql`SELECT message_id FROM preview_request`), { timeout: 10_000 })
    .toEqual([])

describe('a message that links a page', () => {
  it('is sent without its preview, which its readers are told of later, and nobody else', async () => {
    const { ann, ben, guest, moderator } = people
    const place = await channel(people, 'kitchen', [ann, ben])
    const address = newPage()
    const queues = await Promise.all(
      [ann, ben, guest, moderator].map((one) =>
        register(one, ['message', 'update_message'], { apply_markdown: true }),
      ),
    )
    const id = await say(ann, place, 'tea', `see ${address}`)
    const [told, update] = (await queues[1]?.takeCount(2)) ?? []
    expect(told?.message.content).toBe(`<p>see ${link(address)}</p>`)
    expect(update).toEqual({
      id: expect.any(Number),
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      flags: [],
      edit_timestamp: expect.any(Number),
      stream_name: 'kitchen',
      stream_id: place,
      content: `see ${address}`,
      rendered_content: shown(address),
    })
    expect(await queues[0]?.takeCount(2)).toMatchObject([{ type: 'message' }, { message_id: id }])
    await queues[2]?.receivesNothing()
    await queues[3]?.receivesNothing()
    const { message } = await ben.get(`messages/${id}`).succeeds()
    expect(message.content).toBe(update?.rendered_content)
    expect(message.last_edit_timestamp).toBeUndefined()
    expect(message.edit_history).toBeUndefined()
    expect((await ann.get(`messages/${id}/history`).succeeds()).message_history).toHaveLength(1)
    await queues[1]?.replayEqualsFreshRegister()
  })

  it('tells of a direct message those who are in the conversation', async () => {
    const { ann, ben, admin } = people
    const [bens, admins] = await Promise.all([ben, admin].map((one) => register(one, ['update_message'])))
    const address = newPage()
    const id = await tell(ann, [ben], address)
    const [update] = (await bens?.takeCount(1)) ?? []
    expect(update).toMatchObject({ message_id: id, rendering_only: true, rendered_content: shown(address) })
    expect(update).not.toHaveProperty('stream_id')
    await admins?.receivesNothing()
  })

  it('tells those who have it in a private channel with protected history, and those alone', async () => {
    const { ann, ben, admin } = people
    const privacy = { invite_only: true, history_public_to_subscribers: false }
    const place = await channel(people, 'secret', [ann, ben], privacy)
    const { address, asked, answer } = heldPage()
    const id = await say(ann, place, 'tea', address)
    await asked
    const subscriptions = [{ name: 'secret' }]
    await ann.post('users/me/subscriptions', { subscriptions, principals: [admin.id] }).succeeds()
    const [bens, admins] = await Promise.all([ben, admin].map((one) => register(one, ['update_message'])))
    answer()
    await bens?.receives(expect.objectContaining({ message_id: id, rendered_content: shown(address) }))
    await admins?.receivesNothing()
  })

  it('is shown to whoever follows a narrow, also of a channel that they have not joined', async () => {
    const { ann, ben, general } = people
    const quiet = await channel(people, 'quiet', [ann])
    interface Told {
      readonly messages: {
        readonly current: readonly Record<string, unknown>[]
        readonly goneDatabaseIds: number[]
      }
    }
    const narrows = [[], ['channel', quiet], ['channels', 'public'], ['has', 'link']]
    for (const [operator, operand] of narrows) {
      const following = follow<Told>(
        ben,
        `subscription ($narrow: [NarrowTermInput!]) {
          messages(narrow: $narrow) { current { databaseId content renderedContent edits { date } } goneDatabaseIds } }`,
        { narrow: operator ? [{ operator, operand }] : [] },
      )
      await following.next()
      const { address, answer } = heldPage()
      const databaseId = await say(ann, operator === 'channel' ? quiet : general, 'tea', address)
      const kept = { databaseId, content: address, edits: null }
      expect((await following.next()).messages.current).toEqual([
        { ...kept, renderedContent: `<p>${link(address)}</p>` },
      ])
      answer()
      expect((await following.next()).messages).toEqual({
        current: [{ ...kept, renderedContent: shown(address) }],
        goneDatabaseIds: [],
      })
      await following.stop()
    }
  })

  it('is shown over GraphQL, and its update in subscriptions', async () => {
    const { ann, ben } = people
    const following = follow<{ eventBatches: { events: Record<string, unknown>[] } }>(
      ben,
      `subscription { eventBatches(types: ["update_message"]) { events {
        ... on UpdateMessageEvent { user { databaseId } renderingOnly messageDatabaseId content renderedContent } } } }`,
    )
    await following.next()
    const { address, answer } = heldPage()
    const { sendMessage } = await ann.graphql(
      `mutation ($content: String!) {
        sendMessage(input: { channel: { channelName: "general", topic: "tea" }, content: $content }) {
          messageDatabaseId message { id renderedContent } } }`,
      { content: address },
    )
    expect(sendMessage.message.renderedContent).toBe(`<p>${link(address)}</p>`)
    answer()
    const { events } = (await following.next()).eventBatches
    expect(events).toEqual([
      {
        user: null,
        renderingOnly: true,
        messageDatabaseId: sendMessage.messageDatabaseId,
        content: address,
        renderedContent: shown(address),
      },
    ])
    await following.stop()
    const { node } = await ben.graphql(
      'query ($id: ID!) { node(id: $id) { ... on Message { renderedContent } } }',
      {
        id: sendMessage.message.id,
      },
    )
    expect(node.renderedContent).toEqual(shown(address))
  })

  it('shows the image from an address of this server', async () => {
    const { ann } = people
    const address = newPage()
    other.answers.set('/i.png', page('picture', 'image/png'))
    const id = await say(ann, 'general', 'tea', address)
    await settled()
    const [, path = ''] = /url\((.*?)\)/.exec(await html(ann, id)) ?? []
    const image = await send(server.port, 'GET', path, { host: people.host })
    expect([image.status, image.text]).toEqual([200, 'picture'])
  })

  it('shows what a page says as text', async () => {
    const { ann } = people
    const address = newPage('"><script>alert(1)</script>&lt;img src=x onerror=alert(1)>\'')
    const id = await say(ann, 'general', 'tea', `a ${address} b`)
    await settled()
    expect(await html(ann, id)).toContain('&lt;script&gt;alert(1)')
    expect(faultOf(await html(ann, id))).toBeNull()
  })

  it.each<[string, () => string]>([
    ['that names no image', () => newPage(null)],
    ['that is not there', () => `${other.origin}/nowhere`],
    ['in another network', () => `http://10.0.0.${(++drawn % 200) + 1}/`],
    ['that has no name', () => `http://nowhere-${++drawn}.invalid/`],
  ])('stays as it is for a page %s, which is not asked for again', async (_claim, address) => {
    const { ann } = people
    const page = address()
    const queue = await register(ann, ['update_message'])
    const ids = [await say(ann, 'general', 'tea', page)]
    await settled()
    ids.push(await say(ann, 'general', 'tea', page))
    await settled()
    for (const id of ids) expect(await html(ann, id)).toBe(`<p>${link(page)}</p>`)
    await queue.receivesNothing()
    expect(other.count(pathOf(page))).toBeLessThanOrEqual(1)
  })
})

describe('pages that are linked again', () => {
  it('are fetched once, and then shown at once: in messages, in edits and by POST /messages/render', async () => {
    const { ann, ben } = people
    const address = newPage()
    const first = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => say(ann, 'general', `tea ${i}`, address)))
    await settled()
    for (const id of first) expect(await html(ann, id)).toEqual(shown(address))
    const queue = await register(ben, ['message', 'update_message'])
    const id = await say(ann, 'general', 'tea', address)
    await queue.receives(expect.objectContaining({ type: 'message' }))
    expect(await html(ann, id)).toEqual(shown(address))
    await ann.patch(`messages/${id}`, { content: `now ${address}` }).succeeds()
    await queue.receives(expect.objectContaining({ user_id: ann.id, rendered_content: shown(address) }))
    const rendered = await ann.post('messages/render', { content: address }).succeeds()
    expect(rendered.rendered).toEqual(shown(address))
    expect(other.count(pathOf(address))).toBe(1)
  })

  it('are not fetched for POST /messages/render', async () => {
    const address = newPage()
    const { rendered } = await people.ann.post('messages/render', { content: address }).succeeds()
    expect(rendered).toBe(`<p>${link(address)}</p>`)
    await settled()
    expect(other.count(pathOf(address))).toBe(0)
  })

  it('are fetched again when they have been forgotten, but not for an edit that keeps them', async () => {
    const { ann } = people
    const [address, another] = [newPage(), newPage('U')]
    const id = await say(ann, 'general', 'tea', address)
    await settled()
    await server.core.db.query(sql`UPDATE linked_page SET expires_at = now() - interval '1 second'`)
    await collect(server.core)
    expect(await server.core.db.query(sql`SELECT FROM linked_page`)).toEqual([])
    const queue = await register(ann, ['update_message'])
    await ann.patch(`messages/${id}`, { content: `${another} ${address}` }).succeeds()
    const [edit, rendering] = await queue.takeCount(2)
    expect(edit).toMatchObject({ user_id: ann.id, rendered_content: shown(address) })
    expect(rendering).toMatchObject({ user_id: null, rendering_only: true })
    expect(
      rendering?.rendered_content.match(/message_embed_title"><a [^>]*>./g)?.map((s: string) => s.at(-1)),
    ).toEqual(['U', 'T'])
    expect(other.count(pathOf(address))).toBe(1)
    await say(ann, 'general', 'tea', address)
    await settled()
    expect(other.count(pathOf(address))).toBe(2)
  })
})

describe('what becomes of a message while its page is fetched', () => {
  let id = 0
  let held: ReturnType<typeof heldPage>
  let place = 0
  let queue: TestQueue

  beforeEach(async () => {
    const { ann, ben } = people
    place = await channel(people, 'kitchen', [ann, ben])
    held = heldPage()
    id = await say(ann, place, 'tea', `see ${held.address}`)
    await held.asked
    queue = await register(ben, ['message', 'update_message', 'delete_message'])
  })

  it('an edit that takes the link away wins', async () => {
    const { ann } = people
    await ann.patch(`messages/${id}`, { content: 'nothing' }).succeeds()
    held.answer()
    await settled()
    expect(await html(ann, id)).toBe('<p>nothing</p>')
    await queue.receives(expect.objectContaining({ user_id: ann.id }))
  })

  it('an edit that keeps the link has the preview', async () => {
    const { ann } = people
    await ann.patch(`messages/${id}`, { content: `*longer* than before: ${held.address}` }).succeeds()
    held.answer()
    await settled()
    expect(await html(ann, id)).toEqual(shown(held.address))
    expect(await html(ann, id)).toContain('<p><em>longer</em> than before: ')
    await queue.receives(
      expect.objectContaining({ user_id: ann.id }),
      expect.objectContaining({ user_id: null, rendered_content: shown(held.address) }),
    )
  })

  it('an edit that links another page has that one', async () => {
    const { ann } = people
    const another = newPage('U')
    await ann.patch(`messages/${id}`, { content: another }).succeeds()
    held.answer()
    await settled()
    expect(await html(ann, id)).toEqual(shown(another, 'U'))
  })

  it('a message that is deleted is left alone', async () => {
    await people.owner.delete(`messages/${id}`).succeeds()
    held.answer()
    await expect
      .poll(() => server.core.db.query(sql`SELECT FROM linked_page WHERE address = ${held.address}`))
      .toHaveLength(1)
    await server.core.linkPreviews.idle()
    await queue.receives(expect.objectContaining({ type: 'delete_message' }))
  })

  it('a message that is moved has its preview where it is', async () => {
    const { ann, ben, owner } = people
    const target = await channel(people, 'garden', [ann, ben])
    const silent = { send_notification_to_new_thread: false, send_notification_to_old_thread: false }
    await owner.post('users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }] }).succeeds()
    await owner.patch(`messages/${id}`, { stream_id: target, ...silent }).succeeds()
    held.answer()
    await queue.receives(
      expect.objectContaining({ stream_id: place, new_stream_id: target }),
      expect.objectContaining({ rendering_only: true, stream_id: target, stream_name: 'garden' }),
    )
  })

  it('an organization that wants no previews any more has none', async () => {
    await people.owner.patch('realm', { inline_url_embed_preview: false }).succeeds()
    held.answer()
    await settled()
    expect(await html(people.ann, id)).toBe(`<p>see ${link(held.address)}</p>`)
    await queue.receivesNothing()
  })

  it('reactions and flags go on', async () => {
    const { ben } = people
    await ben.post(`messages/${id}/reactions`, { emoji_name: 'smile' }).succeeds()
    await ben.post('messages/flags', { op: 'add', flag: 'starred', messages: [id] }).succeeds()
    held.answer()
    await queue.receives(expect.objectContaining({ rendering_only: true, flags: ['starred'] }))
    expect((await ben.get(`messages/${id}`).succeeds()).message.reactions).toHaveLength(1)
  })
})

describe('a node', () => {
  it('that stops leaves what it could not finish, and another one does it', async () => {
    const { ann } = people
    const one = new LinkPreviews(server.core, new PageFetcher(new Internet(isLoopback)))
    const { address, asked, answer } = heldPage()
    const id = await withoutPreviews(() => say(ann, 'general', 'tea', address))
    one.look()
    await asked
    await one.close()
    expect(await html(ann, id)).toBe(`<p>${link(address)}</p>`)
    answer()
    server.core.linkPreviews.look()
    await settled()
    expect(await html(ann, id)).toEqual(shown(address))
    expect(other.count(pathOf(address))).toBe(2)
  })

  it('that dies is followed by another one when its time is over, but not for ever', async () => {
    const { ann } = people
    const { db } = server.core
    const address = newPage()
    const id = await withoutPreviews(() => say(ann, 'general', 'tea', address))
    await db.query(sql`UPDATE preview_request SET taken_until = now() + interval '1 minute', attempts = 1`)
    server.core.linkPreviews.look()
    await server.core.linkPreviews.idle()
    expect(other.count(pathOf(address))).toBe(0)
    await db.query(sql`UPDATE preview_request SET taken_until = now() - interval '1 second', attempts = 4`)
    server.core.linkPreviews.look()
    await server.core.linkPreviews.idle()
    expect(other.count(pathOf(address))).toBe(0)
    await db.query(sql`UPDATE preview_request SET attempts = 3`)
    server.core.linkPreviews.look()
    await settled()
    expect(await html(ann, id)).toEqual(shown(address))
  })

  it('forgets requests that nobody waits for any more', async () => {
    const id = await withoutPreviews(() => say(people.ann, 'general', 'tea', newPage()))
    const left = () => server.core.db.query(sql`SELECT FROM preview_request WHERE message_id = ${id}`)
    await collect(server.core)
    expect(await left()).toHaveLength(1)
    await server.core.db.query(sql`UPDATE preview_request SET requested_at = now() - interval '61 minutes'`)
    await collect(server.core)
    expect(await left()).toEqual([])
  })
})

describe('where there are no previews', () => {
  it('the server says so, and fetches nothing', async () => {
    const told = async (at: typeof server, { ann }: Cast) => [
      (await ann.post('register', { fetch_event_types: ['realm'] }).succeeds())
        .server_inline_url_embed_preview,
      (await ann.graphql('{ server { allowsLinkPreviews } }')).server.allowsLinkPreviews,
      at.core.config.showsLinkPreviews,
    ]
    expect(await told(server, people)).toEqual([true, true, true])
    const others = await cast(plain)
    expect(await told(plain, others)).toEqual([false, false, false])
    await others.owner.patch('realm', { inline_url_embed_preview: true }).succeeds()
    const address = newPage()
    const id = await say(others.ann, 'general', 'tea', address)
    expect(await html(others.ann, id)).toBe(`<p>${link(address)}</p>`)
    expect(await plain.core.db.query(sql`SELECT FROM preview_request`)).toEqual([])
    expect(other.count(pathOf(address))).toBe(0)
  })

  it('sending costs no statement more', async () => {
    const statements = async (content: string): Promise<number> => {
      let count = 0
      server.core.db.observer = (text) => {
        if (/linked_page|preview_request/.test(text)) count++
      }
      await say(people.ann, 'general', 'tea', content)
      server.core.db.observer = undefined
      return count
    }
    expect(await statements('no link')).toBe(0)
    expect(await statements('[a picture](/user_uploads/2/ab/x.png) and `https://a.example`')).toBe(0)
    await people.owner.patch('realm', { inline_url_embed_preview: false }).succeeds()
    expect(await statements(newPage())).toBe(0)
  })
})
