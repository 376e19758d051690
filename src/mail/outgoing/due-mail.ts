import sql from 'sql-template-tag'
import type { Queryable } from '../../database/database.ts'
import type { OutgoingMail } from '../../generated/prisma/client.ts'

/** A mail that one node is about to deliver. */
export interface DueMail extends OutgoingMail {
  readonly organizationName: string
}

/** A node that has not said for this long that it is still at it counts as dead: another one tries. */
const LEASE_SECONDS = 300
/** How often it says so. */
export const RENEWAL_SECONDS = 60
/** Pause after the first failure; each further one is four times as long. */
const FIRST_PAUSE_SECONDS = 60
const LONGEST_PAUSE_SECONDS = 4 * 3600
/** After this time a mail is given up. */
const LIFETIME_HOURS = 4 * 24

/**
 * Takes one mail that is due. Nobody else takes it while it is renewed, nor waits for it.
 *
 * @returns undefined when nothing is due
 */
export async function takeDueMail(db: Queryable): Promise<DueMail | undefined> {
  const [mail] = await db.query<DueMail>(sql`
    UPDATE outgoing_mail mail SET due_at = now() + make_interval(secs => ${LEASE_SECONDS}), attempts = attempts + 1
    FROM organization o
    WHERE o.id = mail.organization_id AND mail.id = (
      SELECT id FROM outgoing_mail WHERE due_at <= now() ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING mail.*, o.name AS organization_name`)
  return mail
}

/** Says that the node that took a mail is still at it. */
export async function renewMail(db: Queryable, { id, attempts }: DueMail): Promise<void> {
  await db.query(sql`
    UPDATE outgoing_mail SET due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${id} AND attempts = ${attempts}`)
}

/** Puts a mail off that could not be delivered now. */
export async function postponeMail(db: Queryable, { id, attempts }: DueMail): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_SECONDS * 4 ** (attempts - 1), LONGEST_PAUSE_SECONDS)
  await db.query(sql`
    UPDATE outgoing_mail SET due_at = now() + make_interval(secs => ${pause})
    WHERE id = ${id} AND attempts = ${attempts}`)
}

/** Forgets a mail that was delivered, or that nobody will ever take. */
export async function removeMail(db: Queryable, { id }: DueMail): Promise<void> {
  await db.query(sql`DELETE FROM outgoing_mail WHERE id = ${id}`)
}

/**
 * Gives up what could not be delivered for four days.
 *
 * @returns the ids
 */
export async function giveUpOldMail(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    DELETE FROM outgoing_mail WHERE created_at < now() - make_interval(hours => ${LIFETIME_HOURS})
    RETURNING id`)
  return rows.map(({ id }) => id)
}
