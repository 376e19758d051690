import { beforeAll, describe } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import {
  boolean,
  choice,
  ids,
  integer,
  narrow,
  optional,
  proveParameters,
  required,
  text,
  textOfAtMost,
} from '../support/documented-parameters.ts'
import { testServer } from '../support/server.ts'
import { channel, say } from './place.ts'

const server = testServer()
let people: Cast
/** A message of Ann's, one for her to edit, and one for her to delete. */
let message: number
let draft: number
let superfluous: number

beforeAll(async () => {
  people = await cast(server)
  const { ann, owner } = people
  message = await say(ann, 'general', 'tea', 'Hi')
  draft = await say(ann, 'general', 'tea', 'Draft')
  superfluous = await say(ann, 'general', 'tea', 'Superfluous')
  const moderation_request_channel_id = await channel(people, 'reports', [owner], { invite_only: true })
  await owner.patch('realm', { moderation_request_channel_id }).succeeds()
})

const anchor = (name: string) =>
  ['', 'soon', '1.5', '"newest"', 'null', 'NEWEST'].map(
    (sent) => [sent, `Invalid ${name}: not a message ID, and none of the words`] as const,
  )
const anchorDate = (name: string) =>
  ['', 'tomorrow', '2031-13-01', '03.02.2031', '1700000000'].map(
    (sent) => [sent, `Invalid ${name}: not an ISO 8601 date`] as const,
  )
const content = 'Hi'
const ann = () => people.ann
const owner = () => people.owner

describe('Messages: an endpoint', () => {
  proveParameters(server, [
    {
      route: 'GET /messages',
      by: ann,
      request: () => ['messages', { anchor: 'newest' }],
      parameters: {
        anchor: optional(anchor),
        include_anchor: optional(boolean, true),
        anchor_date: optional(anchorDate),
        num_before: optional(integer(), 0),
        num_after: optional(integer(), 0),
        narrow: optional(narrow, []),
        client_gravatar: optional(boolean, true),
        apply_markdown: optional(boolean, true),
        use_first_unread_anchor: optional(boolean, false),
        message_ids: optional(ids),
        allow_empty_topic_name: optional(boolean, false),
      },
      also: () => [
        { anchor: 'oldest', num_after: 5000 },
        { anchor: 'first_unread', num_before: 5000 },
        { anchor: 'date', anchor_date: '2031-02-03' },
        { anchor: 'date', anchor_date: '2031-02-03T04:05:06' },
        { anchor: 'date', anchor_date: '2031-02-03T04:05+01:00' },
        { anchor: '10000000000000000' },
        { anchor: -1, include_anchor: false, num_before: 1 },
        { anchor: undefined, use_first_unread_anchor: true },
        // Clients of several servers send both, for those that know only the older.
        { anchor: 'first_unread', use_first_unread_anchor: true },
        { anchor: undefined, message_ids: [] },
        { narrow: null },
        { narrow: [['is', 'dm']] },
        { narrow: [{ operator: 'dm', operand: [people.ben.id], negated: true }] },
        { narrow: [{ operator: 'stream', operand: 'general', negated: null }] },
      ],
    },
    {
      route: 'POST /messages',
      by: ann,
      request: () => ['messages', { type: 'stream', to: 'general', topic: 'tea', content }],
      parameters: {
        type: required(choice('direct', 'channel', 'stream', 'private')),
        to: required(text),
        content: required(text),
        topic: optional(text, undefined, 'subject'),
        read_by_sender: optional(boolean),
        // Ours: the forms of programs.
        widget_content: optional((name) => [['', `${name} is not valid JSON`]]),
        queue_id: optional(text),
        local_id: optional(text),
      },
      also: () => [
        { type: 'channel', to: people.general },
        { topic: undefined, subject: 'tea' },
        { topic: undefined },
        { type: 'direct', to: [people.ben.id] },
        { type: 'private', to: [people.ben.email], topic: undefined },
        { read_by_sender: true },
      ],
    },
    {
      route: 'GET /messages/:message_id',
      by: ann,
      request: () => [`messages/${message}`, {}],
      parameters: {
        apply_markdown: optional(boolean, true),
        allow_empty_topic_name: optional(boolean, false),
      },
    },
    {
      route: 'PATCH /messages/:message_id',
      by: ann,
      request: () => [`messages/${draft}`, { content: 'Fair copy' }],
      parameters: {
        topic: optional(text, undefined, 'subject'),
        propagate_mode: optional(choice('change_one', 'change_later', 'change_all'), 'change_one'),
        send_notification_to_old_thread: optional(boolean, false),
        send_notification_to_new_thread: optional(boolean, true),
        content: optional(text),
        prev_content_sha256: optional(text),
        stream_id: optional(integer()),
      },
      also: () => [
        { content: undefined, topic: 'milk' },
        { content: undefined, subject: 'tea', propagate_mode: 'change_later' },
        { content: undefined, stream_id: people.sandbox, propagate_mode: 'change_all' },
      ],
    },
    {
      route: 'DELETE /messages/:message_id',
      by: ann,
      request: () => [`messages/${superfluous}`, {}],
      parameters: {},
    },
    {
      route: 'GET /messages/:message_id/history',
      by: ann,
      request: () => [`messages/${message}/history`, {}],
      parameters: { allow_empty_topic_name: optional(boolean, false) },
    },
    {
      route: 'GET /messages/:message_id/read_receipts',
      by: ann,
      request: () => [`messages/${message}/read_receipts`, {}],
      parameters: {},
    },
    {
      route: 'POST /messages/:message_id/report',
      by: ann,
      request: () => [`messages/${message}/report`, { report_type: 'spam' }],
      parameters: {
        report_type: required(choice('spam', 'harassment', 'inappropriate', 'norms', 'other')),
        description: optional((name) => [...text(name), ...textOfAtMost(1000)(name)]),
      },
      also: () => [{ report_type: 'other', description: '🍵'.repeat(1000) }, { description: '' }],
    },
    {
      route: 'POST /messages/render',
      by: ann,
      request: () => ['messages/render', { content }],
      parameters: { content: required(text) },
    },
    {
      route: 'GET /messages/matches_narrow',
      by: ann,
      request: () => ['messages/matches_narrow', { msg_ids: [message], narrow: [['is', 'unread']] }],
      parameters: { msg_ids: required(ids), narrow: required(narrow) },
      also: () => [{ msg_ids: [], narrow: [{ operator: 'search', operand: 'hi' }] }, { narrow: [] }],
    },
    {
      route: 'POST /messages/flags',
      by: ann,
      request: () => ['messages/flags', { messages: [message], op: 'add', flag: 'starred' }],
      parameters: { messages: required(ids), op: required(choice('add', 'remove')), flag: required(text) },
      also: () => [{ messages: [] }, { op: 'remove' }],
    },
    {
      route: 'POST /messages/flags/narrow',
      by: ann,
      request: () => [
        'messages/flags/narrow',
        { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['is', 'dm']], op: 'add', flag: 'read' },
      ],
      parameters: {
        anchor: required((name) => [...anchor(name), ['date', anchor(name)[0]?.[1] ?? '']]),
        include_anchor: optional(boolean, true),
        num_before: required(integer()),
        num_after: required(integer()),
        narrow: required(narrow),
        op: required(choice('add', 'remove')),
        flag: required(text),
      },
      also: () => [
        { anchor: message, include_anchor: false },
        { anchor: 'first_unread', num_after: 6000, op: 'remove', flag: 'collapsed' },
        { narrow: [] },
        { narrow: [{ operator: 'is', operand: 'unread' }] },
      ],
    },
    {
      route: 'POST /mark_all_as_read',
      by: ann,
      request: () => ['mark_all_as_read', {}],
      parameters: {},
    },
    {
      route: 'POST /mark_stream_as_read',
      by: ann,
      request: () => ['mark_stream_as_read', { stream_id: people.general }],
      parameters: { stream_id: required(integer()) },
    },
    {
      route: 'POST /mark_topic_as_read',
      by: ann,
      request: () => ['mark_topic_as_read', { stream_id: people.general, topic_name: 'tea' }],
      parameters: { stream_id: required(integer()), topic_name: required(text) },
      also: () => [{ topic_name: '' }],
    },
    {
      route: 'POST /streams/:stream_id/delete_topic',
      by: owner,
      request: () => [`streams/${people.general}/delete_topic`, { topic_name: 'none' }],
      parameters: { topic_name: required(text) },
      also: () => [{ topic_name: '' }],
    },
  ])
})
