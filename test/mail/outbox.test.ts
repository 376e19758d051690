import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { declareJobs } from '../../src/jobs/jobs.ts'
import { createLogger } from '../../src/logger.ts'
import { collectMail, Outbox } from '../../src/mail/outgoing/outbox.ts'
import { writeMail } from '../../src/mail/outgoing/write-mail.ts'
import { type Cast, cast } from '../support/cast.ts'
import { freePort, testMailServer } from '../support/mail-server.ts'
import { onPostgres, testServer } from '../support/server.ts'

const mailServer = await testMailServer()
const server = testServer({
  PARLEY_SMTP_URL: mailServer.url,
  PARLEY_MAIL_FROM: 'chat@parley.example',
  // What is refused or put off here is meant to be.
  PARLEY_LOG: 'silent',
})
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const soon = { timeout: 20_000, interval: 50 }
let drawn = 0
const address = () => `somebody-${++drawn}@parley.example`

/** Commits a mail of which no node knows yet. */
async function write(recipient: string, more: { subject?: string; text?: string } = {}): Promise<void> {
  const mail = { recipient, subject: 'News', text: 'There are none.', ...more }
  await server.core.db.transaction('read committed', (tx) => writeMail(tx, people.organizationId, mail))
}
interface Row {
  attempts: number
  wait: number
}
const rowOf = async (recipient: string): Promise<Row | undefined> => {
  const [row] = await server.core.db.query<Row>(sql`
    SELECT attempts, round(extract(epoch FROM due_at - now()))::int AS wait
    FROM outgoing_mail WHERE recipient = ${recipient}`)
  return row
}
const set = (recipient: string, change: ReturnType<typeof sql>) =>
  server.core.db.query(sql`UPDATE outgoing_mail SET ${change} WHERE recipient = ${recipient}`)
const deliver = () => server.core.outbox.deliverDue()
const another = (url = mailServer.url) =>
  new Outbox(server.core.db, createLogger('silent'), {
    ...server.core.config,
    sentMail: { url, from: 'chat@parley.example' },
  })

describe('A mail', () => {
  it('is delivered as what it is: from the organization, automatic, known again by the server', async () => {
    const to = address()
    await write(to, { text: 'One\n.\nFrom two\n\u{1f375}\n' })
    await deliver()
    const [mail] = mailServer.to(to)
    expect(mail?.from).toBe('chat@parley.example')
    expect(mail?.to).toEqual([to])
    expect(mail?.parsed).toMatchObject({ subject: 'News', text: 'One\n.\nFrom two\n\u{1f375}\n' })
    expect(mail?.parsed.from?.value).toEqual([{ name: 'Test', address: 'chat@parley.example' }])
    expect(mail?.parsed.headers.get('auto-submitted')).toBe('auto-generated')
    expect(mail?.parsed.headers.get('x-parley-origin')).toBe(server.core.config.publicUrl)
    expect(await rowOf(to)).toBeUndefined()
  })

  it('has no headers but its own, whatever its texts are', async () => {
    const to = address()
    await write(to, {
      subject: 'News\r\nBcc: other@parley.example\r\n\r\nHello\u2028\0',
      text: 'Bcc: x@y.example',
    })
    await deliver()
    const [mail] = mailServer.to(to)
    expect(mail?.to).toEqual([to])
    expect(mail?.parsed.subject).toBe('News Bcc: other@parley.example Hello')
    expect(mail?.parsed.headers.has('bcc')).toBe(false)
    expect(mail?.parsed.text).toBe('Bcc: x@y.example\n')
    for (const hostile of ['a@b.example\r\nRCPT TO:<c@d.example>', 'a@b.example>, <c@d.example', 'a b']) {
      const before = mailServer.taken.length
      await write(hostile)
      await deliver()
      expect(mailServer.taken).toHaveLength(before)
      expect(await rowOf(hostile)).toBeUndefined()
    }
  })

  it('is delivered by the job where its node died before it came to that', async () => {
    const to = address()
    await write(to)
    const job = declareJobs(server.core).find(({ name }) => name === 'mail')
    await job?.work()
    expect(mailServer.to(to)).toHaveLength(1)
  })

  it('of a transaction that fails is none', async () => {
    const to = address()
    const failed = server.core.db.transaction('read committed', async (tx) => {
      await writeMail(tx, people.organizationId, { recipient: to, subject: 'News', text: '' })
      throw new Error('No.')
    })
    await expect(failed).rejects.toThrow('No.')
    await deliver()
    expect(mailServer.to(to)).toEqual([])
  })

  it('that cannot be taken now is tried again, after pauses that grow, with the same id', async () => {
    const to = address()
    await write(to)
    mailServer.answers.set(to, { at: 'DATA', code: 451 })
    const waits: number[] = []
    for (const attempts of [1, 2, 3, 4, 5, 6]) {
      await set(to, sql`due_at = now()`)
      await deliver()
      const row = await rowOf(to)
      expect(row?.attempts).toBe(attempts)
      waits.push(row?.wait ?? 0)
    }
    for (const [i, wait] of [60, 240, 960, 3840, 14_400, 14_400].entries()) {
      expect(Math.abs((waits[i] ?? 0) - wait)).toBeLessThan(15)
    }
    // It is not due before.
    mailServer.answers.delete(to)
    await deliver()
    expect(mailServer.to(to)).toEqual([])
    const [known] = await server.core.db.query<{ messageId: string }>(
      sql`SELECT message_id FROM outgoing_mail WHERE recipient = ${to}`,
    )
    await set(to, sql`due_at = now()`)
    await deliver()
    expect(mailServer.to(to)[0]?.parsed.messageId).toBe(`<${known?.messageId}@parley.example>`)
  })

  it('that nobody takes for four days is given up, and one that is refused at once', async () => {
    const [late, young, wrong] = [address(), address(), address()]
    for (const to of [late, young]) {
      await write(to)
      mailServer.answers.set(to, { at: 'RCPT', code: 450 })
    }
    await write(wrong)
    mailServer.answers.set(wrong, { at: 'RCPT', code: 550 })
    await deliver()
    expect(await rowOf(wrong)).toBeUndefined()
    await set(late, sql`created_at = now() - interval '97 hours'`)
    await set(young, sql`created_at = now() - interval '95 hours'`)
    await collectMail(server.core.db, createLogger('silent'))
    expect(await rowOf(late)).toBeUndefined()
    expect(await rowOf(young)).toMatchObject({ attempts: 1 })
  })

  it('does not stand in the way of the next one, unless the server takes none at all', async () => {
    const [refused, busy, fine] = [address(), address(), address()]
    for (const to of [refused, busy, fine]) await write(to)
    mailServer.answers.set(refused, { at: 'DATA', code: 554 })
    mailServer.answers.set(busy, { at: 'RCPT', code: 450 })
    await deliver()
    expect(mailServer.to(fine)).toHaveLength(1)

    const [first, second] = [address(), address()]
    for (const to of [first, second]) await write(to)
    for (const url of [
      `smtp://127.0.0.1:${await freePort()}`,
      mailServer.url.replace('se%20cret', 'wrong'),
    ]) {
      await another(url).deliverDue()
      await set(first, sql`due_at = now() - interval '1 hour'`)
    }
    expect(await rowOf(first)).toMatchObject({ attempts: 2 })
    expect(await rowOf(second)).toMatchObject({ attempts: 0 })
    await deliver()
    expect(mailServer.to(first)).toHaveLength(1)
    expect(mailServer.to(second)).toHaveLength(1)
  })

  it('whose node dies on the way is delivered by another one, later', async () => {
    const to = address()
    await write(to)
    const { reached, open } = mailServer.hold(to)
    const dying = another()
    const lost = dying.deliverDue()
    await reached
    // It is on its way: nobody else takes it.
    await deliver()
    expect(await rowOf(to)).toMatchObject({ attempts: 1 })
    expect((await rowOf(to))?.wait).toBeGreaterThan(200)
    await set(to, sql`due_at = now()`)
    mailServer.answers.set(to, { at: 'DATA', code: 451 })
    open()
    await lost
    mailServer.answers.delete(to)
    await set(to, sql`due_at = now()`)
    await deliver()
    expect(mailServer.to(to)).toHaveLength(1)
  })

  it('that is on its way when its node stops is waited for, and no other one is begun', async () => {
    const [first, second] = [address(), address()]
    await write(first)
    await write(second)
    const { reached, open } = mailServer.hold(first)
    const stopping = another()
    stopping.wake()
    await reached
    const closed = stopping.close()
    open()
    await closed
    stopping.wake()
    expect(mailServer.to(first)).toHaveLength(1)
    expect(await rowOf(first)).toBeUndefined()
    expect(await rowOf(second)).toMatchObject({ attempts: 0 })
    await deliver()
  })
})

describe('Several workers', () => {
  it('on one node share a run, which takes what came meanwhile', async () => {
    const [first, second] = [address(), address()]
    await write(first)
    const { reached, open } = mailServer.hold(first)
    const run = deliver()
    await reached
    await write(second)
    const other = deliver()
    open()
    await Promise.all([run, other])
    expect(mailServer.to(second)).toHaveLength(1)
  })

  it.runIf(onPostgres)('on several nodes deliver each mail once, and all of them', async () => {
    const nodes = [server, await server.startAnotherNode(), await server.startAnotherNode()]
    const all = Array.from({ length: 60 }, address)
    const writing = all.map(async (to, i) => {
      await write(to)
      nodes[i % nodes.length]?.core.outbox.wake()
    })
    await Promise.all(writing)
    await Promise.all(nodes.map(({ core }) => core.outbox.deliverDue()))
    await expect.poll(() => all.filter((to) => mailServer.to(to).length === 0), soon).toEqual([])
    expect(all.map((to) => mailServer.to(to).length)).toEqual(all.map(() => 1))
  })
})
