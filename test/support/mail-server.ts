import { type AddressInfo, createServer } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

/** A mail as it reached the mail server. */
export interface TakenMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  readonly parsed: ParsedMail
}

/** A mail server that takes what it is sent, for one test file. */
export interface TestMailServer {
  /** As PARLEY_SMTP_URL. */
  readonly url: string
  /** Everything that it has accepted, oldest first. */
  readonly taken: readonly TakenMail[]
  /** The mails to one person. */
  to(address: string): TakenMail[]
  /** What it says to a recipient and to a mail, by the recipient's address: a code from 400 refuses. */
  readonly answers: Map<string, { readonly at: 'RCPT' | 'DATA'; readonly code: number }>
  /** Resolves when somebody has come with a mail for this address and then waits until `open` is called. */
  hold(address: string): { readonly reached: Promise<void>; open(): void }
}

const error = (code: number) => Object.assign(new Error('Not now.'), { responseCode: code })

/** Starts one. It stops after the file's tests. */
export async function testMailServer(): Promise<TestMailServer> {
  const taken: TakenMail[] = []
  const answers: TestMailServer['answers'] = new Map()
  const held = new Map<string, { reach: () => void; opened: Promise<void> }>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'chat' && password === 'se cret@' ? done(null, { user: 'chat' }) : done(error(535)),
    onRcptTo({ address }, _, done) {
      const answer = answers.get(address)
      done(answer?.at === 'RCPT' ? error(answer.code) : null)
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address)
      const take = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        for (const address of to) {
          held.get(address)?.reach()
          await held.get(address)?.opened
          const answer = answers.get(address)
          if (answer?.at === 'DATA') throw error(answer.code)
        }
        const raw = Buffer.concat(chunks)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        taken.push({ from, to, raw: raw.toString(), parsed: await simpleParser(raw) })
      }
      take().then(() => done(), done)
    },
  })
  server.on('error', () => {})
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(listening.address() as AddressInfo))
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    url: `smtp://chat:se%20cret%40@127.0.0.1:${port}`,
    taken,
    to: (address) => taken.filter((mail) => mail.to.includes(address)),
    answers,
    hold(address) {
      let open = () => {}
      let reach = () => {}
      const reached = new Promise<void>((resolve) => {
        reach = resolve
      })
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      held.set(address, { reach, opened })
      return { reached, open }
    },
  }
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}
