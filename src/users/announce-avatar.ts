import type { Audience } from '../events/log.ts'
import type { WriteTransaction } from '../events/transact.ts'
import { avatarUrl, mediumAvatarUrl } from './avatar.ts'
import type { UserRow } from './user-row.ts'
import { avatarSourceOf } from './wire.ts'

/** Tells which picture a user has. */
export function announceAvatar(tx: WriteTransaction, user: UserRow, audience: Audience): void {
  const person = {
    user_id: user.id,
    avatar_url: avatarUrl(user),
    avatar_source: avatarSourceOf(user),
    avatar_url_medium: mediumAvatarUrl(user),
    avatar_version: user.avatarVersion,
  }
  tx.announce({ payload: { type: 'realm_user', op: 'update', person }, audience })
}
