import sql from 'sql-template-tag'
import { usersIn } from '../access/membership.ts'
import { badRequest } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'
import type { User } from '../generated/prisma/client.ts'
import type { ViewerContext } from '../graphql/context.ts'
import type { Participants } from './recipients.ts'

/**
 * Refuses a direct message that the organization's permissions do not allow (reference: permissions,
 * "Direct messages"). Bots write to anybody, and anybody to bots and to themselves.
 *
 * @param hasMessages whether the conversation has begun
 * @throws CodedError BAD_REQUEST
 */
export async function checkMayConverse(
  tx: Transaction,
  context: ViewerContext,
  { others }: Participants,
  hasMessages: boolean,
): Promise<void> {
  const people = others.filter(({ botType }) => botType === null)
  if (context.viewer.isBot || people.length === 0) return
  const permissions = context.permissions.within(tx)
  if (!(await permissions.holds('direct_message_permission_group'))) {
    const groupId = await permissions.groupHolding('direct_message_permission_group')
    if (groupId === undefined || !(await isAnyIn(tx, groupId, others))) {
      throw badRequest('Nobody in this conversation is allowed direct messages')
    }
  }
  if (!hasMessages && !(await permissions.holds('direct_message_initiator_group'))) {
    throw badRequest('You are not allowed to begin direct message conversations')
  }
}

/** Whether a group, or one inside it, has one of these users. */
async function isAnyIn(tx: Transaction, groupId: number, users: readonly User[]): Promise<boolean> {
  const asked = sql`SELECT ${groupId}::int AS asked, ${groupId}::int AS group_id`
  const [found] = await tx.query(sql`
    SELECT 1 FROM (${usersIn(asked)}) member
    WHERE member.user_id = ANY(${users.map(({ id }) => id)}::int[]) LIMIT 1`)
  return found !== undefined
}
