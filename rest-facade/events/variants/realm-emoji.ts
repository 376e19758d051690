import type { CanonicalEventOf } from '../../../src/contract/events/kinds.ts'
import type { Variant } from './variant.ts'

/** The change alone with individual_emoji_changes, else all custom emoji after it. */
export const realmEmojiVariant: Variant<CanonicalEventOf<'realm_emoji/add' | 'realm_emoji/update_one'>> = (
  event,
  shown,
) => {
  const { realm_emoji, ...change } = event
  if (shown.capabilities.individual_emoji_changes) return [change]
  return [{ type: event.type, op: 'update', realm_emoji }]
}
