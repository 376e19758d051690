import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { Internet } from '../../src/external-content/internet.ts'
import { move } from '../messages/edit-support.ts'
import { Backstage, channel, say } from '../messages/place.ts'
import { bothNodesOf } from '../support/both-nodes.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { isLoopback, otherServer, page } from '../support/web.ts'

// Only on a server are there several transactions at a time.
describe.runIf(onPostgres)('Previews of pages in messages that change', { timeout: 120_000 }, () => {
  const server = testServer({ PARLEY_LINK_PREVIEWS: 'true' }, undefined, new Internet(isLoopback))
  const web = otherServer()
  const { onEither, otherNode } = bothNodesOf(server)
  let people: Cast

  beforeEach(async () => {
    people = await cast(server)
    await new Backstage(server, people).organizationSetting('inlineUrlEmbedPreview', true)
  })

  it('are those of the text that there is in the end, as clients hear it', async () => {
    const { ann, ben, owner } = people
    const [left, right] = [
      await channel(people, 'left', [ann, ben, owner]),
      await channel(people, 'right', [ann, ben, owner]),
    ]
    const addresses = Array.from({ length: 12 }, (_, i) => `${web.origin}/${i}`)
    for (const [i] of addresses.entries()) {
      web.answers.set(`/${i}`, (request, response) => {
        const answer = page(`<title>Page ${i}</title><meta property="og:image" content="/i">`)
        setTimeout(() => answer(request, response), (i * 37) % 100)
      })
    }
    const some = (from: number) => addresses.filter((_, i) => (i + from) % 4 === 0).join('\n\n')
    const queue = await register(ben, ['message', 'update_message', 'delete_message'], {
      apply_markdown: true,
    })
    const ids = await Promise.all(addresses.map((_, i) => say(onEither(ann, i), left, `tea ${i}`, some(i))))
    await Promise.all(
      ids.flatMap((id, i) => [
        onEither(ann, i).patch(`messages/${id}`, { content: `edited ${i} ${some(i + 1)}` }),
        ...(i % 3 === 0 ? [move(onEither(owner, i + 1), id, { stream_id: right })] : []),
        ...(i % 5 === 4 ? [onEither(owner, i).delete(`messages/${id}`)] : []),
        onEither(ann, i + 1).patch(`messages/${id}`, { content: `*again* ${i} ${some(i + 2)}` }),
        onEither(ben, i).post(`messages/${id}/reactions`, { emoji_name: 'smile' }),
      ]),
    )
    await expect
      .poll(() => server.core.db.query(sql`SELECT FROM preview_request`), { timeout: 30_000 })
      .toHaveLength(0)

    const heard = new Map<number, string>()
    for (const event of await queue.take()) {
      if (event.type === 'message') heard.set(event.message.id, event.message.content)
      if (event.type === 'update_message' && event.rendered_content !== undefined) {
        heard.set(event.message_id, event.rendered_content)
      }
      if (event.type === 'delete_message') heard.delete(event.message_id)
    }
    let shown = 0
    for (const id of ids) {
      const { status, body } = await ben.get(`messages/${id}`)
      if (status !== 200) {
        expect(heard.has(id)).toBe(false)
        continue
      }
      const { content } = body.message as { content: string }
      expect(heard.get(id)).toBe(content)
      const linked = [...content.matchAll(/<a href="([^"]*)">/g)].map(([, address]) => address)
      const previewed = [...content.matchAll(/message_embed_image" href="([^"]*)"/g)].map(
        ([, address]) => address,
      )
      expect(previewed).toEqual(linked)
      shown += previewed.length
    }
    expect(shown).toBeGreaterThan(0)
  })

  it('are made once, whichever node does it', async () => {
    const { ann, ben } = people
    web.answers.set('/once', page('<title>Once</title><meta property="og:image" content="/i">'))
    const queue = await register(ben, ['update_message'])
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        say(onEither(ann, i), 'general', `tea ${i}`, `${web.origin}/once?${i}`),
      ),
    )
    for (const [i] of ids.entries()) web.answers.set(`/once?${i}`, web.answers.get('/once') ?? (() => {}))
    for (let i = 0; i < 10; i++) {
      server.core.linkPreviews.look()
      otherNode().core.linkPreviews.look()
    }
    await expect
      .poll(() => server.core.db.query(sql`SELECT FROM preview_request`), { timeout: 30_000 })
      .toHaveLength(0)
    const events = await queue.take()
    expect(events.length).toBeLessThanOrEqual(ids.length)
    expect(new Set(events.map(({ message_id }) => message_id)).size).toBe(events.length)
  })
})
