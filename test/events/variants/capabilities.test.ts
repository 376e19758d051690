import { describe, expect, it } from 'vitest'
import type { Capability } from '../../../src/contract/capabilities.ts'
import {
  canonicalMessageSample,
  channelSample,
  subscriptionSample,
  userGroupSample,
  userSample,
} from '../../contract/wire-samples.ts'
import { presentationWith, type Row, shown } from './shown.ts'

const inherited = {
  desktop_notifications: true,
  audible_notifications: false,
  push_notifications: false,
  email_notifications: false,
  wildcard_mentions_notify: true,
}
const written = {
  ...subscriptionSample,
  desktop_notifications: true,
  audible_notifications: false,
  push_notifications: true,
  email_notifications: false,
  wildcard_mentions_notify: true,
}
const archived = { ...channelSample, stream_id: 8, is_archived: true }
const owl = {
  id: '6',
  name: 'owl',
  source_url: '/user_avatars/2/emoji/owl.gif',
  still_url: null,
  deactivated: false,
  author_id: 11,
}
const person = { user_id: 11, email: 'user11@chat.example.org' }
const archiving = { type: 'stream', op: 'update', stream_id: 7, name: 'design', property: 'is_archived' }
const group = { type: 'user_group', op: 'update', group_id: 21 }
const modern = { presences: { '11': { active_timestamp: 1_700_000_000, idle_timestamp: 1_700_000_060 } } }
const legacy = {
  user_id: 11,
  server_timestamp: 1_700_000_060.25,
  presence: { website: { client: 'website', status: 'active', timestamp: 1_700_000_000, pushable: false } },
}
const direct = { type: 'typing', op: 'start', message_type: 'direct', sender: person, recipients: [person] }
const inChannel = {
  type: 'typing',
  op: 'stop',
  message_type: 'stream',
  sender: person,
  stream_id: 7,
  topic: 'logos',
}
const linkifiers = {
  type: 'realm_linkifiers',
  realm_linkifiers: [
    {
      id: 1,
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://tracker.example.org/{id}',
      example_input: null,
      reverse_template: null,
      alternative_url_templates: [],
    },
  ],
}

function same(title: string, capability: Capability, event: Record<string, unknown>): Row {
  return { title, capability, event, with: [event], without: [event] }
}

const rows: readonly Row[] = [
  {
    title: 'deleted messages of a channel: together, or one by one in order',
    capability: 'bulk_message_deletion',
    event: {
      type: 'delete_message',
      message_ids: [101, 102],
      message_type: 'stream',
      stream_id: 7,
      topic: 'a',
    },
    with: [
      { type: 'delete_message', message_ids: [101, 102], message_type: 'stream', stream_id: 7, topic: 'a' },
    ],
    without: [
      { type: 'delete_message', message_id: 101, message_type: 'stream', stream_id: 7, topic: 'a' },
      { type: 'delete_message', message_id: 102, message_type: 'stream', stream_id: 7, topic: 'a' },
    ],
  },
  {
    title: 'deleted direct messages: the same',
    capability: 'bulk_message_deletion',
    event: { type: 'delete_message', message_ids: [103], message_type: 'private' },
    with: [{ type: 'delete_message', message_ids: [103], message_type: 'private' }],
    without: [{ type: 'delete_message', message_id: 103, message_type: 'private' }],
  },
  {
    title: 'typing in a channel',
    capability: 'stream_typing_notifications',
    event: inChannel,
    with: [inChannel],
    without: [],
  },
  same('typing in a direct message', 'stream_typing_notifications', direct),
  {
    title: 'linkifiers',
    capability: 'linkifier_url_template',
    event: linkifiers,
    with: [linkifiers],
    without: [],
  },
  {
    title: 'a stand-in for a user whom a guest cannot see',
    capability: 'user_list_incomplete',
    event: { type: 'realm_user', op: 'add', person: userSample, stand_in: true },
    with: [],
    without: [{ type: 'realm_user', op: 'add', person: userSample }],
  },
  same('a user whom one sees', 'user_list_incomplete', { type: 'realm_user', op: 'add', person: userSample }),
  {
    title: 'a group that is deactivated',
    capability: 'include_deactivated_groups',
    event: { ...group, data: { deactivated: true } },
    with: [{ ...group, data: { deactivated: true } }],
    without: [{ type: 'user_group', op: 'remove', group_id: 21 }],
  },
  {
    title: 'a group that is reactivated: the change',
    capability: 'include_deactivated_groups',
    event: { ...group, data: { deactivated: false } },
    with: [{ ...group, data: { deactivated: false } }],
    without: [],
  },
  {
    title: 'a group that is reactivated: the creation beside it',
    capability: 'include_deactivated_groups',
    event: { type: 'user_group', op: 'add', group: userGroupSample, reactivated: true },
    with: [],
    without: [{ type: 'user_group', op: 'add', group: userGroupSample }],
  },
  same('a new group', 'include_deactivated_groups', {
    type: 'user_group',
    op: 'add',
    group: userGroupSample,
  }),
  {
    title: 'a deactivated group that is renamed',
    capability: 'include_deactivated_groups',
    event: { ...group, data: { name: 'linguists' }, of_deactivated_group: true },
    with: [{ ...group, data: { name: 'linguists' } }],
    without: [],
  },
  {
    title: 'a deactivated group that is described and renamed',
    capability: 'include_deactivated_groups',
    event: { ...group, data: { name: 'linguists', description: 'x' }, of_deactivated_group: true },
    with: [{ ...group, data: { name: 'linguists', description: 'x' } }],
    without: [{ ...group, data: { description: 'x' } }],
  },
  same('an active group that is renamed', 'include_deactivated_groups', {
    ...group,
    data: { name: 'linguists' },
  }),
  {
    title: 'a channel that is archived',
    capability: 'archived_channels',
    event: { ...archiving, value: true },
    with: [{ ...archiving, value: true }],
    without: [{ type: 'stream', op: 'delete', streams: [{ stream_id: 7 }], stream_ids: [7] }],
  },
  {
    title: 'a channel that is unarchived: the change',
    capability: 'archived_channels',
    event: { ...archiving, value: false },
    with: [{ ...archiving, value: false }],
    without: [],
  },
  {
    title: 'a channel that is unarchived: the creation beside it',
    capability: 'archived_channels',
    event: { type: 'stream', op: 'create', streams: [channelSample], unarchived: true },
    with: [],
    without: [{ type: 'stream', op: 'create', streams: [channelSample] }],
  },
  {
    title: 'channels that become visible, one of them archived',
    capability: 'archived_channels',
    event: { type: 'stream', op: 'create', streams: [channelSample, archived] },
    with: [{ type: 'stream', op: 'create', streams: [channelSample, archived] }],
    without: [{ type: 'stream', op: 'create', streams: [channelSample] }],
  },
  {
    title: 'an archived channel that becomes visible',
    capability: 'archived_channels',
    event: { type: 'stream', op: 'create', streams: [archived] },
    with: [{ type: 'stream', op: 'create', streams: [archived] }],
    without: [],
  },
  same('another change of a channel', 'archived_channels', { ...archiving, property: 'name', value: 'form' }),
  {
    title: 'another change of an archived channel',
    capability: 'archived_channels',
    event: { ...archiving, property: 'name', value: 'form', of_archived_channel: true },
    with: [{ ...archiving, property: 'name', value: 'form' }],
    without: [],
  },
  {
    title: 'a channel once left that is seen again',
    capability: 'notification_settings_null',
    event: { type: 'subscription', op: 'add', subscriptions: [written], inherited, left: true },
    with: [
      { type: 'subscription', op: 'add', subscriptions: [written] },
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 7, name: written.name }] },
    ],
    without: [
      { type: 'subscription', op: 'add', subscriptions: [written] },
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 7, name: written.name }] },
    ],
  },
  {
    title: 'a subscription that came back from the archive',
    capability: 'archived_channels',
    event: { type: 'subscription', op: 'add', subscriptions: [written], inherited, unarchived: true },
    with: [],
    without: [{ type: 'subscription', op: 'add', subscriptions: [written] }],
  },
  {
    title: 'subscribers of a channel that came back from the archive',
    capability: 'archived_channels',
    event: { type: 'subscription', op: 'peer_add', stream_ids: [7], user_ids: [11], unarchived: true },
    with: [],
    without: [{ type: 'subscription', op: 'peer_add', stream_ids: [7], user_ids: [11] }],
  },
  {
    title: 'a subscription to an archived channel',
    capability: 'archived_channels',
    event: { type: 'subscription', op: 'add', subscriptions: [{ ...written, is_archived: true }], inherited },
    with: [{ type: 'subscription', op: 'add', subscriptions: [{ ...written, is_archived: true }] }],
    without: [],
  },
  {
    title: 'settings of a channel that are inherited',
    capability: 'notification_settings_null',
    event: { type: 'subscription', op: 'add', subscriptions: [subscriptionSample], inherited },
    with: [{ type: 'subscription', op: 'add', subscriptions: [subscriptionSample] }],
    without: [{ type: 'subscription', op: 'add', subscriptions: [written] }],
  },
  {
    title: 'presence',
    capability: 'simplified_presence_events',
    event: { type: 'presence', ...modern, ...legacy, email: person.email },
    with: [{ type: 'presence', ...modern }],
    without: [{ type: 'presence', ...legacy, email: person.email }],
  },
  {
    title: 'a new custom emoji',
    capability: 'individual_emoji_changes',
    event: { type: 'realm_emoji', op: 'add', emoji: owl, realm_emoji: { '6': owl } },
    with: [{ type: 'realm_emoji', op: 'add', emoji: owl }],
    without: [{ type: 'realm_emoji', op: 'update', realm_emoji: { '6': owl } }],
  },
  {
    title: 'a custom emoji that is deactivated',
    capability: 'individual_emoji_changes',
    event: {
      type: 'realm_emoji',
      op: 'update_one',
      emoji_id: '6',
      data: { deactivated: true },
      realm_emoji: { '6': owl },
    },
    with: [{ type: 'realm_emoji', op: 'update_one', emoji_id: '6', data: { deactivated: true } }],
    without: [{ type: 'realm_emoji', op: 'update', realm_emoji: { '6': owl } }],
  },
  same('anything, for it has no effect any more', 'user_settings_object', {
    type: 'user_settings',
    op: 'update',
    property: 'color_scheme',
    value: 2,
  }),
  same('a new user: addresses of pictures are always sent', 'user_avatar_url_field_optional', {
    type: 'realm_user',
    op: 'add',
    person: userSample,
  }),
]

describe.each(rows)('$capability, $title', (row) => {
  it('with it', () => expect(shown(row.event, presentationWith([row.capability]))).toEqual(row.with))
  it('without it', () => expect(shown(row.event, presentationWith([]))).toEqual(row.without))
})

describe('empty_topic_name', () => {
  const edited = {
    type: 'update_message',
    user_id: 11,
    rendering_only: false,
    message_id: 101,
    message_ids: [101],
    edit_timestamp: 1_700_000_200,
  }
  const details = (topic: string) => ({
    '101': { type: 'stream', stream_id: 7, topic },
    '102': { type: 'private', user_ids: [12] },
    '103': { type: 'stream', stream_id: 7, topic: 'logos' },
  })
  const unread = {
    type: 'update_message_flags',
    op: 'remove',
    operation: 'remove',
    flag: 'read',
    messages: [101, 102, 103],
    all: false,
  }
  const events: Record<string, (topic: string) => Record<string, unknown>> = {
    message: (subject) => ({ type: 'message', message: { ...canonicalMessageSample, subject } }),
    'a move to it': (subject) => ({ ...edited, orig_subject: 'logos', subject }),
    'a move from it': (orig_subject) => ({ ...edited, orig_subject, subject: 'logos' }),
    delete_message: (topic) => ({
      type: 'delete_message',
      message_ids: [1],
      message_type: 'stream',
      stream_id: 7,
      topic,
    }),
    typing: (topic) => ({ ...inChannel, topic }),
    typing_edit_message: (topic) => ({
      type: 'typing_edit_message',
      op: 'start',
      sender_id: 11,
      message_id: 101,
      recipient: { type: 'channel', channel_id: 7, topic },
    }),
    user_topic: (topic_name) => ({
      type: 'user_topic',
      stream_id: 7,
      topic_name,
      last_updated: 1_700_000_000,
      visibility_policy: 3,
    }),
    muted_topics: (topic) => ({ type: 'muted_topics', muted_topics: [['design', topic, 1_700_000_000]] }),
    'message_details of messages marked unread': (topic) => ({ ...unread, message_details: details(topic) }),
  }
  const always: Capability[] = ['stream_typing_notifications', 'bulk_message_deletion']
  it.each(Object.entries(events))(
    '%s: empty with it, named without it, other topics untouched',
    (_, event) => {
      const empty = presentationWith([...always, 'empty_topic_name'])
      const named = presentationWith(always)
      expect(JSON.stringify(shown(event(''), empty))).not.toContain('general chat')
      expect(shown(event(''), named)).toEqual(shown(event('general chat'), empty))
      expect(shown(event('logos'), named)).toEqual(shown(event('logos'), empty))
    },
  )

  it('leaves direct messages, which have no topic, alone', () => {
    const message = {
      ...canonicalMessageSample,
      type: 'private',
      stream_id: undefined,
      subject: '',
      display_recipient: [{ id: 11, email: 'a@b.example', full_name: 'Ida', is_mirror_dummy: false }],
    }
    expect(shown({ type: 'message', message }, presentationWith([]))).toMatchObject([
      { message: { subject: '' } },
    ])
  })

  it('leaves edits of the content alone', () => {
    expect(shown({ ...edited, content: 'x' }, presentationWith([]))).toEqual([{ ...edited, content: 'x' }])
  })
})
