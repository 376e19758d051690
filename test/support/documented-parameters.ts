import { expect, it } from 'vitest'
import { discoverEndpoints } from '../../rest-facade/discover.ts'
import type { Actor, Parameters } from './actor.ts'
import { expectNoEvents } from './no-events.ts'
import type { TestServer } from './server.ts'

/** Texts that are no value of a parameter, each with what is said of it. */
type WrongForms = (name: string) => readonly (readonly [sent: string, msg: string])[]

/** One line of the reference's tables of parameters. */
interface DocumentedParameter {
  readonly wrong: WrongForms
  readonly isRequired: boolean
  readonly absent: unknown
  readonly aliases: readonly string[]
}

/** An endpoint as the reference describes it. */
export interface DocumentedEndpoint {
  /** As it is declared: `POST /messages/:message_id/reactions`. */
  readonly route: string
  /** Whoever may call it. */
  readonly by: () => Actor
  /** Its path with ids in it, and parameters with which it succeeds. */
  readonly request: () => readonly [path: string, parameters: Parameters]
  /** Every parameter of query or body, in the reference's order. */
  readonly parameters: Readonly<Record<string, DocumentedParameter>>
  /** Further requests that succeed: other forms of parameters, put in the place of those of `request`. */
  readonly also?: () => readonly Parameters[]
}

const GREATEST = 2 ** 31 - 1
const notJson = (name: string) => `${name} is not valid JSON`

/** A JSON-encoded integer. */
export const integer =
  ({ min = 0, max = GREATEST } = {}): WrongForms =>
  (name) => [
    ...['', 'five', '05'].map((sent) => [sent, notJson(name)] as const),
    ...['null', '"5"', '5.0', 'true', '[5]'].map((sent) => [sent, `${name} is not an integer`] as const),
    [String(min - 1), `${name} is too small`],
    [String(max + 1), `${name} is too large`],
  ]

/** A JSON-encoded boolean. */
export const boolean: WrongForms = (name) => [
  ...['', 'True', 'yes'].map((sent) => [sent, notJson(name)] as const),
  ...['null', '1', '"true"'].map((sent) => [sent, `${name} is not a boolean`] as const),
]

const noList: WrongForms = (name) => [
  ...['', '5,6'].map((sent) => [sent, notJson(name)] as const),
  ...['null', '5', '"5"', '{}'].map((sent) => [sent, `${name} is not a list`] as const),
]

/** A JSON-encoded list of ids. */
export const ids: WrongForms = (name) => [
  ...noList(name),
  ...['["5"]', '[null]', '[5.0]'].map((sent) => [sent, `${name}[0] is not an integer`] as const),
  ['[1,-1]', `${name}[1] is too small`],
  [`[${GREATEST + 1}]`, `${name}[0] is too large`],
]

/** A JSON-encoded list of strings. */
export const strings: WrongForms = (name) => [
  ...noList(name),
  ...['[5]', '[null]'].map((sent) => [sent, `${name}[0] is not a string`] as const),
  ['["a\\u0000"]', `${name} must not contain null bytes`],
]

/** A string, taken as it is. */
export const text: WrongForms = (name) => [['a\0b', `${name} must not contain null bytes`]]

/** A string of something else than white space, of at most so many characters. */
export const words =
  (limit?: number): WrongForms =>
  (name) => [
    ...text(name),
    ...['', ' \t'].map((sent) => [sent, `${name} cannot be blank`] as const),
    ...(limit === undefined ? [] : textOfAtMost(limit)(name)),
  ]

/** A string of at most so many characters. */
export const textOfAtMost =
  (limit: number): WrongForms =>
  (name) => [['🍵'.repeat(limit + 1), `${name} is too long (limit: ${limit} characters)`]]

/** A string, taken as it is, of at most so many characters. */
export const textUpTo =
  (limit: number): WrongForms =>
  (name) => [...text(name), ...textOfAtMost(limit)(name)]

/** One of some words, in just this spelling. */
export const choice =
  (...choices: readonly string[]): WrongForms =>
  (name) =>
    ['', 'null', 'none of them', `"${choices[0]}"`, String(choices[0]).toUpperCase()].map(
      (sent) => [sent, `Invalid ${name}`] as const,
    )

/** Terms of a narrow, as objects or as pairs. */
export const narrow: WrongForms = (name) => [
  ...['', 'dm'].map((sent) => [sent, notJson(name)] as const),
  ...['5', '"dm"', '{}'].map((sent) => [sent, `${name} is not a list`] as const),
  ['["is"]', `${name}[0] is not a dict or a list`],
  ...['[["is"]]', '[["id",5]]', '[["is","dm",true]]'].map(
    (sent) =>
      [sent, `Invalid ${name}[0]: a term in list form is an operator and an operand, both strings`] as const,
  ),
  ['[{"operand":"dm"}]', `Invalid ${name}[0]: operator is missing`],
  ['[{"operator":null,"operand":"dm"}]', `Invalid ${name}[0]: operator is missing`],
  ['[{"operator":5,"operand":"dm"}]', `Invalid ${name}[0]: operator is not a string`],
  ['[["is","dm"],{"operator":"is"}]', `Invalid ${name}[1]: operand is missing`],
  ['[{"operator":"is","operand":null}]', `Invalid ${name}[0]: operand is missing`],
  ['[{"operator":"is","operand":"dm","negated":1}]', `Invalid ${name}[0]: negated is not a boolean`],
]

/** One of some words, raw or as JSON. */
export const choiceOrJson: WrongForms = (name) =>
  ['', 'none of them', '"none of them"', 'null', '1', 'true', '[]'].map(
    (sent) => [sent, `Invalid ${name}`] as const,
  )

/** One of some numbers, of which `known` is one and the others are none. */
export const number =
  (known: number, ...others: readonly number[]): WrongForms =>
  (name) => [
    ...['', 'one'].map((sent) => [sent, notJson(name)] as const),
    ...['null', `"${known}"`, `${known}.0`, 'true', ...others.map(String)].map(
      (sent) => [sent, `Invalid ${name}`] as const,
    ),
  ]

/** The value of a permission, as it is given on creation. */
export const setting: WrongForms = (name) => [
  ...['', 'role:members'].map((sent) => [sent, notJson(name)] as const),
  ...['null', '"1"', '[1]', 'true'].map((sent) => [sent, `${name} is not an integer or a dict`] as const),
  ['{}', `${name}["direct_members"] field is missing`],
  ['{"direct_members":[]}', `${name}["direct_subgroups"] field is missing`],
  ['{"direct_members":["1"],"direct_subgroups":[]}', `${name}["direct_members"][0] is not an integer`],
  ['{"direct_members":[],"direct_subgroups":1}', `${name}["direct_subgroups"] is not a list`],
  [
    '{"direct_members":[],"direct_subgroups":[],"more":1}',
    `Argument "more" at ${name}["more"] is unexpected`,
  ],
]

/** The change of a permission: its new value, and perhaps the old one. */
export const settingChange: WrongForms = (name) => [
  ['', notJson(name)],
  ...['null', '1', '[]'].map((sent) => [sent, `${name} is not a dict`] as const),
  ...['{"direct_members":[],"direct_subgroups":[]}', '{"old":1}'].map(
    (sent) => [sent, `${name}["new"] field is missing`] as const,
  ),
  ...['{"new":null}', '{"new":"1"}'].map(
    (sent) => [sent, `${name}["new"] is not an integer or a dict`] as const,
  ),
  ['{"new":{"direct_members":[]}}', `${name}["new"]["direct_subgroups"] field is missing`],
  ['{"new":1,"old":null}', `${name}["old"] is not an integer or a dict`],
  ['{"new":1,"older":1}', `Argument "older" at ${name}["older"] is unexpected`],
]

/** Forms that only one parameter has; `%` in what is said stands for its name. */
export const forms =
  (...wrong: readonly (readonly [sent: string, msg: string])[]): WrongForms =>
  (name) =>
    wrong.map(([sent, msg]) => [sent, msg.replaceAll('%', name)] as const)

/** A parameter that the reference calls required. */
export const required = (wrong: WrongForms, ...aliases: readonly string[]): DocumentedParameter => ({
  wrong,
  isRequired: true,
  absent: undefined,
  aliases,
})

/** A parameter that may be left out, and what it is then. */
export const optional = (
  wrong: WrongForms,
  absent?: unknown,
  ...aliases: readonly string[]
): DocumentedParameter => ({ wrong, isRequired: false, absent, aliases })

/**
 * A test for each endpoint: it declares what the reference lists, names what is missing, refuses each wrong form in the
 * reference's words without doing anything, and reports what it does not know.
 */
export function proveParameters(server: TestServer, endpoints: readonly DocumentedEndpoint[]): void {
  it.each(endpoints)(
    '$route takes what the reference lists, and nothing in other forms',
    async (endpoint) => {
      const ask = asking(endpoint)
      const [, good] = endpoint.request()
      await expectForms(server, endpoint)
      const body = await ask({ ...good, colour: 'red', client: 'website' }).succeeds()
      expect(body.ignored_parameters_unsupported).toEqual(['colour'])
      for (const more of endpoint.also?.() ?? []) {
        expect(await ask({ ...good, ...more }).succeeds()).not.toHaveProperty(
          'ignored_parameters_unsupported',
        )
      }
    },
  )
}

/**
 * The same for endpoints whose successes are tried elsewhere.
 *
 * @param samples a right value of each parameter that is required anywhere
 * @param endpoints their parameters, by route
 */
export function proveForms(
  server: TestServer,
  by: () => Actor,
  samples: Parameters,
  endpoints: Readonly<Record<string, DocumentedEndpoint['parameters']>>,
): void {
  it.each(Object.entries(endpoints))('%s takes what the reference lists', (route, parameters) => {
    const path = route.slice(route.indexOf('/') + 1).replace(/:\w+/g, '1')
    const needed = Object.keys(parameters).filter((name) => parameters[name]?.isRequired)
    const given = Object.fromEntries(needed.map((name) => [name, samples[name]]))
    return expectForms(server, { route, by, parameters, request: () => [path, given] })
  })
}

function asking({ route, by, request }: DocumentedEndpoint) {
  const method = route.slice(0, route.indexOf(' '))
  const [path] = request()
  return (given: Parameters) => by().request(method, path, given)
}

async function expectForms(server: TestServer, endpoint: DocumentedEndpoint): Promise<void> {
  await expectDeclared(endpoint)
  await expectNoEvents(server, () => expectWrongForms(endpoint))
}

async function expectWrongForms(endpoint: DocumentedEndpoint): Promise<void> {
  const ask = asking(endpoint)
  const [, good] = endpoint.request()
  const answers = Object.entries(endpoint.parameters).flatMap(([name, { wrong, isRequired }]) => {
    const msg = `Missing '${name}' argument`
    const missing = { result: 'error', msg, code: 'REQUEST_VARIABLE_MISSING', var_name: name }
    return [
      ...(isRequired ? [{ given: { ...good, [name]: undefined }, body: missing }] : []),
      ...wrong(name).map(([sent, msg]) => ({
        given: { ...good, [name]: sent },
        body: { result: 'error', msg, code: 'BAD_REQUEST' },
      })),
    ].map(async ({ given, body }) => ({
      given,
      expected: { status: 400, body },
      reply: await ask(given),
    }))
  })
  for (const { given, expected, reply } of await Promise.all(answers)) {
    expect({ status: reply.status, body: reply.body }, JSON.stringify(given).slice(0, 300)).toEqual(expected)
  }
}

/** Compares the table with the declaration: names, what is required, what stands for what is absent. */
async function expectDeclared({ route, parameters }: DocumentedEndpoint): Promise<void> {
  const endpoint = (await discoverEndpoints()).find(({ method, path }) => `${method} ${path}` === route)
  const declared = Object.entries(endpoint?.parameters ?? {}).flatMap(([name, { specification }]) => {
    const { place, required: isRequired, absent, aliases } = specification
    return place === 'form' ? [[name, { isRequired, absent, aliases }] as const] : []
  })
  const documented = Object.entries(parameters).map(
    ([name, { isRequired, absent, aliases }]) => [name, { isRequired, absent, aliases }] as const,
  )
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(documented))
}
