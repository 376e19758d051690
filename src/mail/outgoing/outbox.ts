import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { Logger } from '../../logger.ts'
import {
  type DueMail,
  giveUpOldMail,
  postponeMail,
  RENEWAL_SECONDS,
  removeMail,
  renewMail,
  takeDueMail,
} from './due-mail.ts'
import { type Attempt, MailServer, type Outcome } from './mail-server.ts'

/** One run ends after this time, in milliseconds; what is left is for the next one. */
const LONGEST_RUN = 240_000

/**
 * Delivers the mails that actions have written, on whichever node comes to it (docs/mail.md). A mail is taken by
 * one node at a time and forgotten once the mail server has accepted it. What fails is tried again with growing
 * pauses.
 */
export class Outbox {
  readonly #db: Database
  readonly #logger: Logger
  readonly #server: MailServer | undefined
  #run: Promise<void> | undefined
  #again = false
  #closed = false

  constructor(db: Database, logger: Logger, { sentMail, publicUrl }: Config) {
    this.#db = db
    this.#logger = logger
    this.#server = sentMail && new MailServer(sentMail, publicUrl)
  }

  /** Whether this server sends mail: otherwise none is to be written. */
  get isOpen(): boolean {
    return this.#server !== undefined
  }

  /** Delivers in the background: for whoever has just committed a mail. The job comes later in any case. */
  wake(): void {
    if (this.#closed) return
    this.deliverDue().catch((error: unknown) => this.#logger.warn({ error }, 'mail could not be delivered'))
  }

  /** Delivers what is due, until nothing is or the mail server takes none. */
  async deliverDue(): Promise<void> {
    if (!this.#server) return
    // A run under way may have looked for the last time before the newest mail was committed.
    this.#again = true
    this.#run ??= this.#deliver(this.#server).finally(() => {
      this.#run = undefined
    })
    await this.#run
  }

  /** Takes no more mails, and ends when the one that is on its way has been answered. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#run?.catch(() => {})
  }

  async #deliver(server: MailServer): Promise<void> {
    const until = Date.now() + LONGEST_RUN
    while (this.#again) {
      this.#again = false
      while (!this.#closed && Date.now() < until) {
        const mail = await takeDueMail(this.#db)
        if (!mail) break
        if ((await this.#try(server, mail)) === 'unreachable') return
      }
    }
  }

  async #try(server: MailServer, mail: DueMail): Promise<Outcome> {
    const renewal = setInterval(() => {
      renewMail(this.#db, mail).catch((error: unknown) =>
        this.#logger.warn({ error }, 'a mail was not renewed'),
      )
    }, RENEWAL_SECONDS * 1000)
    let attempt: Attempt
    try {
      attempt = await server.send(mail)
    } finally {
      clearInterval(renewal)
    }
    const { outcome, error } = attempt
    const fields = { mail: mail.id, attempts: mail.attempts, error }
    switch (outcome) {
      case 'accepted':
        this.#logger.debug(fields, 'a mail was delivered')
        await removeMail(this.#db, mail)
        break
      case 'refused':
        this.#logger.error(fields, 'the mail server refused a mail, which is given up')
        await removeMail(this.#db, mail)
        break
      default:
        this.#logger.warn(fields, 'a mail could not be delivered and will be tried again')
        await postponeMail(this.#db, mail)
    }
    return outcome
  }
}

/**
 * Gives up mail that nobody took for four days.
 *
 * @returns how many
 */
export async function collectMail(db: Database, logger: Logger): Promise<number> {
  const ids = await giveUpOldMail(db)
  for (const mail of ids) logger.error({ mail }, 'a mail could not be delivered for days and is given up')
  return ids.length
}
