import { beforeAll, describe } from 'vitest'
import { Backstage, channel, say } from '../messages/place.ts'
import type { Actor } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { integer, proveParameters, required, text, words } from '../support/documented-parameters.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

interface Stage extends Cast {
  /** Ann's, as all of them. */
  readonly poll: number
  readonly list: number
  readonly plain: number
  readonly hidden: number
  readonly archived: number
}

let stage: Stage

beforeAll(async () => {
  const people = await cast(server)
  const { ann } = people
  const secret = await channel(people, 'secret', [ann], { invite_only: true })
  const old = await channel(people, 'old', [ann])
  const archived = await say(ann, old, 'tea', '/poll Tea?\nYes')
  await new Backstage(server, people).archive(old)
  stage = {
    ...people,
    poll: await say(ann, 'general', 'tea', '/poll Tea?\nYes'),
    list: await say(ann, 'general', 'tea', '/todo Shopping\nTea'),
    plain: await say(ann, 'general', 'tea', 'Hi'),
    hidden: await say(ann, secret, 'tea', '/poll Tea?\nYes'),
    archived,
  }
})

const vote = { type: 'vote', key: 'canned,0', vote: 1 }

/** A piece of a widget, through both doors. */
const adding = (by: Actor, message_id: number, piece: unknown): Refused => {
  const content = typeof piece === 'string' ? piece : JSON.stringify(piece)
  return {
    by,
    rest: ['POST', 'submessage', { message_id, msg_type: 'widget', content }],
    graphql: [
      'addSubmessage',
      'AddSubmessageInput',
      { messageDatabaseId: message_id, type: 'widget', content },
    ],
  }
}
/** The same in GraphQL's own words. */
const changing = (by: Actor, messageDatabaseId: number, change: object): Refused => ({
  by,
  graphql: ['changeWidget', 'ChangeWidgetInput', { messageDatabaseId, ...change }],
})

const invalid = { msg: 'Invalid message(s)' }

describe('Submessages', () => {
  proveParameters(server, [
    {
      route: 'POST /submessage',
      by: () => stage.ben,
      request: () => [
        'submessage',
        { message_id: stage.poll, msg_type: 'widget', content: JSON.stringify(vote) },
      ],
      parameters: {
        message_id: required(integer()),
        msg_type: required(words(100)),
        content: required(text),
      },
      also: () => [
        { content: JSON.stringify({ ...vote, vote: -1 }) },
        { content: JSON.stringify({ type: 'new_option', option: 'No', idx: 1 }) },
      ],
    },
  ])

  proveRefusals<Stage>(server, () => stage, {
    'a message that does not exist': [({ ann }) => adding(ann, 2_000_000_000, vote), invalid],
    'a message that one may not read': [({ ben, hidden }) => adding(ben, hidden, vote), invalid],
    'a message of an archived channel': [
      ({ ann, archived }) => adding(ann, archived, vote),
      { msg: 'Nothing can be added to messages of an archived channel' },
    ],
    'somebody else’s message without a widget': [
      ({ ben, plain }) => adding(ben, plain, vote),
      { msg: 'You cannot attach a submessage to this message' },
    ],
    'what is no JSON': [({ ben, poll }) => adding(ben, poll, '{'), { msg: 'content is not valid JSON' }],
    nothing: [({ ben, poll }) => adding(ben, poll, ''), { msg: 'content is not valid JSON' }],
    'what is too long': [
      ({ ben, poll }) => adding(ben, poll, { type: 'new_option', option: 'x'.repeat(10_000), idx: 1 }),
      { msg: 'content is too long (limit: 10000 characters)' },
    ],
    'a new question of somebody else': [
      ({ ben, poll }) => adding(ben, poll, { type: 'question', question: 'Milk?' }),
      { msg: 'Only its author can change the title of a poll' },
    ],
    'a new title of somebody else': [
      ({ ben, list }) => adding(ben, list, { type: 'new_task_list_title', title: 'Milk' }),
      { msg: 'Only its author can change the title of a todo' },
    ],
    'a change of what has no widget': [
      ({ ann, plain }) => changing(ann, plain, { newOption: 'x' }),
      { msg: 'The message has no poll and no to-do list' },
    ],
    'a vote for what is no option': [
      ({ ann, poll }) => changing(ann, poll, { vote: { optionKey: 'x', isFor: true } }),
      { msg: 'The poll has no such option' },
    ],
    'ticking off what is no task': [
      ({ ann, list }) => changing(ann, list, { taskState: { taskKey: 'x', isDone: true } }),
      { msg: 'The to-do list has no such task' },
    ],
    'two changes at once': [
      ({ ann, poll }) => changing(ann, poll, { newOption: 'x', question: 'y' }),
      { msg: 'A widget is changed in one way at a time' },
    ],
  })
})
