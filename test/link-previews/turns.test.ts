import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Internet } from '../../src/external-content/internet.ts'
import { Backstage, say, tell } from '../messages/place.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { type Answer, isLoopback, otherServer, page } from '../support/web.ts'

const server = testServer({ PARLEY_LINK_PREVIEWS: 'true' }, undefined, new Internet(isLoopback))
const web = otherServer()
let people: Cast

const quick = page('<title>T</title><meta property="og:image" content="/i.png">')
/** Answers when it is told to. */
function slow() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const answer: Answer = (request, response) => void ended.then(() => quick(request, response))
  return { answer, end: () => end() }
}

/** Addresses below a path, all with one answer. */
function addresses(path: string, count: number, answer = quick): string[] {
  return Array.from({ length: count }, (_, i) => {
    web.answers.set(`/${path}/${i}`, answer)
    return `${web.origin}/${path}/${i}`
  })
}

async function wantPreviews(cast: Cast): Promise<Cast> {
  await new Backstage(server, cast).organizationSetting('inlineUrlEmbedPreview', true)
  return cast
}

/** Does something before any node looks for pages. */
async function beforeFirstTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const look = vi.spyOn(server.core.linkPreviews, 'look').mockImplementation(() => {})
  try {
    return await work()
  } finally {
    look.mockRestore()
  }
}

const requests = () => server.core.db.query(sql`SELECT FROM preview_request`)
const previews = (html: string) => html.split('class="message_embed"').length - 1

beforeEach(async () => {
  people = await wantPreviews(await cast(server))
  web.asked.length = 0
})

describe('previews', () => {
  it('of one person are made while the slow links of another still wait', async () => {
    const { ann, ben } = people
    const { answer, end } = slow()
    for (const address of addresses('slow', 40, answer)) await say(ann, 'general', 'links', address)
    await expect.poll(() => web.asked.length).toBeGreaterThan(0)
    const queue = await register(ben, ['update_message'])
    const [address = ''] = addresses('quick', 1)
    const id = await say(ben, 'general', 'tea', address)
    await queue.receives(expect.objectContaining({ message_id: id, rendering_only: true }))
    // None of the first has been answered, and most have not been asked for.
    expect(web.asked.filter((path) => path.startsWith('/slow')).length).toBeLessThan(10)
    end()
    await expect.poll(requests, { timeout: 20_000 }).toEqual([])
  })

  it('are made in turns of organizations, and in each of those who write', async () => {
    const { ann, ben, guest } = people
    const others = await wantPreviews(await cast(server))
    await beforeFirstTurn(async () => {
      for (const address of addresses('ann', 30)) await say(ann, 'general', 'links', address)
      for (const address of addresses('ben', 30)) await say(ben, 'general', 'links', address)
      for (const address of addresses('guest', 1)) await tell(guest, [ben], address)
      for (const address of addresses('other', 10)) await say(others.ann, 'general', 'links', address)
    })
    server.core.linkPreviews.look()
    await expect.poll(requests, { timeout: 20_000 }).toEqual([])
    const places = (path: string) =>
      web.asked.flatMap((asked, i) => (asked.startsWith(`/${path}/`) ? [i] : []))
    // The other organization had every second turn, and within theirs the three had each third one.
    expect(places('other')).toHaveLength(10)
    expect(places('other').at(-1)).toBeLessThan(24)
    expect(places('guest')[0]).toBeLessThan(8)
    expect(places('ben')[9]).toBeLessThan(36)
    // Each person's are made in the order in which they wrote.
    expect(web.asked.filter((asked) => asked.startsWith('/ben/'))).toEqual(
      Array.from({ length: 30 }, (_, i) => `/ben/${i}`),
    )
  })

  it('of a message with many links are made a few at a time, and shown at once', async () => {
    const { ann, ben } = people
    const { id } = await beforeFirstTurn(async () => ({
      id: await say(ann, 'general', 'links', addresses('many', 20).join('\n\n')),
      single: await say(ben, 'general', 'tea', addresses('single', 1).join('')),
    }))
    const queue = await register(ben, ['update_message'])
    server.core.linkPreviews.look()
    await expect.poll(requests, { timeout: 20_000 }).toEqual([])
    expect(web.asked.indexOf('/single/0')).toBeLessThan(8)
    const updates = (await queue.takeCount(2)).filter(({ message_id }) => message_id === id)
    expect(updates.map(({ rendered_content }) => previews(rendered_content))).toEqual([20])
    expect(web.asked).toHaveLength(21)
  })

  it('of a message that is gone are not fetched', async () => {
    const { ann, owner } = people
    await beforeFirstTurn(async () => {
      const id = await say(ann, 'general', 'links', addresses('gone', 1).join(''))
      await owner.delete(`messages/${id}`).succeeds()
    })
    server.core.linkPreviews.look()
    await expect.poll(requests, { timeout: 20_000 }).toEqual([])
    expect(web.asked).toEqual([])
  })
})
