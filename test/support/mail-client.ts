import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import type { Person } from './cast.ts'
import type { TestNode, TestServer } from './server.ts'

/** A mail as a test sends it; more of it as nodemailer takes it. */
export interface SentMail {
  readonly to: string | readonly string[]
  readonly from?: string
  /** Of the envelope, where it is another one; empty for what bounces. */
  readonly returnPath?: string
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly messageId?: string
  readonly inReplyTo?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly attachments?: readonly {
    /** False for none at all. */
    readonly filename?: string | false
    readonly content: string | Buffer
    readonly contentType?: string
    readonly cid?: string
  }[]
}

/** What became of it: the last code, what was said, and which recipients were taken. */
export interface Delivered {
  readonly code: number
  readonly said: string
  readonly accepted: readonly string[]
}

/** Hands a mail over as a mail server does. */
export async function deliver(
  { mailPort }: Pick<TestNode, 'mailPort'>,
  { to, from = 'Rita Rand <rita@elsewhere.example>', returnPath, ...mail }: SentMail,
  more: { readonly lmtp?: boolean } = {},
): Promise<Delivered> {
  const recipients = [to].flat()
  const transport = createTransport({ host: '127.0.0.1', port: mailPort, ignoreTLS: true, ...more })
  try {
    const info = await transport.sendMail({
      ...mail,
      from,
      to: 'somebody@elsewhere.example',
      envelope: { from: returnPath ?? 'rita@elsewhere.example', to: recipients },
      // A list of ours is as good as one of theirs.
      attachments: mail.attachments?.map((one) => ({ ...one })),
      headers: mail.headers as Record<string, string | string[]>,
    })
    const rejected = info.rejectedErrors?.[0]
    const said = rejected?.message ?? info.response
    return {
      code: rejected?.responseCode ?? Number(info.response.slice(0, 3)),
      said,
      accepted: info.accepted.map(String),
    }
  } catch (error) {
    const { responseCode = 0, message } = error as Error & { responseCode?: number } // As nodemailer throws.
    return { code: responseCode, said: message, accepted: [] }
  }
}

/** The address by which somebody mails to a channel. */
export async function addressOf(person: Person, channelId: number, sender?: Person): Promise<string> {
  const parameters = sender ? { sender_id: sender.id } : {}
  return (await person.get(`streams/${channelId}/email_address`, parameters).succeeds()).email
}

/** Speaks SMTP by hand: sends each line once the one before it has been answered. Resolves with the answers. */
export function speak(
  { mailPort }: Pick<TestServer, 'mailPort'>,
  lines: readonly string[],
  then: 'listen' | 'hang up' = 'listen',
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(mailPort, '127.0.0.1')
    const answers: string[] = []
    const waiting = [...lines]
    let received = ''
    let isDone = false
    socket.on('error', reject)
    socket.on('close', () => resolve(answers))
    socket.on('data', (data) => {
      if (isDone) return
      received += data.toString()
      if (!/^\d{3} .*\r\n$/m.test(received) || !received.endsWith('\n')) return
      answers.push(received.trim())
      received = ''
      const line = waiting.shift()
      if (line === undefined) {
        isDone = true
        socket.end('QUIT\r\n')
      } else if (waiting.length === 0 && then === 'hang up') {
        socket.write(line, () => socket.destroy())
      } else socket.write(`${line}\r\n`)
    })
  })
}
