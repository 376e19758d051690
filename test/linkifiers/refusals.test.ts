import { beforeAll, describe } from 'vitest'
import type { Actor } from '../support/actor.ts'
import { type Cast, cast } from '../support/cast.ts'
import {
  ids,
  optional,
  proveParameters,
  required,
  strings,
  text,
  textOfAtMost,
  words,
} from '../support/documented-parameters.ts'
import { proveRefusals, type RefusalTable, type Refused } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

interface Stage extends Cast {
  readonly first: number
  readonly second: number
}

let stage: Stage

const issue = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.example/{id}' }
const other = { pattern: 'PR(?P<id>[0-9]+)', url_template: 'https://review.example/{id}' }

beforeAll(async () => {
  const people = await cast(server)
  const make = async (fields: object) =>
    (await people.admin.post('realm/filters', { ...fields }).succeeds()).id
  stage = { ...people, first: await make(issue), second: await make(other) }
})

type Given = Readonly<Record<string, unknown>>

const inputOf = ({
  pattern,
  url_template,
  example_input,
  reverse_template,
  alternative_url_templates,
}: Given) => ({
  pattern,
  urlTemplate: url_template,
  exampleInput: example_input,
  reverseTemplate: reverse_template,
  alternativeUrlTemplates: alternative_url_templates,
})
const creating = (by: Actor, given: Given): Refused => ({
  by,
  rest: ['POST', 'realm/filters', given],
  graphql: ['createLinkifier', 'CreateLinkifierInput', inputOf(given)],
})
const changing = (by: Actor, databaseId: number, given: Given): Refused => ({
  by,
  rest: ['PATCH', `realm/filters/${databaseId}`, given],
  graphql: ['updateLinkifier', 'UpdateLinkifierInput', { databaseId, ...inputOf(given) }],
})
const deleting = (by: Actor, databaseId: number): Refused => ({
  by,
  rest: ['DELETE', `realm/filters/${databaseId}`],
  graphql: ['deleteLinkifier', 'DeleteLinkifierInput', { databaseId }],
})
const ordering = (by: Actor, databaseIds: readonly number[]): Refused => ({
  by,
  rest: ['PATCH', 'realm/linkifiers', { ordered_linkifier_ids: databaseIds }],
  graphql: ['reorderLinkifiers', 'ReorderLinkifiersInput', { databaseIds }],
})

const long = (name: string) => [...text(name), ...textOfAtMost(2000)(name)]
const fields = {
  pattern: required(words(2000)),
  url_template: required(long),
  example_input: optional(long),
  reverse_template: optional(long),
  alternative_url_templates: optional(strings),
}

describe('Linkifiers', () => {
  const full = {
    pattern: 'Q(?P<id>[0-9]+)',
    url_template: 'https://q.example/{id}',
    example_input: 'Q1',
    reverse_template: 'Q{id}',
    alternative_url_templates: ['https://q.example/x/{id}'],
  }
  let count = 0
  const fresh = () => ({
    pattern: `${'T'.repeat(++count)}(?P<id>[0-9]+)`,
    url_template: 'https://t.example/{id}',
  })
  proveParameters(server, [
    {
      route: 'GET /realm/linkifiers',
      by: () => stage.guest,
      request: () => ['realm/linkifiers', {}],
      parameters: {},
    },
    {
      route: 'PATCH /realm/linkifiers',
      by: () => stage.admin,
      request: () => ['realm/linkifiers', { ordered_linkifier_ids: [stage.second, stage.first] }],
      parameters: { ordered_linkifier_ids: required(ids) },
    },
    {
      route: 'POST /realm/filters',
      by: () => stage.admin,
      request: () => ['realm/filters', { ...fresh() }],
      parameters: fields,
      also: () => [full, { ...fresh(), example_input: '' }],
    },
    {
      route: 'PATCH /realm/filters/:filter_id',
      by: () => stage.admin,
      request: () => [`realm/filters/${stage.first}`, issue],
      parameters: fields,
      also: () => [
        { example_input: '#1', reverse_template: '#{id}' },
        { example_input: '', reverse_template: '' },
      ],
    },
    {
      route: 'DELETE /realm/filters/:filter_id',
      by: () => stage.admin,
      request: () => [`realm/filters/${stage.second}`, {}],
      parameters: {},
    },
  ])

  const wrong = (field: string, msg: string) => ({ msg, errors: { [field]: [msg] } })
  const notFound = { msg: 'Linkifier not found.' }
  const forbidden = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' }
  const unordered = { msg: 'ordered_linkifier_ids must name every linkifier exactly once.' }
  const fieldRows: readonly [string, Given, string, string][] = [
    [
      'what matches the empty text',
      { pattern: '(?P<id>x*)' },
      'pattern',
      'pattern must not match the empty text',
    ],
    [
      'what is no template',
      { url_template: 'https://x.example/{id' },
      'url_template',
      'url_template: invalid URL template.',
    ],
    ['no template', { url_template: '' }, 'url_template', 'url_template: invalid URL template.'],
    [
      'an unknown group',
      { url_template: 'https://x.example/{id}/{n}' },
      'url_template',
      "url_template: 'n' is not a named group of the pattern.",
    ],
    [
      'a group that is not used',
      { url_template: 'https://x.example/' },
      'url_template',
      "url_template: the pattern's group 'id' is not in the URL template.",
    ],
    [
      'an alternative that is no template',
      { alternative_url_templates: ['https://x.example/}{'] },
      'alternative_url_templates',
      'alternative_url_templates: invalid URL template.',
    ],
    [
      'an example that does not match',
      { example_input: 'No. 5' },
      'example_input',
      'The pattern does not match example_input.',
    ],
    [
      'a way back without an example',
      { reverse_template: '%{id}' },
      'example_input',
      'example_input is needed for a reverse linkifier.',
    ],
    [
      'a way back that is no template',
      { example_input: '%5', reverse_template: '%{n}' },
      'reverse_template',
      'reverse_template: invalid template, or one with an unknown variable.',
    ],
    [
      'a way back to something else',
      { example_input: '%5', reverse_template: 'x{id}' },
      'reverse_template',
      'reverse_template does not make example_input again.',
    ],
  ]
  const good = { pattern: '%(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' }
  const ofFields: RefusalTable<Stage> = Object.fromEntries(
    fieldRows.flatMap(([what, given, field, msg]) => [
      [what, [({ admin }: Stage) => creating(admin, { ...good, ...given }), wrong(field, msg)]],
      [
        `${what}, in a change`,
        [({ admin, first }: Stage) => changing(admin, first, { ...good, ...given }), wrong(field, msg)],
      ],
    ]),
  )
  proveRefusals<Stage>(server, () => stage, {
    ...ofFields,
    'a pattern that there is': [
      ({ admin }) => creating(admin, issue),
      wrong('pattern', 'A linkifier with this pattern already exists.'),
    ],
    'a linkifier that does not exist': [({ admin }) => changing(admin, 2_000_000_000, good), notFound],
    'to remove one that does not exist': [({ admin }) => deleting(admin, 2_000_000_000), notFound],
    'an order of some': [({ admin, first }) => ordering(admin, [first]), unordered],
    'an order with one twice': [({ admin, first }) => ordering(admin, [first, first]), unordered],
    'members, who add one': [({ moderator }) => creating(moderator, good), forbidden],
    'members, who change one': [({ ann, first }) => changing(ann, first, good), forbidden],
    'members, who remove one': [({ ann, first }) => deleting(ann, first), forbidden],
    'members, who order them': [({ ann, first }) => ordering(ann, [first]), forbidden],
  })
})
