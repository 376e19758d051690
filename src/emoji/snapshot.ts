import type { RegisterCustomEmoji } from '../contract/shapes/register-custom-emoji.ts'
import type { SnapshotReader, SnapshotShare } from '../events/snapshot.ts'
import { wireEmojiById } from './emoji-rows.ts'

/** The gate `realm_emoji` of POST /register: the organization's own emoji, for visitors too. */
export const customEmojiShare: SnapshotShare = {
  gate: 'realm_emoji',
  read: readShare,
  readForVisitors: readShare,
}

async function readShare({
  tx,
  organization,
}: Pick<SnapshotReader, 'tx' | 'organization'>): Promise<RegisterCustomEmoji> {
  return { realm_emoji: await wireEmojiById(tx, organization.id) }
}
