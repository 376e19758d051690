import type { Transporter } from 'nodemailer'
import type { Config } from '../../config.ts'
import { ORIGIN_HEADER } from '../own-mail.ts'
import type { DueMail } from './due-mail.ts'

/**
 * What became of an attempt:
 * - `accepted`: the mail server is responsible now;
 * - `refused`: it will never take this mail;
 * - `later`: it does not take this mail now;
 * - `unreachable`: it does not take any mail now.
 */
export type Outcome = 'accepted' | 'refused' | 'later' | 'unreachable'

/** What a mail server, or the way to it, answered. */
export interface Attempt {
  readonly outcome: Outcome
  readonly error?: unknown
}

/** In milliseconds. Together well below the time after which another node would try. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** One address and nothing else: a header or an envelope could be read as more of them otherwise. */
const plainAddress = /^[^\s\p{C}@<>()[\],;:"\\]+@[^\s\p{C}@<>()[\],;:"\\]+$/u

/** The mail server that takes this server's mail, to deliver it. */
export class MailServer {
  #transport: Transporter | undefined
  readonly #url: string
  readonly #from: string
  readonly #origin: string

  constructor({ url, from }: NonNullable<Config['sentMail']>, origin: string) {
    this.#url = url
    this.#from = from
    this.#origin = origin
  }

  /** Hands a mail over. Never throws. */
  async send(mail: DueMail): Promise<Attempt> {
    if (!plainAddress.test(mail.recipient)) {
      return { outcome: 'refused', error: new Error('The recipient is not an address.') }
    }
    const [, domain = ''] = this.#from.split('@')
    try {
      this.#transport ??= await openTransport(this.#url)
      await this.#transport.sendMail({
        envelope: { from: this.#from, to: [mail.recipient] },
        from: { name: mail.organizationName, address: this.#from },
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.text,
        messageId: `<${mail.messageId}@${domain}>`,
        date: mail.createdAt,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          [ORIGIN_HEADER]: this.#origin,
        },
      })
      return { outcome: 'accepted' }
    } catch (error) {
      return { outcome: outcomeOf(error), error }
    }
  }
}

async function openTransport(url: string): Promise<Transporter> {
  // Loaded here, because it takes a tenth of a second in which a server could start.
  const { createTransport } = await import('nodemailer')
  // Its texts are ours, but none of them may ever make it read a file or fetch something.
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}

/** What nodemailer tells of a failure. */
interface Failure {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
}

/** Only what a server says about the recipient or the mail concerns this one mail. */
function outcomeOf(error: unknown): Outcome {
  const { code, command, responseCode = 0 } = error as Failure // Whatever it is, it has them or not.
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'unreachable'
  if (command === 'MAIL FROM' || responseCode < 400) return 'unreachable'
  return responseCode >= 500 ? 'refused' : 'later'
}
