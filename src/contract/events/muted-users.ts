import * as z from 'zod'
import { mutedUser } from '../shapes/muted-user.ts'
import { eventKind } from './event-kind.ts'

/** All users whom the user has muted. */
export const mutedUsers = eventKind('muted_users', { muted_users: z.array(mutedUser) })
