import { z } from 'zod'
import { user } from '../../src/contract/shapes/user.ts'
import { endpoint } from '../endpoint.ts'
import { OwnUserDocument } from '../generated/operations.ts'
import { wireUser } from './user.ts'

const ownUser = user
  .omit({ bot_type: true, bot_owner_id: true, is_deleted: true })
  .extend({ delivery_email: z.string(), avatar_url: z.string(), max_message_id: z.int() })

export const getOwnUser = endpoint('GET /users/me', {
  summary: 'Get the own user',
  parameters: {},
  reply: ownUser,
}).answer(async ({ session }) => {
  const { viewer } = await session.execute(OwnUserDocument, {
    clientGravatar: false,
    profileData: true,
  })
  // Authentication is required, and Gravatar URLs are asked for: neither can be missing.
  if (!viewer) throw new Error('The caller is nobody.')
  const { bot_type: _, bot_owner_id: __, is_deleted: ___, ...own } = wireUser(viewer.user)
  if (!own.avatar_url) throw new Error('The caller has no picture.')
  return {
    ...own,
    delivery_email: viewer.deliveryEmail,
    avatar_url: own.avatar_url,
    max_message_id: viewer.newestMessageDatabaseId,
  }
})
