import sql from 'sql-template-tag'
import { withinTransaction } from '../access/within-transaction.ts'
import { badRequest } from '../contract/coded-error.ts'
import { transact, type WriteTransaction } from '../events/transact.ts'
import type { ViewerContext } from '../graphql/context.ts'
import { markReadFrom } from '../messages/mark-read.ts'
import { accessUser } from '../users/access.ts'
import { holdMessagesOf } from './hold.ts'
import { type MutedUser, mutedUsersOf, wireMutedUsers } from './muted-users.ts'

/**
 * Mutes somebody for the viewer and marks all their messages as read (reference: POST
 * /users/me/muted_users/{muted_user_id}). From then on their messages arrive read. Only the viewer is told.
 *
 * @returns all whom the viewer has muted then
 * @throws CodedError BAD_REQUEST for oneself, for nobody whom the viewer may see, and for somebody muted
 */
export function muteUser(context: ViewerContext, userId: number): Promise<MutedUser[]> {
  const { viewer } = context
  if (userId === viewer.id) throw badRequest('You cannot mute yourself')
  return change(context, userId, async (tx) => {
    const muted = await tx.query(sql`
      INSERT INTO muted_user (user_id, muted_user_id) VALUES (${viewer.id}, ${userId})
      ON CONFLICT DO NOTHING RETURNING muted_user_id`)
    if (muted.length === 0) throw badRequest('User is already muted')
    const mutedUsers = await announceMutedUsers(tx, viewer.id)
    await holdMessagesOf(tx, userId)
    await markReadFrom(tx, viewer.id, userId)
    return mutedUsers
  })
}

/**
 * Mutes somebody no longer (reference: DELETE /users/me/muted_users/{muted_user_id}). What has been read
 * stays read. Only the viewer is told.
 *
 * @returns all whom the viewer has muted then
 * @throws CodedError BAD_REQUEST for nobody whom the viewer may see, and for somebody who is not muted
 */
export function unmuteUser(context: ViewerContext, userId: number): Promise<MutedUser[]> {
  const { viewer } = context
  return change(context, userId, async (tx) => {
    const unmuted = await tx.query(sql`
      DELETE FROM muted_user WHERE user_id = ${viewer.id} AND muted_user_id = ${userId}
      RETURNING muted_user_id`)
    if (unmuted.length === 0) throw badRequest('User is not muted')
    return announceMutedUsers(tx, viewer.id)
  })
}

function change(
  context: ViewerContext,
  userId: number,
  work: (tx: WriteTransaction) => Promise<MutedUser[]>,
): Promise<MutedUser[]> {
  const { core, viewer, once } = context
  return transact(
    core,
    viewer.organizationId,
    async (tx) => {
      // The event tells of all muted users, which two requests must not do from two states.
      await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('parley muted users'), ${viewer.id}::int)`)
      await accessUser(tx, withinTransaction(tx, context), userId)
      return work(tx)
    },
    once,
  )
}

async function announceMutedUsers(tx: WriteTransaction, userId: number): Promise<MutedUser[]> {
  const mutedUsers = await mutedUsersOf(tx, userId)
  tx.announce({
    payload: { type: 'muted_users', muted_users: wireMutedUsers(mutedUsers) },
    audience: [userId],
  })
  return mutedUsers
}
