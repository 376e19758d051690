import type { Fold, FoldedEvent } from './state.ts'

/** Events of type `default_streams` on the gate of the same name. */
export const foldDefaultStreams: Fold = (state, { default_streams }) => {
  if (state.realm_default_streams) state.realm_default_streams = default_streams
}

/** Events of type `alert_words` on the gate of the same name. */
export const foldAlertWords: Fold = (state, { alert_words }) => {
  if (state.alert_words) state.alert_words = alert_words
}

/** Events of type `muted_users` on the gate of the same name. */
export const foldMutedUsers: Fold = (state, { muted_users }) => {
  if (state.muted_users) state.muted_users = muted_users
}

/** Events of type `realm_linkifiers` on the gate of the same name. */
export const foldLinkifiers: Fold = (state, { realm_linkifiers }) => {
  if (state.realm_linkifiers) state.realm_linkifiers = realm_linkifiers
}

/** Events of type `realm_playgrounds` on the gate of the same name. */
export const foldPlaygrounds: Fold = (state, { realm_playgrounds }) => {
  if (state.realm_playgrounds) state.realm_playgrounds = realm_playgrounds
}

/** Events of type `channel_folder` on the gate `channel_folders`. */
export const foldChannelFolder: Fold = (state, event) => {
  const folders: FoldedEvent[] | undefined = state.channel_folders
  if (!folders) return
  if (event.op === 'add') folders.push(event.channel_folder)
  else if (event.op === 'update') {
    Object.assign(folders.find(({ id }) => id === event.channel_folder_id) ?? {}, event.data)
  } else for (const folder of folders) folder.order = event.order.indexOf(folder.id)
}

/** Events of type `user_group` on the gate `realm_user_groups`. */
export const foldUserGroup: Fold = (state, event) => {
  const groups: FoldedEvent[] | undefined = state.realm_user_groups
  if (!groups) return
  if (event.op === 'add') groups.push(event.group)
  else if (event.op === 'remove') state.realm_user_groups = groups.filter(({ id }) => id !== event.group_id)
  const group = groups.find(({ id }) => id === event.group_id)
  if (!group) return
  const without = (list: number[], gone: number[]) => list.filter((id) => !gone.includes(id))
  if (event.op === 'update') Object.assign(group, event.data)
  else if (event.op === 'add_members')
    group.members = [...without(group.members, event.user_ids), ...event.user_ids]
  else if (event.op === 'remove_members') group.members = without(group.members, event.user_ids)
  else if (event.op === 'add_subgroups') group.direct_subgroup_ids.push(...event.direct_subgroup_ids)
  else if (event.op === 'remove_subgroups') {
    group.direct_subgroup_ids = without(group.direct_subgroup_ids, event.direct_subgroup_ids)
  }
}

/** Events of type `delete_message` on the gate `starred_messages`. */
export const foldDeleteMessage: Fold = (state, { message_id, message_ids = [message_id] }) => {
  const starred: number[] | undefined = state.starred_messages
  if (starred) state.starred_messages = starred.filter((id) => !message_ids.includes(id))
}

/** Events of type `update_message_flags` on the gate `starred_messages`. */
export const foldFlags: Fold = (state, { op, flag, messages }) => {
  const starred: number[] | undefined = state.starred_messages
  if (!starred || flag !== 'starred') return
  const others = starred.filter((id) => !messages.includes(id))
  state.starred_messages = op === 'add' ? [...others, ...messages] : others
}

/** Events of type `user_settings` on the gate of the same name. */
export const foldUserSettings: Fold = (state, { property, value }) => {
  if (!state.user_settings) return
  state.user_settings[property] = value
  if (property === 'receives_typing_notifications') state.receives_typing_notifications = value
}

/** Events of type `realm_user_settings_defaults` on the gate of the same name. */
export const foldUserDefaults: Fold = (state, { property, value }) => {
  if (state.realm_user_settings_defaults) state.realm_user_settings_defaults[property] = value
}

/** Events of type `user_topic` on the gate of the same name. */
export const foldUserTopic: Fold = (state, { stream_id, topic_name, last_updated, visibility_policy }) => {
  const topics: FoldedEvent[] | undefined = state.user_topics
  if (!topics) return
  const isOther = (one: FoldedEvent) =>
    one.stream_id !== stream_id || one.topic_name.toLowerCase() !== topic_name.toLowerCase()
  state.user_topics = topics.filter(isOther)
  if (visibility_policy !== 0) {
    state.user_topics.push({ stream_id, topic_name, last_updated, visibility_policy })
  }
}

/** Events of type `muted_topics` on the gate of the same name. */
export const foldMutedTopics: Fold = (state, { muted_topics }) => {
  if (state.muted_topics) state.muted_topics = muted_topics
}

/** Events of type `realm_emoji` on the gate of the same name. */
export const foldCustomEmoji: Fold = (state, { op, emoji, emoji_id, data, realm_emoji }) => {
  if (!state.realm_emoji) return
  if (op === 'update') state.realm_emoji = realm_emoji
  else if (op === 'add') state.realm_emoji[emoji.id] = emoji
  else Object.assign(state.realm_emoji[emoji_id], data)
}
