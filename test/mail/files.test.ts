import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { channel } from '../messages/place.ts'
import { type Cast, cast } from '../support/cast.ts'
import { addressOf, deliver, type SentMail } from '../support/mail-client.ts'
import { testServer } from '../support/server.ts'
import { fetchAs } from '../support/uploads.ts'

const server = testServer({
  PARLEY_MAIL_PORT: '0',
  PARLEY_MAIL_DOMAIN: 'mail.example.org',
  PARLEY_UPLOAD_MIB: '1',
})
let people: Cast
let tea: number
let address: string

beforeEach(async () => {
  people = await cast(server)
  tea = await channel(people, 'Tea', [people.ann, people.ben])
  address = (await addressOf(people.ann, tea)).replace('.show-sender', '')
})

const file = (content: string | Buffer = 'Hello', filename: string | false = 'notes [1].txt') => ({
  filename,
  content,
})
const mail = (more: Partial<SentMail> = {}) =>
  deliver(server, { to: address, subject: 'Files', text: 'See here', attachments: [file()], ...more })
async function contents() {
  const narrow = [
    { operator: 'channel', operand: tea },
    { operator: 'topic', operand: 'Files' },
  ]
  const window = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false, narrow }
  const { messages } = await people.ben.get('messages', window).succeeds()
  return messages.map(({ content }: { content: string }) => content)
}
const owned = async (of = people.ann) => (await of.get('attachments').succeeds()).attachments
const link = String.raw`\[notes 1\.txt\]\((/user_uploads/\d+/\S+/notes-1\.txt)\)`

describe('Files in a mail', () => {
  it('are kept for whoever reads the message, and belong to whose address it is', async () => {
    const { ann, ben, guest } = people
    expect(
      await mail({ attachments: [file(), { ...file('World', false), contentType: 'text/plain' }] }),
    ).toMatchObject({ code: 250 })
    const [content] = await contents()
    const found = new RegExp(`^See here\n\n${link}\n\\[attachment\\.txt\\]\\((\\S+)\\)$`).exec(content)
    expect(found).not.toBeNull()
    const [, first = '', second = ''] = found ?? []
    expect((await fetchAs(ben, first)).text).toBe('Hello')
    expect((await fetchAs(ann, second)).text).toBe('World')
    expect((await fetchAs(guest, first)).status).not.toBe(200)
    const attachments = await owned()
    expect(attachments.map(({ name }: { name: string }) => name).sort()).toEqual([
      'attachment.txt',
      'notes [1].txt',
    ])
    for (const { message_ids } of attachments) expect(message_ids).toHaveLength(1)
  })

  it('belong to the bot that appears as the sender, and need no text', async () => {
    const { ann, bot } = people
    const to = (await addressOf(ann, tea, bot)).replace('.show-sender', '')
    expect(await mail({ to, text: '' })).toMatchObject({ code: 250 })
    expect(await contents()).toEqual([expect.stringMatching(new RegExp(`^${link}$`))])
    expect(await owned()).toEqual([])
    expect(await owned(bot)).toHaveLength(1)
  })

  it('are linked whole after a text that is too long, and before one that leaves code open', async () => {
    await mail({ text: 'x'.repeat(20_000) })
    const [long] = await contents()
    expect([...long].length).toBeLessThanOrEqual(10_000)
    expect(long).toMatch(new RegExp(`x\n\\[message truncated\\]\n\n${link}$`))
    await mail({ text: '```\ncode' })
    expect((await contents()).at(-1)).toMatch(new RegExp(`^${link}\n\n\`\`\`\ncode$`))
    for (const { message_ids } of await owned()) expect(message_ids).toHaveLength(1)
  })

  it('that are too large or too many, or find no room, are refused with the mail', async () => {
    expect(await mail({ attachments: [file(Buffer.alloc(1024 * 1024 + 1))] })).toMatchObject({ code: 552 })
    expect(await mail({ attachments: Array.from({ length: 31 }, () => file()) })).toMatchObject({ code: 552 })
    await server.core.db.query(sql`
      UPDATE organization SET settings = settings || '{"uploadQuotaMib": 1}' WHERE id = ${people.organizationId}`)
    const half = file(Buffer.alloc(600 * 1024))
    const full = await mail({ attachments: [half, half] })
    expect(full).toMatchObject({ code: 552 })
    expect(full.said).toContain('no room')
    expect(await contents()).toEqual([])
    expect(await owned()).toEqual([])
    expect(await mail({ attachments: [half] })).toMatchObject({ code: 250 })
  })

  it('are not kept for a mail that is refused, nor again for one that comes twice', async () => {
    const { owner } = people
    const again = { messageId: '<again@elsewhere.example>' }
    await mail(again)
    await mail(again)
    expect(await owned()).toHaveLength(1)
    await owner.patch(`streams/${tea}`, { topics_policy: 'disable_empty_topic' }).succeeds()
    await owner.delete(`streams/${tea}`).succeeds()
    expect(await mail()).toMatchObject({ code: 550 })
    expect(await owned()).toHaveLength(1)
  })
})
