import { beforeAll, describe } from 'vitest'
import type { Actor, Parameters } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'
import { age } from './edit-support.ts'
import { Backstage, channel, say, systemGroup, tell } from './place.ts'

const server = testServer()

/** Messages by what is special about them; Ann's unless told. */
interface Stage extends Cast {
  readonly own: number
  readonly bens: number
  readonly direct: number
  readonly poll: number
  /** The first of a topic is too old to be edited, deleted or moved; the second is not. */
  readonly late: number
  readonly later: number
  /** All of the topic is. */
  readonly stale: number
  readonly archived: number
  /** In a channel of the owner's, where nobody else may post, begin topics or have a name for them. */
  readonly elsewhere: {
    readonly closed: number
    readonly led: number
    readonly named: number
    readonly secret: number
  }
  readonly hidden: number
  readonly unnamed: number
  /** An organization that lets nobody change anything, with a message of its Ann's. */
  readonly strict: Cast & { readonly message: number }
}

let stage: Stage

beforeAll(async () => {
  const people = await cast(server)
  const { ann, ben, owner } = people
  const nobody = await systemGroup(server, people, 'role:nobody')
  const elsewhere = {
    closed: await channel(people, 'closed', [ann, owner], { can_send_message_group: nobody }),
    led: await channel(people, 'led', [ann, owner], { can_create_topic_group: nobody }),
    named: await channel(people, 'named', [ann], { topics_policy: 'disable_empty_topic' }),
    secret: await channel(people, 'secret', [owner], { invite_only: true }),
  }
  const old = await channel(people, 'old', [ann])
  const archived = await say(ann, old, 'tea', 'Hi')
  await new Backstage(server, people).archive(old)
  const late = await say(ann, 'general', 'long', 'One')
  const later = await say(ann, 'general', 'long', 'Two')
  const stale = await say(ann, 'general', 'stale', 'One')
  await age(server, [late, stale], 700_000)
  const crowd = await Promise.all(Array.from({ length: 11 }, () => people.person()))
  for (const person of [...crowd, ben, owner, people.admin, people.moderator]) {
    await say(person, 'general', 'crowded', 'Me')
  }
  const other = await cast(server)
  const message = await say(other.ann, 'general', 'tea', 'Hi')
  const backstage = new Backstage(server, other)
  await backstage.organizationSetting('allowMessageEditing', false)
  await backstage.organizationSetting('messageEditHistoryVisibilityPolicy', 'none')
  await backstage.organizationSetting('enableReadReceipts', false)
  await backstage.organizationSetting('moderationRequestChannelId', other.general)
  const none = await systemGroup(server, other, 'role:nobody')
  for (const setting of [
    'can_delete_own_message_group',
    'can_move_messages_between_channels_group',
    'can_move_messages_between_topics_group',
    'can_resolve_topics_group',
  ]) {
    await backstage.organizationPermission(setting, none)
  }
  stage = {
    ...people,
    own: await say(ann, 'general', 'crowded', 'Hi'),
    bens: await say(ben, 'general', 'tea', 'Hi'),
    direct: await tell(ann, [ben], 'Hi'),
    poll: await say(ann, 'general', 'tea', '/poll Tea?\nYes'),
    late,
    later,
    stale,
    archived,
    elsewhere,
    hidden: await say(owner, elsewhere.secret, 'tea', 'Hi'),
    unnamed: await say(ann, 'general', '', 'Hi'),
    strict: { ...other, message },
  }
})

const scopes: Readonly<Record<string, string>> = { change_all: 'ALL', change_later: 'LATER' }

/** A change of a message, through both doors. */
const change = (by: Actor, id: number, given: Parameters): Refused => {
  const { content, prev_content_sha256, topic, stream_id, propagate_mode = 'change_one' } = given
  const moves = topic !== undefined || stream_id !== undefined || propagate_mode !== 'change_one'
  const move = { topic, channelDatabaseId: stream_id, scope: scopes[String(propagate_mode)] ?? 'ONE' }
  return {
    by,
    rest: ['PATCH', `messages/${id}`, given],
    graphql: [
      'editMessage',
      'EditMessageInput',
      {
        messageDatabaseId: id,
        content,
        previousContentSha256: prev_content_sha256,
        ...(moves && { move }),
      },
    ],
  }
}
const remove = (by: Actor, id: number): Refused => ({
  by,
  rest: ['DELETE', `messages/${id}`],
  graphql: ['deleteMessage', 'DeleteMessageInput', { messageDatabaseId: id }],
})

const NONE = 2_000_000_000
const invalid = { msg: 'Invalid message(s)' }
const content = 'Changed'

describe('Editing a message', () => {
  proveRefusals<Stage>(server, () => stage, {
    'one that does not exist': [({ ann }) => change(ann, NONE, { content }), invalid],
    'one that one may not read': [({ ann, hidden }) => change(ann, hidden, { content }), invalid],
    'somebody else’s': [
      ({ owner, bens }) => change(owner, bens, { content }),
      { msg: "You don't have permission to edit this message" },
    ],
    'where editing is off': [
      ({ strict }) => change(strict.ann, strict.message, { content }),
      { msg: 'Your organization has turned off message editing' },
    ],
    'one that is too old': [
      ({ ann, late }) => change(ann, late, { content }),
      { msg: 'The time limit for editing this message has passed' },
    ],
    'one of an archived channel': [
      ({ ann, archived }) => change(ann, archived, { content }),
      { msg: 'Messages of an archived channel cannot be edited' },
    ],
    'a poll': [
      ({ ann, poll }) => change(ann, poll, { content }),
      { msg: 'Polls and to-do lists cannot be edited' },
    ],
    'what somebody has changed meanwhile': [
      ({ ann, own }) => change(ann, own, { content, prev_content_sha256: 'ab'.repeat(32) }),
      {
        code: 'EXPECTATION_MISMATCH',
        msg: 'Somebody has changed this message meanwhile',
        field_name: 'prev_content_sha256',
      },
    ],
    'a channel wildcard where it reaches many': [
      ({ ann, own }) => change(ann, own, { content: 'Hi @**all**' }),
      {
        code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        msg: 'You do not have permission to use channel wildcard mentions in this channel.',
      },
    ],
    'a topic wildcard where it reaches many': [
      ({ ann, own }) => change(ann, own, { content: 'Hi @**topic**' }),
      {
        code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
        msg: 'You do not have permission to use topic wildcard mentions in this topic.',
      },
    ],
    'nothing at all': [({ ann, own }) => change(ann, own, {}), { msg: 'Nothing to change' }],
    'what it says already': [
      ({ ann, own }) => change(ann, own, { content: 'Hi' }),
      { msg: 'Nothing to change' },
    ],
    'a way of moving without a place': [
      ({ ann, own }) => change(ann, own, { content, propagate_mode: 'change_all' }),
      { msg: 'Invalid propagate_mode without a new topic or channel' },
    ],
    'content with another channel': [
      ({ ann, own, sandbox }) => change(ann, own, { content, stream_id: sandbox }),
      { msg: 'Cannot change the content of a message while moving it to another channel' },
    ],
  })
})

describe('Moving messages', () => {
  proveRefusals<Stage>(server, () => stage, {
    'one that one may not read': [({ ann, hidden }) => change(ann, hidden, { topic: 'x' }), invalid],
    'a direct message to a topic': [
      ({ ann, direct }) => change(ann, direct, { topic: 'x' }),
      { msg: 'Direct messages have no topic' },
    ],
    'a direct message to a channel': [
      ({ ann, direct, sandbox }) => change(ann, direct, { stream_id: sandbox }),
      { msg: 'Direct messages cannot be moved to channels' },
    ],
    'without the permission for topics': [
      ({ strict }) => change(strict.ben, strict.message, { topic: 'x' }),
      { msg: "You don't have permission to move this message" },
    ],
    'without the permission for channels': [
      ({ strict }) => change(strict.ben, strict.message, { stream_id: strict.sandbox }),
      { msg: "You don't have permission to move this message" },
    ],
    'resolving without the permission': [
      ({ strict }) => change(strict.ben, strict.message, { topic: '✔ tea', propagate_mode: 'change_all' }),
      { msg: "You don't have permission to resolve topics in this channel" },
    ],
    'resolving the empty topic': [
      ({ ann, unnamed }) => change(ann, unnamed, { topic: '✔ ', propagate_mode: 'change_all' }),
      { msg: 'The empty topic cannot be resolved' },
    ],
    'to a channel that does not exist': [
      ({ ann, own }) => change(ann, own, { stream_id: NONE }),
      { msg: 'Invalid channel ID' },
    ],
    'to a channel that one may not know of': [
      ({ ann, own, elsewhere }) => change(ann, own, { stream_id: elsewhere.secret }),
      { msg: 'Invalid channel ID' },
    ],
    'to a channel in which one may not post': [
      ({ ann, own, elsewhere }) => change(ann, own, { stream_id: elsewhere.closed }),
      { msg: "Not authorized to send to channel 'closed'" },
    ],
    'to a new topic, without the permission for those': [
      ({ ann, own, elsewhere }) => change(ann, own, { stream_id: elsewhere.led }),
      { msg: 'You do not have permission to create new topics in this channel' },
    ],
    'to the empty topic where topics have names': [
      ({ ann, own, elsewhere }) => change(ann, own, { stream_id: elsewhere.named, topic: 'general chat' }),
      {
        msg: 'Sending messages to the empty topic is not allowed in this channel',
        empty_topic_display_name: 'general chat',
      },
    ],
    'to a topic that cannot be printed': [
      ({ ann, own }) => change(ann, own, { topic: 'a\u0007b' }),
      { msg: 'Invalid character in topic, at position 2' },
    ],
    'to where they are': [
      ({ ann, own, general }) => change(ann, own, { topic: 'crowded', stream_id: general }),
      { msg: 'Nothing to change' },
    ],
    'one that is too old': [
      ({ ann, late }) => change(ann, late, { topic: 'x' }),
      { msg: 'The time limit for moving this message has passed' },
    ],
    'a topic that is too old': [
      ({ ann, stale, sandbox }) => change(ann, stale, { stream_id: sandbox, propagate_mode: 'change_all' }),
      { msg: 'The time limit for moving this message has passed' },
    ],
    'a topic of which some is too old': [
      ({ ann, late }) => change(ann, late, { topic: 'x', propagate_mode: 'change_all' }),
      ({ later }) => ({
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        msg: 'You only have permission to move some of the messages of this topic: the others are too old',
        first_message_id_allowed_to_move: later,
        total_messages_in_topic: 2,
        total_messages_allowed_to_move: 1,
      }),
    ],
    'out of an archived channel': [
      ({ owner, archived, sandbox }) => change(owner, archived, { stream_id: sandbox }),
      { msg: 'Messages of an archived channel cannot be moved' },
    ],
    'to a topic under both of its names': [
      ({ ann, own }) => ({ by: ann, rest: ['PATCH', `messages/${own}`, { topic: 'x', subject: 'y' }] }),
      {
        code: 'REQUEST_CONFUSING_VAR',
        msg: "Both 'topic' and 'subject' were given: send one",
        var_name1: 'topic',
        var_name2: 'subject',
      },
    ],
  })
})

describe('Deleting', () => {
  const topic = (by: Actor, channelId: number, name = 'tea'): Refused => ({
    by,
    rest: ['POST', `streams/${channelId}/delete_topic`, { topic_name: name }],
    graphql: ['deleteTopic', 'DeleteTopicInput', { channelDatabaseId: channelId, topic: name }],
  })
  proveRefusals<Stage>(server, () => stage, {
    'a message that does not exist': [({ ann }) => remove(ann, NONE), invalid],
    'one that one may not read': [({ admin, hidden }) => remove(admin, hidden), invalid],
    'somebody else’s': [
      ({ ann, bens }) => remove(ann, bens),
      { msg: "You don't have permission to delete this message" },
    ],
    'one’s own without the permission': [
      ({ strict }) => remove(strict.ann, strict.message),
      { msg: "You don't have permission to delete this message" },
    ],
    'one that is too old': [
      ({ ann, late }) => remove(ann, late),
      { msg: 'The time limit for deleting this message has passed' },
    ],
    'one of an archived channel': [
      ({ owner, archived }) => remove(owner, archived),
      { msg: 'Messages of an archived channel cannot be deleted' },
    ],
    'a topic, for those who are no administrators': [
      ({ moderator, general }) => topic(moderator, general),
      { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
    ],
    'a topic of a channel that does not exist': [
      ({ admin }) => topic(admin, NONE),
      { msg: 'Invalid channel ID' },
    ],
    'a topic of a channel that one may not read': [
      ({ admin, elsewhere }) => topic(admin, elsewhere.secret),
      { msg: 'Invalid channel ID' },
    ],
  })
})

describe('Looking at a message', () => {
  const get = (by: Actor, id: number, what: '' | '/history' | '/read_receipts', field: string): Refused => ({
    by,
    rest: ['GET', `messages/${id}${what}`],
    graphql: `{ message(databaseId: ${id}) { ${field} } }`,
  })
  proveRefusals<Stage>(server, () => stage, {
    'one that does not exist': [({ ann }) => get(ann, NONE, '', 'content'), invalid],
    'one that one may not read': [({ admin, hidden }) => get(admin, hidden, '', 'content'), invalid],
    'the history of one that one may not read': [
      ({ ann, hidden }) => get(ann, hidden, '/history', 'history { content }'),
      invalid,
    ],
    'the readers of one that one may not read': [
      ({ ann, hidden }) => get(ann, hidden, '/read_receipts', 'readerDatabaseIds'),
      invalid,
    ],
    'histories where nobody sees them': [
      ({ strict }) => get(strict.ann, strict.message, '/history', 'history { content }'),
      { msg: 'Message edit history is disabled in this organization' },
    ],
    'readers where nobody sees them': [
      ({ strict }) => get(strict.ann, strict.message, '/read_receipts', 'readerDatabaseIds'),
      { msg: 'Read receipts are disabled in this organization' },
    ],
  })
})

describe('Reporting a message', () => {
  const report = (by: Actor, id: number, report_type: string, description?: string): Refused => ({
    by,
    rest: ['POST', `messages/${id}/report`, { report_type, description }],
    graphql: [
      'reportMessage',
      'ReportMessageInput',
      { messageDatabaseId: id, reason: report_type.toUpperCase(), description },
    ],
  })
  const needed = { msg: 'A report for another reason needs a description' }
  proveRefusals<Stage>(server, () => stage, {
    'one that does not exist': [({ strict }) => report(strict.ann, NONE, 'spam'), invalid],
    'one that one may not read': [({ strict, hidden }) => report(strict.ann, hidden, 'spam'), invalid],
    'where nobody looks at reports': [
      ({ ann, bens }) => report(ann, bens, 'spam'),
      { msg: 'Moderation request channel must be specified to enable message reporting' },
    ],
    'for another reason that is not told': [({ ann, bens }) => report(ann, bens, 'other'), needed],
    'for another reason that is empty': [({ ann, bens }) => report(ann, bens, 'other', ' \n'), needed],
    'at too great length': [
      ({ ann, bens }) => report(ann, bens, 'spam', '🍵'.repeat(1001)),
      { msg: 'description is too long (limit: 1000 characters)' },
    ],
  })
})
