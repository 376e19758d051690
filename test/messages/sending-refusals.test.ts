import { beforeAll, describe } from 'vitest'
import type { Actor } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { Backstage, channel, say, systemGroup } from './place.ts'

const server = testServer()

interface Stage extends Cast {
  /** Somebody whose account has ended. */
  readonly gone: Person
  /** An administrator's organization in which nobody may write to people. */
  readonly silent: Cast
  /** One in which only administrators begin conversations. */
  readonly shy: Cast
  /** One whose guests see only those whom they share a conversation or channel with. */
  readonly walled: Cast
  readonly visitor: Visitor
  /** A private channel of the owner's. */
  readonly secret: number
}

let stage: Stage

beforeAll(async () => {
  const people = await cast(server)
  const { ann, ben, owner } = people
  const backstage = new Backstage(server, people)
  const nobody = await systemGroup(server, people, 'role:nobody')
  const secret = await channel(people, 'secret', [owner], { invite_only: true })
  await channel(people, 'news', [ann, owner], { can_send_message_group: nobody })
  await channel(people, 'led', [ann], { can_create_topic_group: nobody })
  await channel(people, 'named', [ann], { topics_policy: 'disable_empty_topic' })
  await channel(people, 'unnamed', [ann], { topics_policy: 'empty_topic_only' })
  await backstage.archive(await channel(people, 'old', [ann]))
  await backstage.group('team', [ben], nobody)
  const crowd = await Promise.all(Array.from({ length: 11 }, () => people.person()))
  for (const person of [...crowd, ben, owner, people.admin, people.moderator]) {
    await say(person, 'general', 'crowded', 'Me')
  }
  const gone = await people.person({ fullName: 'Gone Girl', channels: 'none' })
  await backstage.deactivate(gone)
  const withPermission = async (
    setting: string,
    name: 'role:administrators' | 'role:nobody' | 'role:members',
  ) => {
    const other = await cast(server)
    await new Backstage(server, other).organizationPermission(setting, await systemGroup(server, other, name))
    return other
  }
  stage = {
    ...people,
    gone,
    secret,
    silent: await withPermission('direct_message_permission_group', 'role:nobody'),
    shy: await withPermission('direct_message_initiator_group', 'role:administrators'),
    walled: await withPermission('can_access_all_users_group', 'role:members'),
    visitor: new Visitor({ port: server.port, host: people.host }),
  }
})

/** A message to a channel, through both doors. */
const toChannel = (by: Actor, to: string | number, topic = 'tea', content = 'Hi'): Refused => ({
  by,
  rest: ['POST', 'messages', { type: 'channel', to, topic, content }],
  graphql: [
    'sendMessage',
    'SendMessageInput',
    {
      content,
      channel: { topic, ...(typeof to === 'string' ? { channelName: to } : { channelDatabaseId: to }) },
    },
  ],
})

/** A message to users, through both doors. */
const toUsers = (by: Actor, ...to: readonly (string | number)[]): Refused => ({
  by,
  rest: ['POST', 'messages', { type: 'direct', to, content: 'Hi' }],
  graphql: [
    'sendMessage',
    'SendMessageInput',
    {
      content: 'Hi',
      direct: to.some((one) => typeof one === 'string') ? { addresses: to } : { userDatabaseIds: to },
    },
  ],
})

/** A message to general, with further parameters. */
const more = (by: Actor, parameters: object, input?: object): Refused => ({
  by,
  rest: ['POST', 'messages', { type: 'stream', to: 'general', topic: 'tea', content: 'Hi', ...parameters }],
  ...(input && {
    graphql: [
      'sendMessage',
      'SendMessageInput',
      { channel: { channelName: 'general', topic: 'tea' }, content: 'Hi', ...input },
    ],
  }),
})

const unknown = (channel: string | number) =>
  typeof channel === 'string'
    ? { code: 'STREAM_DOES_NOT_EXIST', msg: `Channel '${channel}' does not exist`, stream: channel }
    : {
        code: 'STREAM_DOES_NOT_EXIST',
        msg: `Channel with ID '${channel}' does not exist`,
        stream_id: channel,
      }
const unnamed = { empty_topic_display_name: 'general chat' }

describe('Sending to a channel', () => {
  proveRefusals<Stage>(server, () => stage, {
    'a name that no channel has': [({ ann }) => toChannel(ann, 'never'), unknown('never')],
    'an id that no channel has': [({ ann }) => toChannel(ann, 2_000_000_000), unknown(2_000_000_000)],
    'a channel that one may not know of': [({ ann }) => toChannel(ann, 'secret'), unknown('secret')],
    'its id': [({ ann, secret }) => toChannel(ann, secret), ({ secret }) => unknown(secret)],
    'an empty name': [({ ann }) => toChannel(ann, ''), unknown('')],
    'a channel in which one may not post': [
      ({ ann }) => toChannel(ann, 'news'),
      { msg: "Not authorized to send to channel 'news'" },
    ],
    'a private channel that one administers, but is not in': [
      ({ admin }) => toChannel(admin, 'secret'),
      { msg: "Not authorized to send to channel 'secret'" },
    ],
    'an archived channel': [
      ({ ann }) => toChannel(ann, 'old'),
      { msg: "Not authorized to send to channel 'old'" },
    ],
    'the empty topic where topics have names': [
      ({ ann }) => toChannel(ann, 'named', ''),
      { msg: 'Sending messages to the empty topic is not allowed in this channel', ...unnamed },
    ],
    'its display name there': [
      ({ ann }) => toChannel(ann, 'named', 'general chat'),
      { msg: 'Sending messages to the empty topic is not allowed in this channel', ...unnamed },
    ],
    'its old name there': [
      ({ ann }) => toChannel(ann, 'named', '(no topic)'),
      { msg: 'Sending messages to the empty topic is not allowed in this channel', ...unnamed },
    ],
    'a name where only the empty topic is': [
      ({ ann }) => toChannel(ann, 'unnamed', 'tea'),
      { msg: 'Only the empty topic is allowed in this channel', ...unnamed },
    ],
    'a new topic without the permission': [
      ({ ann }) => toChannel(ann, 'led', 'news'),
      { msg: 'You do not have permission to create new topics in this channel' },
    ],
    'a topic that cannot be printed': [
      ({ ann }) => toChannel(ann, 'general', 'a\u0007b'),
      { msg: 'Invalid character in topic, at position 2' },
    ],
    'no content': [({ ann }) => toChannel(ann, 'general', 'tea', ''), { msg: 'Message must not be empty' }],
    'white space': [
      ({ ann }) => toChannel(ann, 'general', 'tea', '\n \t'),
      { msg: 'Message must not be empty' },
    ],
    'a channel wildcard where it reaches many': [
      ({ ann }) => toChannel(ann, 'general', 'tea', 'Hi @**all**'),
      {
        code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
        msg: 'You do not have permission to use channel wildcard mentions in this channel.',
      },
    ],
    'a topic wildcard where it reaches many': [
      ({ ann }) => toChannel(ann, 'general', 'crowded', 'Hi @**topic**'),
      {
        code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
        msg: 'You do not have permission to use topic wildcard mentions in this topic.',
      },
    ],
    'a group that one may not mention': [
      ({ ann }) => toChannel(ann, 'general', 'tea', 'Hi @*team*'),
      { msg: "You are not allowed to mention user group 'team'." },
    ],
    'several channels': [
      ({ ann }) => more(ann, { to: ['general', 'sandbox'] }),
      { msg: 'Expected exactly one channel' },
    ],
    'a channel that is neither id nor name': [
      ({ ann }) => more(ann, { to: { id: 1 } }),
      { msg: 'Invalid data type for channel' },
    ],
    'a topic under both of its names': [
      ({ ann }) => more(ann, { subject: 'tea' }),
      {
        code: 'REQUEST_CONFUSING_VAR',
        msg: "Both 'topic' and 'subject' were given: send one",
        var_name1: 'topic',
        var_name2: 'subject',
      },
    ],
    'a queue without a local id': [
      ({ ann }) => more(ann, { queue_id: 'x' }),
      {
        msg: "'queue_id' can be given only with 'local_id'",
        required_parameter: 'local_id',
        set_parameter: 'queue_id',
      },
    ],
    'a local id without a queue': [
      ({ ann }) => more(ann, { local_id: '1.01' }),
      {
        msg: "'local_id' can be given only with 'queue_id'",
        required_parameter: 'queue_id',
        set_parameter: 'local_id',
      },
    ],
    visitors: [
      ({ visitor }) => toChannel(visitor, 'general'),
      {
        code: 'UNAUTHORIZED',
        msg: 'Not logged in: API authentication or user session required',
        status: 401,
      },
    ],
  })
})

describe('Sending to users', () => {
  proveRefusals<Stage>(server, () => stage, {
    nobody: [({ ann }) => toUsers(ann), { msg: 'Message must have recipients' }],
    'an id that nobody has': [
      ({ ann, ben }) => toUsers(ann, ben.id, 2_000_000_000),
      { msg: 'Invalid user ID 2000000000' },
    ],
    'an address that nobody has': [
      ({ ann, ben }) => toUsers(ann, ben.email, 'nobody@parley.example'),
      { msg: "Invalid email 'nobody@parley.example'" },
    ],
    'ids and addresses together': [
      ({ ann, ben }) => ({
        by: ann,
        rest: ['POST', 'messages', { type: 'direct', to: [ben.id, ann.email], content: 'Hi' }],
      }),
      { msg: 'Recipient lists may contain emails or user IDs, but not both.' },
    ],
    'what is neither': [
      ({ ann }) => ({ by: ann, rest: ['POST', 'messages', { type: 'direct', to: [true], content: 'Hi' }] }),
      { msg: 'Invalid data type for recipients' },
    ],
    'somebody of another organization': [
      ({ ann, shy }) => toUsers(ann, shy.ann.id),
      ({ shy }) => ({ msg: `Invalid user ID ${shy.ann.id}` }),
    ],
    'somebody whom a guest does not see': [
      ({ walled }) => toUsers(walled.guest, walled.ben.id),
      ({ walled }) => ({ msg: `Invalid user ID ${walled.ben.id}` }),
    ],
    'somebody whose account has ended': [
      ({ ann, gone }) => toUsers(ann, gone.id),
      ({ gone }) => ({ msg: `'${gone.email}' is no longer using this service.` }),
    ],
    'people, where nobody may have direct messages': [
      ({ silent }) => toUsers(silent.ann, silent.ben.id),
      { msg: 'Nobody in this conversation is allowed direct messages' },
    ],
    'a new conversation, of those who may not begin one': [
      ({ shy }) => toUsers(shy.ann, shy.ben.id),
      { msg: 'You are not allowed to begin direct message conversations' },
    ],
    'no content': [
      ({ ann, ben }) => ({
        by: ann,
        rest: ['POST', 'messages', { type: 'direct', to: [ben.id], content: '' }],
        graphql: ['sendMessage', 'SendMessageInput', { direct: { userDatabaseIds: [ben.id] }, content: '' }],
      }),
      { msg: 'Message must not be empty' },
    ],
  })
})

describe('Sending over GraphQL', () => {
  const send =
    (input: object) =>
    ({ ann }: Stage): Refused => ({
      by: ann,
      graphql: ['sendMessage', 'SendMessageInput', { content: 'Hi', ...input }],
    })
  const channelName = 'general'
  proveRefusals<Stage>(server, () => stage, {
    'neither a channel nor users': [send({}), { msg: 'A message goes either to a channel or to users' }],
    both: [
      send({ channel: { channelName }, direct: { addresses: [] } }),
      { msg: 'A message goes either to a channel or to users' },
    ],
    'a channel by name and id': [
      send({ channel: { channelName, channelDatabaseId: 1 } }),
      { msg: 'A channel is named either by its id or by its name' },
    ],
    'users in two ways': [
      send({ direct: { addresses: [], userDatabaseIds: [] } }),
      { msg: 'Users are named either by their ids or by their addresses' },
    ],
    'a null byte in a name': [
      send({ channel: { channelName: 'a\0b' } }),
      { msg: 'A name or address must not contain null bytes' },
    ],
    'a null byte in the content': [
      send({ channel: { channelName }, content: 'a\0b' }),
      { msg: 'Message must not contain null bytes' },
    ],
    'a queue without a local id': [
      send({ channel: { channelName }, queueId: 'x' }),
      { msg: 'queue_id can be given only with local_id' },
    ],
    'a local id without a queue': [
      send({ channel: { channelName }, localId: 'x' }),
      { msg: 'local_id can be given only with queue_id' },
    ],
  })
})
