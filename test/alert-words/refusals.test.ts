import { beforeAll, describe } from 'vitest'
import type { Actor } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import { proveParameters, required, strings } from '../support/documented-parameters.ts'
import { proveRefusals, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

const long = '🍵'.repeat(101)
const words = (name: string) => [
  ...strings(name),
  [JSON.stringify(['tea', long]), `${name}[1] is too long (limit: 100 characters)`] as const,
]
const adding = (by: Actor, alert_words: readonly string[]): Refused => ({
  by,
  rest: ['POST', 'users/me/alert_words', { alert_words }],
  graphql: ['addAlertWords', 'ChangeAlertWordsInput', { words: alert_words }],
})

describe('Alert words', () => {
  proveParameters(server, [
    {
      route: 'GET /users/me/alert_words',
      by: () => people.ann,
      request: () => ['users/me/alert_words', {}],
      parameters: {},
    },
    {
      route: 'POST /users/me/alert_words',
      by: () => people.ann,
      request: () => ['users/me/alert_words', { alert_words: ['tea'] }],
      parameters: { alert_words: required(words) },
      also: () => [{ alert_words: [] }, { alert_words: ['🍵'.repeat(100)] }],
    },
    {
      route: 'DELETE /users/me/alert_words',
      by: () => people.ann,
      request: () => ['users/me/alert_words', { alert_words: ['tea'] }],
      parameters: { alert_words: required(strings) },
      also: () => [{ alert_words: [] }, { alert_words: [long] }],
    },
  ])

  const tooLong = { msg: 'alert_words[1] is too long (limit: 100 characters)' }
  proveRefusals<Cast>(server, () => people, {
    'a word that is too long': [({ ann }) => adding(ann, ['milk', long]), tooLong],
    visitors: [
      ({ ann }) => adding(new Visitor(ann.identity), ['milk']),
      {
        code: 'UNAUTHORIZED',
        msg: 'Not logged in: API authentication or user session required',
        status: 401,
      },
    ],
  })
})
