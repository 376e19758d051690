import { beforeEach, describe, expect, it } from 'vitest'
import { channel, systemGroup } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { addressOf, deliver, type SentMail, speak } from '../support/mail-client.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer({ PARLEY_MAIL_PORT: '0', PARLEY_MAIL_DOMAIN: 'mail.example.org' })
let people: Cast
let tea: number
let address: string

beforeEach(async () => {
  people = await cast(server)
  tea = await channel(people, 'Tea', [people.ann, people.ben])
  address = await addressOf(people.ann, tea)
})

const NOT_TAKEN = 'No mail is taken for this address'
const mail = (more: Partial<SentMail> = {}) =>
  deliver(server, { to: address, subject: 'Oolong', text: 'Who is in?', ...more })
const plain = (of = address) => of.replace('.show-sender', '')
async function messages(reader: Person = people.ben, channelId = tea) {
  const narrow = [{ operator: 'channel', operand: channelId }]
  const window = {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
    narrow,
  }
  const found = (await reader.get('messages', window).succeeds()).messages
  // Without the server's own notices about the channel.
  return found.filter(({ client }: { client: string }) => client !== 'Internal')
}
const last = async (...of: Parameters<typeof messages>) => (await messages(...of)).at(-1)
const archive = (id = tea) => people.owner.delete(`streams/${id}`).succeeds()
const setPolicy = (topics_policy: string) =>
  people.owner.patch(`streams/${tea}`, { topics_policy }).succeeds()

describe('A mail to a channel', () => {
  it('becomes a message of the email gateway, and leads every old snapshot to the fresh one', async () => {
    const { ann, ben, admin, guest } = people
    const queues = await Promise.all([ann, ben].map((one) => register(one, undefined)))
    const others = await Promise.all([admin, guest].map((one) => register(one, ['message'])))
    expect(await mail()).toMatchObject({ code: 250 })
    expect(await last()).toMatchObject({
      sender_full_name: 'Email Gateway',
      subject: 'Oolong',
      content: '**From:** Rita Rand (rita@elsewhere.example)\nWho is in?',
      client: 'Email',
      flags: [],
    })
    for (const queue of queues) {
      const told = (await queue.take()).filter(({ type }) => type === 'message')
      expect(told).toMatchObject([
        { message: { subject: 'Oolong', sender_full_name: 'Email Gateway' }, flags: [] },
      ])
      await queue.replayEqualsFreshRegister()
    }
    for (const queue of others) await queue.receivesNothing()
  })

  it('appears as of whom the address was made for: oneself or a bot of one’s own', async () => {
    const { ann, bot } = people
    await mail({ to: plain(await addressOf(ann, tea, ann)) })
    expect(await last()).toMatchObject({ sender_id: ann.id, content: 'Who is in?' })
    await mail({ to: plain(await addressOf(ann, tea, bot)) })
    expect(await last()).toMatchObject({ sender_id: bot.id, content: 'Who is in?' })
  })

  it('goes by addresses in any case, and without the name in them', async () => {
    await mail({ to: address.toUpperCase() })
    await mail({ to: address.replace(/^tea\./, '') })
    await mail({ to: address.replace(/^tea\./, 'another-name.') })
    expect(await messages()).toHaveLength(3)
  })

  it('may go to several channels at once, and is posted in each', async () => {
    const { ann, general, ben } = people
    const to = [address, await addressOf(ann, general), await addressOf(ben, tea)]
    expect(await mail({ to })).toMatchObject({ code: 250, accepted: to })
    expect(await messages()).toHaveLength(2)
    expect(await messages(ann, general)).toHaveLength(1)
  })

  it('makes the gateway’s message anybody’s by no personal setting of the address’s owner', async () => {
    const { ann } = people
    const queue = await register(ann, ['user_topic'], {})
    await mail({ text: 'For @**Ben Ito**' })
    await queue.receivesNothing()
    expect((await last()).flags).toEqual(['mentioned'])
  })
})

describe('The topic', () => {
  const long = 'x'.repeat(70)
  it.each([
    ['a subject', 'Oolong', 'Oolong'],
    ['a subject of an answer', 'Re: Oolong', 'Oolong'],
    ['a subject that was answered and passed on', 'FW: AW: Re[2]:  Fwd: RE: Oolong', 'Oolong'],
    ['a word that only looks like one', 'Regarding: tea', 'Regarding: tea'],
    ['a subject in another script', '回复：茶', '茶'],
    ['a long subject', long, `${'x'.repeat(57)}...`],
    ['a subject of several lines', 'One\r\n two\u0007', 'One two'],
    ['no subject', '', ''],
    ['a subject that says nothing', 'Re: ', ''],
    ['the name of the empty topic', '(no topic)', ''],
  ])('of %s', async (_, subject, topic) => {
    await mail({ subject })
    expect((await last()).subject).toBe(topic)
  })

  it('of a mail without a subject is another where the channel has no empty one', async () => {
    await setPolicy('disable_empty_topic')
    await mail({ subject: 'Re:' })
    expect((await last()).subject).toBe('no subject')
  })

  it('is empty where that is the only one; then the text has the subject', async () => {
    await setPolicy('empty_topic_only')
    await mail({ to: plain(), subject: 'Re: *Oolong* @**all**' })
    expect(await last()).toMatchObject({ subject: '', content: '**Subject:** Oolong all\nWho is in?' })
  })
})

describe('The text', () => {
  const post = async (more: Partial<SentMail>) => {
    expect(await mail({ to: plain(), ...more })).toMatchObject({ code: 250 })
    return (await last()).content
  }

  it('of HTML alone becomes Markdown', async () => {
    const html = `<style>p { color: red }</style><h1>News</h1><p>Read <a href="https://tea.example/a?b=1">this [one]</a>,
      <a href="javascript:alert(1)">not that</a>, or <a href="https://x.example">https://x.example</a>.</p>
      <ul><li>green</li><li>black</li></ul><blockquote>Said</blockquote><pre>a  b\nc</pre><p>Use <code>tea</code>.<br>Bye</p>`
    expect((await post({ text: '', html })).split(/\n+/)).toEqual([
      'News',
      'Read [this one](https://tea.example/a?b=1), not that, or https://x.example.',
      '- green',
      '- black',
      '> Said',
      '```',
      'a  b',
      'c',
      '```',
      'Use `tea`.',
      'Bye',
    ])
  })

  it('is the plain one of both, unless the address says otherwise', async () => {
    const both = { text: 'Plain', html: '<b>Rich</b>' }
    expect(await post(both)).toBe('Plain')
    expect(await post({ ...both, to: plain().replace('@', '.prefer-html@') })).toBe('Rich')
    expect(await post({ html: '<b>Rich</b>', to: plain().replace('@', '.prefer-html@') })).toBe('Rich')
  })

  it('of an answer lacks quotes and signature, unless the address says otherwise', async () => {
    const text =
      'Me!\n\n-- \nRita\nRand Ltd.\n\nOn Fri, Nov 20, 2026 at 10:00 AM Ann Lee <ann@parley.example>\nwrote:\n\n> Who is in?\n>\n> Ann\n'
    const reply = { subject: 'Re: Oolong', text }
    expect(await post(reply)).toBe('Me!')
    expect(await post({ ...reply, to: plain().replace('@', '.include-footer@') })).toBe(
      'Me!\n\n-- \nRita\nRand Ltd.',
    )
    const quoting = plain().replace('@', '.include-quotes.include-footer@')
    expect(await post({ ...reply, to: quoting })).toBe(text.trimEnd())
  })

  it('of a mail that answers nothing, or was passed on, keeps its quotes', async () => {
    const text = 'See:\n\n> Who is in?'
    expect(await post({ text })).toBe(text)
    expect(await post({ text, subject: 'Fwd: Oolong', inReplyTo: '<a@b.example>' })).toBe(text)
    expect(await post({ text, inReplyTo: '<a@b.example>' })).toBe('See:')
    expect(await post({ text: '> Who is in?', subject: 'Re: Oolong' })).toBe('> Who is in?')
  })

  it('of an answer in HTML lacks what its program marks as quoted', async () => {
    const html = `<div>Me!</div><div class="gmail_signature">Rita</div><div class="gmail_quote">On Friday Ann wrote:
      <blockquote>Who is in?</blockquote></div>`
    expect(await post({ text: '', html, subject: 'Re: Oolong' })).toBe('Me!')
    expect(await post({ text: '', html })).toContain('> Who is in?')
  })

  it('that is too long is cut; one that is empty says so', async () => {
    const content = await post({ text: 'x'.repeat(20_000) })
    expect(content).toHaveLength(10_000)
    expect(content).toMatch(/x\n\[message truncated]$/)
    expect(await post({ text: ' \n' })).toBe('(empty mail)')
    expect(await post({ text: 'a\0b' })).toBe('ab')
  })

  it('shows a sender by nothing that could be more than a name', async () => {
    await mail({ from: '"@**all** *x* [y](z) :tea: `" <a*b@elsewhere.example>', text: 'Hi' })
    expect((await last()).content).toBe('**From:** all x y (z) tea (ab@elsewhere.example)\nHi')
    expect((await last()).flags).toEqual([])
  })

  it('of a hostile mail takes no longer than another one', async () => {
    for (const html of [
      '<div>'.repeat(100_000),
      '<blockquote>'.repeat(40_000),
      '<a href="https://x.example">'.repeat(20_000),
    ]) {
      await post({ text: '', html: `${html}tea` })
    }
    for (const line of ['> ', 'On 1 ', '-- \n', 'a: b@c\n', `${' '.repeat(500)}\n`, '_'.repeat(40)]) {
      await post({ text: line.repeat(1_500_000 / line.length), subject: 'Re: tea' })
    }
  }, 60_000)
})

describe('A mail is refused, and nothing is posted,', () => {
  const refused = async (to: string, more: Partial<SentMail> = {}) => {
    const before = (await messages(people.owner)).length
    const { code, said } = await mail({ to, ...more })
    expect([code, said.includes(NOT_TAKEN)]).toEqual([550, true])
    // Nothing else is said, but for the address that the client knows.
    expect(said).not.toMatch(/channel|Tea|permission|archive|deactivate/)
    expect(await messages(people.owner)).toHaveLength(before)
  }

  it('at addresses that nobody has', async () => {
    await refused(address.replace(/[0-9a-f]{32}/, '0'.repeat(32)))
    for (const name of ['tea', 'show-sender', 'constructor', 'postmaster', 'a'.repeat(60)]) {
      await refused(`${name}@mail.example.org`)
    }
    await refused(address.replace('.show-sender', '.other'))
    await refused(address.replace('mail.example.org', 'example.org'))
  })

  it('when the channel is archived', async () => {
    await archive()
    await refused(address)
  })

  it('when whose address it is may no longer post there', async () => {
    const { owner, ann } = people
    const own = await addressOf(ann, tea, ann)
    const bots = await addressOf(ann, tea, people.bot)
    const moderators = await systemGroup(server, people, 'role:moderators')
    await owner.patch(`streams/${tea}`, { can_send_message_group: { new: moderators } }).succeeds()
    for (const to of [address, own, bots]) await refused(to)
  })

  it('when whose address it is has left a private channel', async () => {
    const { ann, ben, owner } = people
    const hidden = await channel(people, 'Hidden', [ann, ben, owner], { invite_only: true })
    const own = await addressOf(ann, hidden)
    expect(await mail({ to: own })).toMatchObject({ code: 250 })
    await ann.delete('users/me/subscriptions', { subscriptions: ['Hidden'] }).succeeds()
    await refused(own)
    expect(await messages(ben, hidden)).toHaveLength(1)
  })

  it('when whose address it is, or the bot, is deactivated', async () => {
    const { owner, ann, bot } = people
    const [own, bots] = [await addressOf(ann, tea, ann), await addressOf(ann, tea, bot)]
    await owner.delete(`users/${bot.id}`).succeeds()
    await refused(bots)
    expect(await mail({ to: own })).toMatchObject({ code: 250 })
    await owner.delete(`users/${ann.id}`).succeeds()
    for (const to of [address, own, bots]) await refused(to)
  })

  it('when whose address it is may not start topics there, or mention everybody', async () => {
    const { owner } = people
    const moderators = await systemGroup(server, people, 'role:moderators')
    const crowd = await Promise.all(Array.from({ length: 16 }, () => people.person({ channels: 'none' })))
    await owner
      .post('users/me/subscriptions', {
        subscriptions: [{ name: 'Tea' }],
        principals: crowd.map(({ id }) => id),
      })
      .succeeds()
    expect(await mail()).toMatchObject({ code: 250 })
    await refused(address, { text: 'Hey @**all**' })
    await owner.patch(`streams/${tea}`, { can_create_topic_group: { new: moderators } }).succeeds()
    await refused(address, { subject: 'New' })
    expect(await mail({ subject: 'oolong' })).toMatchObject({ code: 250 })
  })

  it('to one of its channels, and is posted in the other', async () => {
    const { ann, owner, general } = people
    const moderators = await systemGroup(server, people, 'role:moderators')
    await owner.patch(`streams/${general}`, { can_create_topic_group: { new: moderators } }).succeeds()
    const other = await addressOf(ann, general)
    const { code, said } = await mail({ to: [address, other] })
    expect(code).toBe(550)
    expect(said).toContain(other)
    expect(said).not.toContain(address)
    expect(await messages()).toHaveLength(1)
    expect(await messages(ann, general)).toHaveLength(0)
  })

  it('when it is the server’s own, goes round, or answers by itself', async () => {
    const own = { 'X-Parley-Origin': server.core.config.publicUrl }
    expect(await mail({ headers: own })).toMatchObject({ code: 554 })
    const hops = Array.from(
      { length: 101 },
      (_, i) => `from a${i}.example by b.example; Fri, 20 Nov 2026 10:00:00 +0000`,
    )
    expect(await mail({ headers: { Received: hops } })).toMatchObject({ code: 554 })
    expect(await mail({ headers: { 'Auto-Submitted': 'auto-replied (vacation)' } })).toMatchObject({
      code: 550,
    })
    expect(await messages()).toEqual([])
    const program = {
      'Auto-Submitted': 'auto-generated',
      'List-Id': '<tea.elsewhere.example>',
      Precedence: 'bulk',
    }
    expect(await mail({ headers: program, returnPath: '' })).toMatchObject({ code: 250 })
    expect(await messages()).toHaveLength(1)
  })

  it('when it is too large, whatever its sender says of its size', async () => {
    const attachments = [{ filename: 'a.bin', content: Buffer.alloc(20 * 1024 * 1024, 1) }]
    expect(await mail({ attachments })).toMatchObject({ code: 552 })
    const line = `${'x'.repeat(998)}\r\n`
    const answers = await speak(server, [
      'EHLO test.example',
      'MAIL FROM:<rita@elsewhere.example>',
      `RCPT TO:<${address}>`,
      'DATA',
      `Subject: Large\r\n\r\n${line.repeat(27_000)}.`,
      'NOOP',
    ])
    expect(answers.slice(-2).map((one) => one.slice(0, 3))).toEqual(['552', '250'])
    expect(await messages()).toEqual([])
  })

  it('when it comes too often, or has too many recipients', async () => {
    const { ann, ben, owner, moderator } = people
    const addresses = await Promise.all([ann, ben, owner, moderator].map((one) => addressOf(one, tea)))
    const recipients = (of: string, count: number) =>
      Array.from({ length: count }, (_, i) => `RCPT TO:<${of.replace(/^tea/, `tea${i}`)}>`)
    const answers = await speak(server, [
      'EHLO test.example',
      'MAIL FROM:<rita@elsewhere.example>',
      ...addresses.flatMap((of) => recipients(of, 31)),
    ])
    const codes = answers.slice(3).map((one) => one.slice(0, 3))
    const perAddress = [...Array.from({ length: 30 }, () => '250'), '450']
    const hundred = [...perAddress, ...perAddress, ...perAddress, ...Array.from({ length: 10 }, () => '250')]
    expect(codes).toEqual([...hundred, ...Array.from({ length: 21 }, () => '452')])
    expect(await messages()).toEqual([])
  })
})

describe('The listener', () => {
  it('offers neither signing in nor TLS that is none, and relays nothing', async () => {
    const [, hello, sender, relayed] = await speak(server, [
      'EHLO test.example',
      'MAIL FROM:<rita@elsewhere.example>',
      'RCPT TO:<ben@elsewhere.example>',
    ])
    expect(hello).toContain('SIZE 26214400')
    expect(hello).not.toMatch(/AUTH|STARTTLS/)
    expect(sender).toMatch(/^250/)
    expect(relayed).toBe(`550 ${NOT_TAKEN}`)
  })

  it('asks for a mail again that it cannot take just now', async () => {
    const { db } = server.core
    const { transaction } = db
    const again = { messageId: '<later@elsewhere.example>' }
    let left = 2
    db.transaction = (...work) => {
      // It is found out whether the address is one, and then the database is away.
      left -= 1
      return left < 0 ? Promise.reject(new Error('The database is away.')) : transaction(...work)
    }
    server.core.logger.warn = () => {}
    const first = await mail(again).finally(() => {
      db.transaction = transaction
    })
    expect(first).toMatchObject({ code: 451 })
    expect(first.said).not.toContain('database')
    expect(await messages()).toEqual([])
    expect(await mail(again)).toMatchObject({ code: 250 })
    expect(await messages()).toHaveLength(1)
  })
})

describe('The same mail', () => {
  const again = { messageId: '<same@elsewhere.example>' }

  it('to the same address makes one message; to another address, or another mail, one more', async () => {
    for (let i = 0; i < 3; i++) expect(await mail(again)).toMatchObject({ code: 250 })
    expect(await messages()).toHaveLength(1)
    // What was added on the way does not make it another one.
    await mail({ ...again, headers: { Received: 'from a.example by b.example' }, subject: '[list] Oolong' })
    expect(await messages()).toHaveLength(1)
    await mail({ ...again, to: await addressOf(people.ben, tea) })
    await mail({ messageId: '<other@elsewhere.example>' })
    expect(await messages()).toHaveLength(3)
  })

  it('makes one message, and keeps its files once, when the answer to it was lost', async () => {
    const lines = [
      'EHLO test.example',
      'MAIL FROM:<rita@elsewhere.example>',
      `RCPT TO:<${address}>`,
      'DATA',
      [
        'Message-ID: <lost@elsewhere.example>',
        'Content-Type: text/plain',
        'Content-Disposition: attachment; filename=a.txt',
        '',
        'Hi',
        '.',
        '',
      ].join('\r\n'),
    ]
    await speak(server, lines, 'hang up')
    await expect.poll(() => messages(), { timeout: 20_000 }).toHaveLength(1)
    expect((await speak(server, lines)).at(-1)).toMatch(/^250 Posted/)
    expect(await messages()).toHaveLength(1)
    const { attachments } = await people.ann.get('attachments').succeeds()
    expect(attachments).toHaveLength(1)
  })

  it('without an id is known by what it says', async () => {
    const lines = (text: string) => [
      'EHLO test.example',
      'MAIL FROM:<rita@elsewhere.example>',
      `RCPT TO:<${address}>`,
      'DATA',
      `From: rita@elsewhere.example\r\nSubject: Tea\r\n\r\n${text}\r\n.`,
    ]
    for (const text of ['One', 'One', 'Two'])
      expect((await speak(server, lines(text))).join('\n')).toContain('250 Posted')
    expect(await messages()).toHaveLength(2)
  })

  it('that breaks off posts nothing', async () => {
    const lines = [
      'EHLO test.example',
      'MAIL FROM:<rita@elsewhere.example>',
      `RCPT TO:<${address}>`,
      'DATA',
      'Subject: Half\r\n\r\nThis is not',
    ]
    const queue = await register(people.ben, ['message'])
    await speak(server, lines, 'hang up')
    await mail()
    const told = await queue.take()
    expect(told).toMatchObject([{ message: { subject: 'Oolong' } }])
  })
})
