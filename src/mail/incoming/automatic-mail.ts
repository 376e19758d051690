import { ORIGIN_HEADER } from '../own-mail.ts'
import type { ReceivedMail } from './read-mail.ts'
import { automaticAnswer, goesRound } from './refusal.ts'

/** Mail servers on the way, beyond which a mail is in a loop (RFC 5321, 6.3). */
const MOST_HOPS = 100

/**
 * Refuses mail that nobody wrote to this channel: the server's own, what has come round too often, and what
 * answers by itself, such as bounces and notices of absence (RFC 3834). What a program sends of its own accord
 * is welcome.
 *
 * @param origin the server's address
 * @throws Refusal
 */
export function refuseAutomatic({ header }: ReceivedMail, origin: string): void {
  const says = (name: string, pattern: RegExp) => header(name).some((value) => pattern.test(value))
  if (header(ORIGIN_HEADER.toLowerCase()).includes(origin)) throw goesRound()
  if (header('received').length > MOST_HOPS) throw goesRound()
  if (
    says('auto-submitted', /^auto-replied/i) ||
    says('precedence', /^auto_reply/i) ||
    says('x-autoreply', /^yes/i) ||
    header('x-autorespond').length > 0 ||
    says('content-type', /^multipart\/report/i)
  ) {
    throw automaticAnswer()
  }
}
