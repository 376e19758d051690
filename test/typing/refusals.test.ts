import sql from 'sql-template-tag'
import { beforeAll, describe } from 'vitest'
import { Backstage, channel, say, systemGroup, tell } from '../messages/place.ts'
import type { Actor, Parameters } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import {
  choice,
  ids,
  integer,
  optional,
  proveParameters,
  required,
  text,
} from '../support/documented-parameters.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

interface Stage extends Cast {
  /** Somebody who lets nobody know. */
  readonly discreet: Person
  readonly gone: Person
  readonly message: number
  readonly hidden: number
  /** Of the one who lets nobody know. */
  readonly theirs: number
  readonly archived: number
  readonly closed: number
  readonly old: number
  readonly secret: number
}

let stage: Stage

beforeAll(async () => {
  const people = await cast(server)
  const { ann, ben, owner } = people
  const backstage = new Backstage(server, people)
  const nobody = await systemGroup(server, people, 'role:nobody')
  const secret = await channel(people, 'secret', [owner], { invite_only: true })
  const closed = await channel(people, 'closed', [ann], { can_send_message_group: nobody })
  const old = await channel(people, 'old', [ann])
  const archived = await say(ann, old, 'tea', 'Hi')
  await backstage.archive(old)
  const discreet = await people.person({ fullName: 'Dora Discreet' })
  await server.core.db.query(sql`
    UPDATE "user" SET settings = settings ||
      '{"sendDirectTypingNotifications": false, "sendChannelTypingNotifications": false}' WHERE id = ${discreet.id}`)
  const gone = await people.person({ fullName: 'Gone Girl' })
  await backstage.deactivate(gone)
  stage = {
    ...people,
    discreet,
    gone,
    message: await say(ann, 'general', 'tea', 'Hi'),
    hidden: await tell(ben, [owner], 'Hi'),
    theirs: await say(discreet, 'general', 'tea', 'Hi'),
    archived,
    closed,
    old,
    secret,
  }
})

const toUsers = (by: Actor, ...to: readonly number[]): Refused => ({
  by,
  rest: ['POST', 'typing', { op: 'start', to }],
  graphql: ['sendTyping', 'SendTypingInput', { userDatabaseIds: to, operation: 'START' }],
})
const inChannel = (by: Actor, stream_id: number, topic = 'tea'): Refused => ({
  by,
  rest: ['POST', 'typing', { type: 'channel', op: 'stop', stream_id, topic }],
  graphql: [
    'sendTyping',
    'SendTypingInput',
    { channel: { channelDatabaseId: stream_id, topic }, operation: 'STOP' },
  ],
})
const inEdit = (by: Actor, messageDatabaseId: number): Refused => ({
  by,
  rest: ['POST', `messages/${messageDatabaseId}/typing`, { op: 'start' }],
  graphql: ['sendEditTyping', 'SendEditTypingInput', { messageDatabaseId, operation: 'START' }],
})
/** REST alone: GraphQL's types leave no room for it. */
const asking =
  (more: Parameters) =>
  ({ ann }: Stage): Refused => ({
    by: ann,
    rest: ['POST', 'typing', { op: 'start', ...more }],
  })

const NONE = 2_000_000_000
const place = () => ({ type: 'stream', op: 'start', stream_id: stage.general, topic: 'tea' })
const typing = {
  type: optional(choice('direct', 'stream', 'channel'), 'direct'),
  op: required(choice('start', 'stop')),
  to: optional(ids),
  stream_id: optional(integer()),
  topic: optional(text),
}
const forms = () => [
  { type: 'channel', op: 'stop' },
  { topic: '' },
  { topic: '(no topic)' },
  // What belongs to the other kind of conversation is passed over.
  { to: [NONE] },
  { type: undefined, to: [stage.ben.id], stream_id: NONE, topic: undefined },
  { type: 'direct', to: [stage.ben.id, stage.ann.id], stream_id: undefined },
]

describe('Typing', () => {
  proveParameters(server, [
    {
      route: 'POST /typing',
      by: () => stage.ann,
      request: () => ['typing', place()],
      parameters: typing,
      also: forms,
    },
    {
      route: 'POST /set-typing-status',
      by: () => stage.ann,
      request: () => ['set-typing-status', place()],
      parameters: typing,
      also: forms,
    },
    {
      route: 'POST /messages/:message_id/typing',
      by: () => stage.ann,
      request: () => [`messages/${stage.message}/typing`, { op: 'start' }],
      parameters: { op: required(choice('start', 'stop')) },
      also: () => [{ op: 'stop' }],
    },
  ])

  const unwanted = (where: string) => ({
    msg: `Typing notifications for ${where} are turned off in your settings`,
  })
  proveRefusals<Stage>(server, () => stage, {
    'to private: clients know the newer word': [
      asking({ type: 'private', to: [1] }),
      { msg: 'Invalid type' },
    ],
    'to users who are not told': [
      asking({}),
      { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'to' argument", var_name: 'to' },
    ],
    'in a channel that is not told': [
      asking({ type: 'stream', topic: 'tea', to: [1] }),
      { msg: 'Missing channel ID' },
    ],
    'in a topic that is not told': [
      asking({ type: 'channel', stream_id: 1 }),
      { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'topic' argument", var_name: 'topic' },
    ],
    'to nobody': [({ ann }) => toUsers(ann), { msg: 'Message must have recipients' }],
    'to somebody who does not exist': [
      ({ ann, ben }) => toUsers(ann, ben.id, NONE),
      { msg: `Invalid user ID ${NONE}` },
    ],
    'to somebody whose account has ended': [
      ({ ann, gone }) => toUsers(ann, gone.id),
      ({ gone }) => ({ msg: `'${gone.email}' is no longer using this service.` }),
    ],
    'to users, of who wants nobody to know': [
      ({ discreet, ben }) => toUsers(discreet, ben.id),
      unwanted('direct messages'),
    ],
    'in a channel, of who wants nobody to know': [
      ({ discreet, general }) => inChannel(discreet, general),
      unwanted('channel messages'),
    ],
    'in a channel that does not exist': [({ ann }) => inChannel(ann, NONE), { msg: 'Invalid channel ID' }],
    'in a channel that one may not know of': [
      ({ ann, secret }) => inChannel(ann, secret),
      { msg: 'Invalid channel ID' },
    ],
    'in a channel in which one may not post': [
      ({ ann, closed }) => inChannel(ann, closed),
      { msg: "Not authorized to send to channel 'closed'" },
    ],
    'in an archived channel': [
      ({ ann, old }) => inChannel(ann, old),
      { msg: "Not authorized to send to channel 'old'" },
    ],
    'in a topic that cannot be printed': [
      ({ ann, general }) => inChannel(ann, general, 'a\u0007b'),
      { msg: 'Invalid character in topic, at position 2' },
    ],
    'in a message that does not exist': [({ ann }) => inEdit(ann, NONE), { msg: 'Invalid message(s)' }],
    'in a message that one may not read': [
      ({ ann, hidden }) => inEdit(ann, hidden),
      { msg: 'Invalid message(s)' },
    ],
    'in somebody else’s message': [
      ({ ben, message }) => inEdit(ben, message),
      { msg: "You don't have permission to edit this message" },
    ],
    'in a message of an archived channel': [
      ({ ann, archived }) => inEdit(ann, archived),
      { msg: 'Nothing can be added to messages of an archived channel' },
    ],
    'in a message, of who wants nobody to know': [
      ({ discreet, theirs }) => inEdit(discreet, theirs),
      unwanted('channel messages'),
    ],
    'neither here nor there': [
      ({ ann }) => ({ by: ann, graphql: ['sendTyping', 'SendTypingInput', { operation: 'START' }] }),
      { msg: 'Somebody types either in a channel or to users' },
    ],
  })
})
