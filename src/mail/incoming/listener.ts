import type { AddressInfo } from 'node:net'
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { MailListenerConfig } from '../../config.ts'
import { MIB, mailLimits } from '../../contract/limits.ts'
import type { Core } from '../../core.ts'
import { writeFileFrom } from '../../files/incoming.ts'
import { Places } from '../../places.ts'
import { refuseAutomatic } from './automatic-mail.ts'
import { accessMailPlace } from './mail-place.ts'
import { postMail } from './post-mail.ts'
import { readMail } from './read-mail.ts'
import { later, Refusal, tooLarge, tooMany } from './refusal.ts'

/** Where mail to channels comes in. */
export interface MailListener {
  readonly port: number
  /** Takes no more mail, and ends when what has come is answered. */
  stop(): Promise<void>
}

/** How long a stop waits for mail servers to hang up, in milliseconds. */
const HANG_UP = 2000

/**
 * Listens for a mail server that hands over mail to channels (docs/mail.md), by SMTP or LMTP. A mail is taken when
 * its messages are committed.
 *
 * @param mayTake counts a mail to an address, and says whether it is one too many
 */
export async function listenForMail(
  core: Core,
  { host, port, isLmtp }: MailListenerConfig,
  mayTake: (addressHash: string) => boolean,
): Promise<MailListener> {
  // Loaded only where mail is taken, because it takes a third of a second.
  const { SMTPServer } = await import('smtp-server')
  // One mail after the other is read and posted: what is in memory at a time has a bound.
  const places = new Places(1)
  const underWay = new Set<Promise<unknown>>()

  async function take(
    stream: SMTPServerDataStream,
    { envelope }: SMTPServerSession,
  ): Promise<(Refusal | string)[]> {
    return core.files.incoming.within(async (path) => {
      const { length, store } = bounded(stream, mailLimits.sizeMib * MIB)
      await writeFileFrom(store, path, Number.POSITIVE_INFINITY, tooLarge)
      if (length() > mailLimits.sizeMib * MIB) throw tooLarge()
      return places.within(async () => {
        const mail = await readMail(path)
        refuseAutomatic(mail, core.config.publicUrl)
        const answers: (Refusal | string)[] = []
        for (const { address } of envelope.rcptTo) {
          answers.push(
            await postMail(core, address, mail).then(
              () => 'Posted',
              (error: unknown) => asRefusal(core, error),
            ),
          )
        }
        return answers
      })
    })
  }

  const server = new SMTPServer({
    name: core.config.mailDomain,
    lmtp: isLmtp,
    size: mailLimits.sizeMib * MIB,
    maxRecipients: mailLimits.recipients,
    maxClients: mailLimits.connections,
    // Whoever knows an address may mail to it. There is no key for TLS, and nothing to sign in to.
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: HANG_UP,
    onRcptTo({ address }, _session, done) {
      accessMailPlace(core, address)
        .then(({ addressHash }) => {
          if (!mayTake(addressHash.toString('hex'))) throw tooMany()
        })
        .then(
          () => done(),
          (error: unknown) => done(asRefusal(core, error)),
        )
    },
    onData(stream, session, done) {
      const taken = take(stream, session).then(
        (answers) => {
          const addresses = session.envelope.rcptTo.map(({ address }) => address)
          if (isLmtp) done(null, answers)
          else done(commonAnswer(answers, addresses), 'Posted')
        },
        (error: unknown) => done(asRefusal(core, error)),
      )
      underWay.add(taken)
      void taken.finally(() => underWay.delete(taken))
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', (error) => core.logger.debug({ error }, 'a connection of a mail server failed'))
  return {
    // It listens on a port, so its address is not the name of a pipe.
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await Promise.all(underWay)
    },
  }
}

/** What is told of a mail that could not be taken. What nobody foresaw is logged and may be tried again. */
function asRefusal(core: Core, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (brokeOff(error)) core.logger.debug({ error }, 'a mail broke off')
  else core.logger.warn({ error }, 'a mail could not be taken')
  return later()
}

/** Whether a mail server hung up in the middle of a mail. */
function brokeOff(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ECONNECTION' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/**
 * The one answer that SMTP has for all recipients. A mail that has yet to be posted somewhere is asked for again,
 * which does no harm where it has been posted; then one that was refused anywhere counts as refused.
 */
function commonAnswer(answers: readonly (Refusal | string)[], addresses: readonly string[]): Refusal | null {
  const refusals = answers.filter((one) => one instanceof Refusal)
  const first = refusals.find(({ isTemporary }) => isTemporary) ?? refusals[0]
  if (!first || answers.length === 1 || first.isTemporary) return first ?? null
  const refused = addresses.filter((_, i) => answers[i] instanceof Refusal)
  return new Refusal(first.responseCode, `${first.message}: ${refused.join(', ')}`)
}

/** Passes a mail on up to a size, and lets the rest of it come: its end has to be seen before it can be answered. */
function bounded(stream: AsyncIterable<Uint8Array>, limit: number) {
  let length = 0
  async function* store(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      length += chunk.length
      if (length <= limit) yield chunk
    }
  }
  return { length: () => length, store: store() }
}
