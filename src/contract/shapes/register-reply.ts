import * as z from 'zod'
import { registerAlertWordsFields } from './register-alert-words.ts'
import { registerChannelFoldersFields } from './register-channel-folders.ts'
import { registerCustomEmojiFields } from './register-custom-emoji.ts'
import { registerDefaultStreamGroupsFields } from './register-default-stream-groups.ts'
import { registerDefaultStreamsFields } from './register-default-streams.ts'
import { registerEnvelopeFields } from './register-envelope.ts'
import { registerLinkifiersFields } from './register-linkifiers.ts'
import { registerMessageFields } from './register-message.ts'
import { registerMutedUsersFields } from './register-muted-users.ts'
import { registerPlaygroundsFields } from './register-playgrounds.ts'
import { registerRealmFields } from './register-realm.ts'
import { registerRealmUserFields } from './register-realm-user.ts'
import { registerRealmUserGroupsFields } from './register-realm-user-groups.ts'
import { registerRecentConversationsFields } from './register-recent-conversations.ts'
import { registerStarredMessagesFields } from './register-starred-messages.ts'
import { registerStreamFields } from './register-stream.ts'
import { registerSubscriptionFields } from './register-subscription.ts'
import { registerUnreadMessagesFields } from './register-unread-messages.ts'
import { registerUserSettingsDefaultsFields, registerUserSettingsFields } from './register-user-settings.ts'
import { registerMutedTopicsFields, registerUserTopicsFields } from './register-user-topics.ts'

/** The fields of POST /register by the entry of `fetch_event_types` that asks for them. */
export const registerGates = {
  alert_words: registerAlertWordsFields,
  channel_folders: registerChannelFoldersFields,
  default_stream_groups: registerDefaultStreamGroupsFields,
  default_streams: registerDefaultStreamsFields,
  message: registerMessageFields,
  muted_topics: registerMutedTopicsFields,
  muted_users: registerMutedUsersFields,
  realm: registerRealmFields,
  realm_emoji: registerCustomEmojiFields,
  realm_linkifiers: registerLinkifiersFields,
  realm_playgrounds: registerPlaygroundsFields,
  realm_user: registerRealmUserFields,
  realm_user_groups: registerRealmUserGroupsFields,
  realm_user_settings_defaults: registerUserSettingsDefaultsFields,
  recent_private_conversations: registerRecentConversationsFields,
  starred_messages: registerStarredMessagesFields,
  stream: registerStreamFields,
  subscription: registerSubscriptionFields,
  /** Together with `message` only. */
  update_message_flags: registerUnreadMessagesFields,
  user_settings: registerUserSettingsFields,
  user_topic: registerUserTopicsFields,
}

export type RegisterGate = keyof typeof registerGates

/** The closed reply to a register that asks for these gates: all their fields and no others. */
export function registerReply(gates: readonly RegisterGate[]): z.ZodObject<Record<string, z.ZodType>> {
  const fields: Record<string, z.ZodType> = { ...registerEnvelopeFields }
  for (const gate of gates) Object.assign(fields, registerGates[gate])
  return z.strictObject(fields)
}
