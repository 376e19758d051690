import { expect, it } from 'vitest'
import type { Actor, Parameters, Reply } from './actor.ts'
import { expectNoEvents } from './no-events.ts'
import type { TestServer } from './server.ts'

/** Something that is refused, and how to ask for it through each door. */
export interface Refused {
  readonly by: Actor
  /** A request, or what takes another form than others. */
  readonly rest?:
    | readonly [method: string, path: string, parameters?: Parameters]
    | (() => PromiseLike<Pick<Reply, 'status' | 'body'>>)
  /**
   * A mutation with its input, or a whole operation, perhaps with variables; left out where GraphQL says it otherwise,
   * or not at all.
   */
  readonly graphql?:
    | readonly [mutation: string, inputType: string, input: Readonly<Record<string, unknown>>]
    | readonly [operation: string, variables: Readonly<Record<string, unknown>>]
    | string
}

/** What is answered: the message, the code (BAD_REQUEST unless told), the status (400), and the code's own fields. */
export type Answered = Readonly<Record<string, unknown>> & { readonly msg: string }

/** By what is refused; on a stage that no row changes. */
export type RefusalTable<Stage> = Readonly<
  Record<
    string,
    readonly [refused: (stage: Stage) => Refused, answered: Answered | ((stage: Stage) => Answered)]
  >
>

/**
 * A test for each row: both doors refuse in these very words, with these fields and no others, and nobody is told of
 * anything.
 *
 * @param stage there once the tests run
 */
export function proveRefusals<Stage>(
  server: TestServer,
  stage: () => Stage,
  table: RefusalTable<Stage>,
): void {
  it.each(Object.entries(table))('refuses %s', async (what, [refused, answered]) => {
    const due = typeof answered === 'function' ? answered(stage()) : answered
    await expectNoEvents(server, () => expectRefusal(what, refused(stage()), due))
  })
}

/** A row of a list that is made up while a test runs: what is refused, how to ask for it, and what is answered. */
export interface RefusedRow extends Refused {
  readonly what: string
  readonly answered: Answered
}

/** Expects the same of each row of a list, in one test. */
export async function expectRefusals(server: TestServer, rows: readonly RefusedRow[]): Promise<void> {
  await expectNoEvents(server, async () => {
    for (const { what, answered, ...refused } of rows) await expectRefusal(what, refused, answered)
  })
}

async function expectRefusal(
  what: string,
  { by, rest, graphql }: Refused,
  { msg, status = 400, ...data }: Answered,
): Promise<void> {
  const fields = { code: 'BAD_REQUEST', ...data }
  if (rest) {
    const reply = await (typeof rest === 'function' ? rest() : by.request(...rest))
    expect({ status: reply.status, body: reply.body }, what).toEqual({
      status,
      body: { result: 'error', msg, ...fields },
    })
  }
  if (graphql) {
    const { errors } = await by.graphqlResult(...operationOf(graphql))
    const [{ message, extensions } = { message: null, extensions: null }] = errors ?? []
    expect({ message, extensions }, what).toEqual({ message: msg, extensions: { ...fields, status } })
  }
}

function operationOf(graphql: NonNullable<Refused['graphql']>): [string, Readonly<Record<string, unknown>>] {
  if (typeof graphql === 'string') return [graphql, {}]
  if (graphql.length === 2) return [graphql[0], graphql[1]]
  const [mutation, inputType, input] = graphql
  return [`mutation ($input: ${inputType}!) { ${mutation}(input: $input) { __typename } }`, { input }]
}
