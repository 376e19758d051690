import type * as z from 'zod'
import { alertWords } from './alert-words.ts'
import { attachmentAdd, attachmentRemove, attachmentUpdate } from './attachment.ts'
import { channelFolderAdd, channelFolderReorder, channelFolderUpdate } from './channel-folder.ts'
import { customProfileFields } from './custom-profile-fields.ts'
import { defaultStreamGroups, defaultStreams } from './default-streams.ts'
import { deleteMessage } from './delete-message.ts'
import { deviceAdd, deviceRemove, deviceUpdate } from './device.ts'
import { draftsAdd, draftsRemove, draftsUpdate } from './drafts.ts'
import type { EventKind } from './event-kind.ts'
import { heartbeat } from './heartbeat.ts'
import { invitesChanged } from './invites-changed.ts'
import { messageEvent } from './message.ts'
import { mutedTopics } from './muted-topics.ts'
import { mutedUsers } from './muted-users.ts'
import { navigationViewAdd, navigationViewRemove, navigationViewUpdate } from './navigation-view.ts'
import { onboardingSteps } from './onboarding-steps.ts'
import { presence } from './presence.ts'
import { reactionAdd, reactionRemove } from './reaction.ts'
import { realmDeactivated, realmUpdate, realmUpdateDict } from './realm.ts'
import { realmBotAdd, realmBotDelete, realmBotUpdate } from './realm-bot.ts'
import { realmDomainsAdd, realmDomainsChange, realmDomainsRemove } from './realm-domains.ts'
import { realmEmojiAdd, realmEmojiUpdate, realmEmojiUpdateOne } from './realm-emoji.ts'
import { realmExport, realmExportConsent } from './realm-export.ts'
import { realmLinkifiers } from './realm-linkifiers.ts'
import { realmPlaygrounds } from './realm-playgrounds.ts'
import { realmUserAdd, realmUserRemove, realmUserUpdate } from './realm-user.ts'
import { realmUserSettingsDefaultsUpdate } from './realm-user-settings-defaults.ts'
import { remindersAdd, remindersRemove } from './reminders.ts'
import { restart, webReloadClient } from './restart.ts'
import { savedSnippetsAdd, savedSnippetsRemove, savedSnippetsUpdate } from './saved-snippets.ts'
import {
  scheduledMessagesAdd,
  scheduledMessagesRemove,
  scheduledMessagesUpdate,
} from './scheduled-messages.ts'
import { streamCreate, streamDelete, streamUpdate } from './stream.ts'
import { submessageEvent } from './submessage.ts'
import {
  subscriptionAdd,
  subscriptionPeerAdd,
  subscriptionPeerRemove,
  subscriptionRemove,
  subscriptionUpdate,
} from './subscription.ts'
import { typingStart, typingStop } from './typing.ts'
import { typingEditMessageStart, typingEditMessageStop } from './typing-edit-message.ts'
import { updateMessage } from './update-message.ts'
import { updateMessageFlagsAdd, updateMessageFlagsRemove } from './update-message-flags.ts'
import {
  userGroupAdd,
  userGroupAddMembers,
  userGroupAddSubgroups,
  userGroupRemove,
  userGroupRemoveMembers,
  userGroupRemoveSubgroups,
  userGroupUpdate,
} from './user-group.ts'
import { userSettingsUpdate } from './user-settings.ts'
import { userStatus } from './user-status.ts'
import { userTopic } from './user-topic.ts'
import { hasWebexToken, hasZoomToken } from './video-call-tokens.ts'

/** Every kind of event, by `type` or `type/op`. */
export const eventKinds = {
  alert_words: alertWords,
  'attachment/add': attachmentAdd,
  'attachment/remove': attachmentRemove,
  'attachment/update': attachmentUpdate,
  'channel_folder/add': channelFolderAdd,
  'channel_folder/reorder': channelFolderReorder,
  'channel_folder/update': channelFolderUpdate,
  custom_profile_fields: customProfileFields,
  default_stream_groups: defaultStreamGroups,
  default_streams: defaultStreams,
  delete_message: deleteMessage,
  'device/add': deviceAdd,
  'device/remove': deviceRemove,
  'device/update': deviceUpdate,
  'drafts/add': draftsAdd,
  'drafts/remove': draftsRemove,
  'drafts/update': draftsUpdate,
  has_webex_token: hasWebexToken,
  has_zoom_token: hasZoomToken,
  heartbeat: heartbeat,
  invites_changed: invitesChanged,
  message: messageEvent,
  muted_topics: mutedTopics,
  muted_users: mutedUsers,
  'navigation_view/add': navigationViewAdd,
  'navigation_view/remove': navigationViewRemove,
  'navigation_view/update': navigationViewUpdate,
  onboarding_steps: onboardingSteps,
  presence: presence,
  'reaction/add': reactionAdd,
  'reaction/remove': reactionRemove,
  'realm/deactivated': realmDeactivated,
  'realm/update': realmUpdate,
  'realm/update_dict': realmUpdateDict,
  'realm_bot/add': realmBotAdd,
  'realm_bot/delete': realmBotDelete,
  'realm_bot/update': realmBotUpdate,
  'realm_domains/add': realmDomainsAdd,
  'realm_domains/change': realmDomainsChange,
  'realm_domains/remove': realmDomainsRemove,
  'realm_emoji/add': realmEmojiAdd,
  'realm_emoji/update': realmEmojiUpdate,
  'realm_emoji/update_one': realmEmojiUpdateOne,
  realm_export: realmExport,
  realm_export_consent: realmExportConsent,
  realm_linkifiers: realmLinkifiers,
  realm_playgrounds: realmPlaygrounds,
  'realm_user/add': realmUserAdd,
  'realm_user/remove': realmUserRemove,
  'realm_user/update': realmUserUpdate,
  'realm_user_settings_defaults/update': realmUserSettingsDefaultsUpdate,
  'reminders/add': remindersAdd,
  'reminders/remove': remindersRemove,
  restart: restart,
  'saved_snippets/add': savedSnippetsAdd,
  'saved_snippets/remove': savedSnippetsRemove,
  'saved_snippets/update': savedSnippetsUpdate,
  'scheduled_messages/add': scheduledMessagesAdd,
  'scheduled_messages/remove': scheduledMessagesRemove,
  'scheduled_messages/update': scheduledMessagesUpdate,
  'stream/create': streamCreate,
  'stream/delete': streamDelete,
  'stream/update': streamUpdate,
  submessage: submessageEvent,
  'subscription/add': subscriptionAdd,
  'subscription/peer_add': subscriptionPeerAdd,
  'subscription/peer_remove': subscriptionPeerRemove,
  'subscription/remove': subscriptionRemove,
  'subscription/update': subscriptionUpdate,
  'typing/start': typingStart,
  'typing/stop': typingStop,
  'typing_edit_message/start': typingEditMessageStart,
  'typing_edit_message/stop': typingEditMessageStop,
  update_message: updateMessage,
  'update_message_flags/add': updateMessageFlagsAdd,
  'update_message_flags/remove': updateMessageFlagsRemove,
  'user_group/add': userGroupAdd,
  'user_group/add_members': userGroupAddMembers,
  'user_group/add_subgroups': userGroupAddSubgroups,
  'user_group/remove': userGroupRemove,
  'user_group/remove_members': userGroupRemoveMembers,
  'user_group/remove_subgroups': userGroupRemoveSubgroups,
  'user_group/update': userGroupUpdate,
  'user_settings/update': userSettingsUpdate,
  user_status: userStatus,
  user_topic: userTopic,
  web_reload_client: webReloadClient,
} as const satisfies Record<string, EventKind>

type Kinds = typeof eventKinds

/** `type` or `type/op` of an event. */
export type EventKindName = keyof Kinds

/** What an event is about: what clients name in `event_types`. */
export type EventType = Kinds[EventKindName]['type']

type CanonicalForm<Kind extends EventKind> = Kind['canonical'] extends z.ZodType
  ? z.output<Kind['canonical']>
  : never

/** An event as the log keeps it. */
export type CanonicalEvent = { [Name in EventKindName]: CanonicalForm<Kinds[Name]> }[EventKindName]

/** The canonical event of one kind. */
export type CanonicalEventOf<Name extends EventKindName> = CanonicalForm<Kinds[Name]>

/** An event as a queue delivers it. */
export type WireEvent = { [Name in EventKindName]: z.output<Kinds[Name]['wire']> }[EventKindName]

/** The delivered event of one kind. */
export type WireEventOf<Name extends EventKindName> = z.output<Kinds[Name]['wire']>

/** Every event type, each once. */
export const eventTypes: readonly EventType[] = [
  ...new Set(Object.values(eventKinds).map((kind) => kind.type)),
]
