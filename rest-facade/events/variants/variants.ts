import type { CanonicalEvent, CanonicalEventOf, EventKindName } from '../../../src/contract/events/kinds.ts'
import { eventKindName } from '../../../src/contract/events/parse.ts'
import type { Presentation } from '../../../src/contract/presentation.ts'
import { customProfileFieldsVariant } from './custom-profile-fields.ts'
import { deleteMessageVariant } from './delete-message.ts'
import { messageVariant } from './message.ts'
import { mutedTopicsVariant } from './muted-topics.ts'
import { presenceVariant } from './presence.ts'
import { reactionVariant } from './reaction.ts'
import { realmEmojiVariant } from './realm-emoji.ts'
import { realmLinkifiersVariant } from './realm-linkifiers.ts'
import { realmUserAddVariant } from './realm-user-add.ts'
import { streamCreateVariant } from './stream-create.ts'
import { streamUpdateVariant } from './stream-update.ts'
import { subscriptionAddVariant } from './subscription-add.ts'
import { subscriptionPeerAddVariant } from './subscription-peer-add.ts'
import { typingVariant } from './typing.ts'
import { typingEditMessageVariant } from './typing-edit-message.ts'
import { updateMessageVariant } from './update-message.ts'
import { updateMessageFlagsRemoveVariant } from './update-message-flags.ts'
import { userGroupAddVariant } from './user-group-add.ts'
import { userGroupUpdateVariant } from './user-group-update.ts'
import { userStatusVariant } from './user-status.ts'
import { userTopicVariant } from './user-topic.ts'
import type { Variant } from './variant.ts'

/** The kinds that not every client is shown as the log keeps them. */
const variants: { readonly [Name in EventKindName]?: Variant<CanonicalEventOf<Name>> } = {
  custom_profile_fields: customProfileFieldsVariant,
  delete_message: deleteMessageVariant,
  message: messageVariant,
  muted_topics: mutedTopicsVariant,
  presence: presenceVariant,
  'reaction/add': reactionVariant,
  'reaction/remove': reactionVariant,
  'realm_emoji/add': realmEmojiVariant,
  'realm_emoji/update_one': realmEmojiVariant,
  realm_linkifiers: realmLinkifiersVariant,
  'realm_user/add': realmUserAddVariant,
  'stream/create': streamCreateVariant,
  'stream/update': streamUpdateVariant,
  'subscription/add': subscriptionAddVariant,
  'subscription/peer_add': subscriptionPeerAddVariant,
  'typing/start': typingVariant,
  'typing/stop': typingVariant,
  'typing_edit_message/start': typingEditMessageVariant,
  'typing_edit_message/stop': typingEditMessageVariant,
  update_message: updateMessageVariant,
  'update_message_flags/remove': updateMessageFlagsRemoveVariant,
  'user_group/add': userGroupAddVariant,
  'user_group/update': userGroupUpdateVariant,
  user_status: userStatusVariant,
  user_topic: userTopicVariant,
}

/** The wire events, without ids, that a canonical event comes to for one presentation. */
export function wireEvents(event: CanonicalEvent, shown: Presentation): readonly object[] {
  // The name has been read from this very event, so the variant is for its kind.
  const variant = variants[eventKindName(event)] as Variant<CanonicalEvent> | undefined
  return variant ? variant(event, shown) : [event]
}
