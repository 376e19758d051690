import { beforeAll, describe } from 'vitest'
import type { Actor, Parameters } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'
import { channel, say } from './place.ts'

const server = testServer()

interface Stage extends Cast {
  readonly message: number
  /** In a private channel of the owner's. */
  readonly hidden: number
  readonly secret: number
}

let stage: Stage

beforeAll(async () => {
  const people = await cast(server)
  const { ann, owner } = people
  const secret = await channel(people, 'secret', [owner], { invite_only: true })
  const hidden = await say(owner, secret, 'tea', 'Hi')
  stage = { ...people, secret, hidden, message: await say(ann, 'general', 'tea', 'Hi') }
})

const NONE = 2_000_000_000
const invalid = { msg: 'Invalid message(s)' }

/** A narrow of one term, through both doors. */
const narrowed = (by: Actor, operator: string, operand: unknown): Refused => ({
  by,
  rest: ['GET', 'messages', { anchor: 'newest', narrow: [{ operator, operand }] }],
  graphql: windowOf(
    `anchor: NEWEST, narrow: [{ operator: ${JSON.stringify(operator)}, operand: ${JSON.stringify(operand)} }]`,
  ),
})
const windowOf = (args: string) => `{ messageWindow(${args}) { messages { content } } }`
const bad = (desc: string) => ({ code: 'BAD_NARROW', msg: `Invalid narrow operator: ${desc}`, desc })
const range = (by: Actor, parameters: Parameters, args: string): Refused => ({
  by,
  rest: ['GET', 'messages', parameters],
  graphql: windowOf(args),
})

describe('Finding messages', () => {
  proveRefusals<Stage>(server, () => stage, {
    'an unknown operator': [({ ann }) => narrowed(ann, 'color', 'red'), bad("unknown operator 'color'")],
    'an unknown channel': [({ ann }) => narrowed(ann, 'stream', 'never'), bad("unknown channel 'never'")],
    'an unknown channel’s id': [
      ({ ann }) => narrowed(ann, 'channel', NONE),
      bad(`unknown channel '${NONE}'`),
    ],
    'unknown channels': [({ ann }) => narrowed(ann, 'streams', 'x'), bad("unknown channels operand 'x'")],
    'an unknown user': [
      ({ ann }) => narrowed(ann, 'sender', 'nobody@parley.example'),
      bad("unknown user 'nobody@parley.example'"),
    ],
    'an unknown participant': [
      ({ ann }) => narrowed(ann, 'pm-with', `${ann.email},nobody@parley.example`),
      ({ ann }) => bad(`unknown user in '${ann.email}, nobody@parley.example'`),
    ],
    'an unknown is': [({ ann }) => narrowed(ann, 'is', 'nice'), bad("unknown 'is' operand 'nice'")],
    'an unknown has': [({ ann }) => narrowed(ann, 'has', 'links'), bad("unknown 'has' operand 'links'")],
    'an unknown in': [({ ann }) => narrowed(ann, 'in', 'there'), bad("unknown 'in' operand 'there'")],
    'an id that is none': [({ ann }) => narrowed(ann, 'id', 'x'), bad('id needs a message ID')],
    'with what is no id': [({ ann }) => narrowed(ann, 'with', 'x'), bad('with needs a message ID')],
    'with what one may not read': [
      ({ ann, hidden }) => narrowed(ann, 'with', hidden),
      bad("unknown message in 'with'"),
    ],
    'a search for nothing': [({ ann }) => narrowed(ann, 'search', ' '), bad('nothing to search for')],
    'a search without end': [
      ({ ann }) => narrowed(ann, 'search', 'tea '.repeat(251)),
      bad('a search of more than 1000 characters'),
    ],
    'conditions without end': [
      ({ ann }) => ({
        by: ann,
        rest: ['GET', 'messages', { anchor: 'newest', narrow: Array(101).fill(['topic', 'tea']) }],
        graphql: windowOf(
          `anchor: NEWEST, narrow: [${'{ operator: "topic", operand: "tea" } '.repeat(101)}]`,
        ),
      }),
      bad('more than 100 conditions'),
    ],
    'two messages to go with': [
      ({ ann }) => ({
        by: ann,
        rest: [
          'GET',
          'messages',
          {
            anchor: 'newest',
            narrow: [
              ['with', '1'],
              ['with', '2'],
            ],
          },
        ],
        graphql: windowOf(
          'anchor: NEWEST, narrow: [{ operator: "with", operand: 1 }, { operator: "with", operand: 2 }]',
        ),
      }),
      bad("duplicate 'with' operators"),
    ],
    'both kinds of conversations': [
      ({ ann }) => ({
        by: ann,
        rest: [
          'GET',
          'messages',
          {
            anchor: 'newest',
            narrow: [
              ['is', 'dm'],
              ['topic', 'tea'],
            ],
          },
        ],
        graphql: windowOf(
          'anchor: NEWEST, narrow: [{ operator: "is", operand: "dm" }, { operator: "topic", operand: "tea" }]',
        ),
      }),
      bad('No message can be both a channel message and direct message'),
    ],
    'a number for a topic': [
      ({ ann }) => narrowed(ann, 'topic', 5),
      { msg: "operand of 'topic' is not a string" },
    ],
    'a list for a channel': [
      ({ ann }) => narrowed(ann, 'channel', [1]),
      { msg: "operand of 'channel' is not an integer or a string" },
    ],
    'a number for a conversation': [
      ({ ann }) => narrowed(ann, 'dm', 5),
      { msg: "operand of 'dm' is not a string or a list of integers" },
    ],
    'no anchor': [
      ({ ann }) => ({ by: ann, rest: ['GET', 'messages', { num_before: 1 }] }),
      { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'anchor' argument", var_name: 'anchor' },
    ],
    'no anchor, over GraphQL': [
      ({ ann }) => ({ by: ann, graphql: windowOf('numBefore: 1') }),
      { msg: 'A window needs one anchor' },
    ],
    'no date to begin with': [
      ({ ann }) => ({ by: ann, rest: ['GET', 'messages', { anchor: 'date' }] }),
      { code: 'REQUEST_VARIABLE_MISSING', msg: "Missing 'anchor_date' argument", var_name: 'anchor_date' },
    ],
    'more than 5000 messages': [
      ({ ann }) =>
        range(
          ann,
          { anchor: 'oldest', num_before: 1, num_after: 5000 },
          'anchor: OLDEST, numBefore: 1, numAfter: 5000',
        ),
      { msg: 'Too many messages requested (maximum 5000).' },
    ],
    'more than 5000 ids': [
      ({ ann }) => {
        const ids = Array.from({ length: 5001 }, () => 1)
        return range(ann, { message_ids: ids }, `messageDatabaseIds: ${JSON.stringify(ids)}`)
      },
      { msg: 'Too many messages requested (maximum 5000).' },
    ],
    'a hole in the middle': [
      ({ ann, message }) =>
        range(
          ann,
          { anchor: message, num_before: 1, num_after: 1, include_anchor: false },
          `anchorDatabaseId: ${message}, numBefore: 1, numAfter: 1, includeAnchor: false`,
        ),
      { msg: 'The anchor can be left out only at an end of the range' },
    ],
    'ids with an anchor': [
      ({ ann }) => ({ by: ann, rest: ['GET', 'messages', { message_ids: [1], anchor: 'newest' }] }),
      { msg: 'Parameters that exclude each other: message_ids, anchor', parameters: 'message_ids, anchor' },
    ],
    'ids with a range': [
      ({ ann }) => ({ by: ann, rest: ['GET', 'messages', { message_ids: [1], num_before: 0 }] }),
      {
        msg: 'Parameters that exclude each other: message_ids, num_before',
        parameters: 'message_ids, num_before',
      },
    ],
    'a narrow to match that means nothing': [
      ({ ann, message }) => ({
        by: ann,
        rest: ['GET', 'messages/matches_narrow', { msg_ids: [message], narrow: [['color', 'red']] }],
        graphql: `{ matchingMessages(messageDatabaseIds: [${message}],
          narrow: [{ operator: "color", operand: "red" }]) { content } }`,
      }),
      bad("unknown operator 'color'"),
    ],
  })
})

describe('Changing flags', () => {
  const flags = (by: Actor, messages: readonly number[], op: 'add' | 'remove', flag: string): Refused => ({
    by,
    rest: ['POST', 'messages/flags', { messages, op, flag }],
    graphql: [
      'changeMessageFlags',
      'ChangeMessageFlagsInput',
      { messageDatabaseIds: messages, flag, operation: op.toUpperCase() },
    ],
  })
  const inNarrow = (by: Actor, more: Parameters, input: object): Refused => ({
    by,
    rest: [
      'POST',
      'messages/flags/narrow',
      { anchor: 'newest', num_before: 1, num_after: 0, narrow: [], op: 'add', flag: 'read', ...more },
    ],
    graphql: [
      'changeMessageFlagsInNarrow',
      'ChangeMessageFlagsInNarrowInput',
      { anchor: 'NEWEST', numBefore: 1, numAfter: 0, narrow: [], operation: 'ADD', flag: 'read', ...input },
    ],
  })
  const flag = (name: string) => ({ flag: name })
  proveRefusals<Stage>(server, () => stage, {
    'a flag that there is not': [
      ({ ann, message }) => flags(ann, [message], 'add', 'shiny'),
      { msg: "Invalid flag: 'shiny'" },
    ],
    'no flag': [({ ann, message }) => flags(ann, [message], 'add', ''), { msg: "Invalid flag: ''" }],
    ...Object.fromEntries(
      [
        'mentioned',
        'stream_wildcard_mentioned',
        'topic_wildcard_mentioned',
        'wildcard_mentioned',
        'has_alert_word',
        'historical',
      ].map((name) => [
        `${name}, which is not for people to change`,
        [
          ({ ann, message }: Stage) => flags(ann, [message], 'remove', name),
          { msg: `Flag not editable: '${name}'` },
        ] as const,
      ]),
    ),
    'a star for a message that does not exist': [
      ({ ann, message }) => flags(ann, [message, NONE], 'add', 'starred'),
      invalid,
    ],
    'collapsing a message that one may not read': [
      ({ ann, message, hidden }) => flags(ann, [message, hidden], 'add', 'collapsed'),
      invalid,
    ],
    'reading anew a message that one may not read': [
      ({ ann, message, hidden }) => flags(ann, [message, hidden], 'remove', 'read'),
      invalid,
    ],
    'a flag that there is not, in a narrow': [
      ({ ann }) => inNarrow(ann, flag('shiny'), flag('shiny')),
      { msg: "Invalid flag: 'shiny'" },
    ],
    'a flag that is not for people to change, in a narrow': [
      ({ ann }) => inNarrow(ann, flag('historical'), flag('historical')),
      { msg: "Flag not editable: 'historical'" },
    ],
    'a narrow that means nothing': [
      ({ ann }) =>
        inNarrow(ann, { narrow: [['is', 'nice']] }, { narrow: [{ operator: 'is', operand: 'nice' }] }),
      bad("unknown 'is' operand 'nice'"),
    ],
    'a range with a hole in the middle': [
      ({ ann }) =>
        inNarrow(ann, { num_after: 1, include_anchor: false }, { numAfter: 1, includeAnchor: false }),
      { msg: 'The anchor can be left out only at an end of the range' },
    ],
  })
})

describe('Marking as read', () => {
  const mark = (by: Actor, stream_id: number, topic_name?: string): Refused => ({
    by,
    rest: [
      'POST',
      topic_name === undefined ? 'mark_stream_as_read' : 'mark_topic_as_read',
      { stream_id, topic_name },
    ],
    graphql: ['markChannelRead', 'MarkChannelReadInput', { channelDatabaseId: stream_id, topic: topic_name }],
  })
  const unknown = { msg: 'Invalid channel ID' }
  proveRefusals<Stage>(server, () => stage, {
    'a channel that does not exist': [({ ann }) => mark(ann, NONE), unknown],
    'a channel that one may not know of': [({ ann, secret }) => mark(ann, secret), unknown],
    'a topic of a channel that does not exist': [({ ann }) => mark(ann, NONE, 'tea'), unknown],
    'a topic of a channel that one may not know of': [({ ann, secret }) => mark(ann, secret, 'tea'), unknown],
  })
})
