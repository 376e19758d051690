import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Queryable, Transaction } from '../database/database.ts'

/** A set of participants as it is kept: ascending, each once. */
export function participantSet(userIds: readonly number[]): number[] {
  return [...new Set(userIds)].sort((left, right) => left - right)
}

function hashOf(participants: readonly number[]): Buffer {
  return createHash('sha256').update(participants.join(',')).digest()
}

/** The conversation of exactly these users, if they ever had one. */
export async function findDirectMessageGroup(
  db: Queryable,
  organizationId: number,
  userIds: readonly number[],
): Promise<number | undefined> {
  const [group] = await db.query<{ id: number }>(sql`
    SELECT id FROM direct_message_group
    WHERE organization_id = ${organizationId} AND participant_hash = ${hashOf(participantSet(userIds))}`)
  return group?.id
}

/** The conversation of exactly these users, made now when it is their first; safe when two begin at once. */
export async function ensureDirectMessageGroup(
  tx: Transaction,
  organizationId: number,
  userIds: readonly number[],
): Promise<number> {
  const known = await findDirectMessageGroup(tx, organizationId, userIds)
  if (known !== undefined) return known
  const participants = participantSet(userIds)
  const hash = hashOf(participants)
  await tx.query(sql`
    INSERT INTO direct_message_group (organization_id, participant_ids, participant_hash)
    VALUES (${organizationId}, ${participants}::int[], ${hash}) ON CONFLICT DO NOTHING`)
  // When somebody else was faster, their row is visible now: the insert has waited for their commit.
  const made = await findDirectMessageGroup(tx, organizationId, userIds)
  if (made === undefined) throw new Error('An insert left no row.')
  return made
}

/** Whether anybody has ever written in a conversation. */
export async function hasMessages(db: Queryable, groupId: number): Promise<boolean> {
  const [message] = await db.query(sql`
    SELECT 1 FROM message WHERE direct_message_group_id = ${groupId} LIMIT 1`)
  return message !== undefined
}
