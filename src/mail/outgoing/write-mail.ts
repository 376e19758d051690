import sql from 'sql-template-tag'
import type { Transaction } from '../../database/database.ts'

/** A mail of the server's to one person. */
export interface NewMail {
  /** A real address. */
  readonly recipient: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** Whatever ends a line, or cannot be seen: a subject is one line of a header. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

/**
 * Writes a mail in the transaction that it tells of, for the {@link Outbox} to deliver: there is one exactly if
 * the transaction commits. Whoever calls this wakes the outbox after that.
 */
export async function writeMail(
  tx: Transaction,
  organizationId: number,
  { recipient, subject, text }: NewMail,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO outgoing_mail (organization_id, recipient, subject, text)
    VALUES (${organizationId}, ${recipient}, ${subject.replace(UNPRINTABLE, ' ').trim()}, ${text})`)
}
