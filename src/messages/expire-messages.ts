import sql, { type Sql } from 'sql-template-tag'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { Core } from '../core.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { deleteChannelMessages, deleteDirectMessages } from './delete-messages.ts'

/** Messages that go in one transaction. */
const BATCH = 1000
/** Instead of a number of days. */
const FOR_EVER = -1
/** More days than there can be messages from: the database cannot count back any number of them. */
const ALL_DAYS = 1_000_000

type Announcing = Pick<Core, 'db' | 'hub' | 'wakeUps'>

/**
 * Deletes the messages that are older than they are to be kept: as their channel says, else as the
 * organization does, which also decides about direct messages (reference: lifecycles, "Retention").
 *
 * @returns how many
 */
export async function expireMessages(core: Announcing): Promise<number> {
  const organizations = await core.db.query<{ id: number; settings: unknown }>(sql`
    SELECT id, settings FROM organization WHERE is_active AND subdomain IS NOT NULL ORDER BY id`)
  let total = 0
  for (const { id, settings } of organizations) {
    const days = organizationSettings(settings).messageRetentionDays
    const channels = await core.db.query<{ id: number }>(sql`
      SELECT id FROM channel
      WHERE organization_id = ${id} AND coalesce(message_retention_days, ${days}) <> ${FOR_EVER} ORDER BY id`)
    for (const channel of channels) {
      total += await inBatches(core, id, (tx) => expireOfChannel(tx, channel.id, days))
    }
    if (days !== FOR_EVER) total += await inBatches(core, id, (tx) => expireDirect(tx, id, days))
  }
  return total
}

async function inBatches(
  core: Announcing,
  organizationId: number,
  expire: (tx: WriteTransaction) => Promise<number>,
): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = await transact(core, organizationId, expire)
    total += deleted
    if (deleted < BATCH) return total
  }
}

/** The time before which messages are too old to be kept for these days, as SQL. */
function before(days: number): Sql {
  return sql`now() - make_interval(days => ${Math.min(days, ALL_DAYS)})`
}

/**
 * The days are read again from the locked row: somebody may have changed them, and nothing is
 * deleted that is to be kept by now.
 */
async function expireOfChannel(tx: WriteTransaction, channelId: number, inherited: number): Promise<number> {
  const [channel] = await tx.query<Channel>(
    sql`SELECT * FROM channel WHERE id = ${channelId} FOR NO KEY UPDATE`,
  )
  const days = channel?.messageRetentionDays ?? inherited
  if (!channel || days === FOR_EVER) return 0
  // Ids follow times closely enough: the oldest by id are looked at, not the whole channel.
  const oldest = await tx.query<{ id: number; isExpired: boolean }>(sql`
    SELECT id, date_sent < ${before(days)} AS is_expired FROM message
    WHERE channel_id = ${channelId} ORDER BY id LIMIT ${BATCH}`)
  const expired = oldest.filter(({ isExpired }) => isExpired).map(({ id }) => id)
  await deleteChannelMessages(tx, channel, expired)
  return expired.length
}

async function expireDirect(tx: WriteTransaction, organizationId: number, days: number): Promise<number> {
  const expired = await tx.query<{ id: number }>(sql`
    SELECT id FROM message
    WHERE organization_id = ${organizationId} AND direct_message_group_id IS NOT NULL
      AND date_sent < ${before(days)}
    ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`)
  await deleteDirectMessages(
    tx,
    organizationId,
    expired.map(({ id }) => id),
  )
  return expired.length
}
