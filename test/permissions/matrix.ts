import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import type { Actor } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { onPostgres, type TestServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { everybody, type Verdicts, type Who } from './table.ts'

/** An organization with somebody for every column of a table. */
export interface Staff extends Cast {
  /** An ordinary member, in the waiting period as the only one. */
  readonly newcomer: Person
  /** The owner of another organization, who speaks to that one. */
  readonly foreigner: Person
  /** Somebody without an account. */
  readonly visitor: Visitor
}

/** Makes a cast, older than a waiting period of ten days, and those who are not of it. */
export async function staff(server: TestServer): Promise<Staff> {
  const { db } = server.core
  const people = await cast(server)
  const { organizationId, host } = people
  await db.query(sql`
    UPDATE "user" SET date_joined = now() - interval '30 days' WHERE organization_id = ${organizationId}`)
  await db.query(sql`
    UPDATE organization SET settings = settings || '{"waitingPeriodThreshold": 10}' WHERE id = ${organizationId}`)
  const { owner: foreigner } = await cast(server)
  return {
    ...people,
    newcomer: await people.person({ fullName: 'Nina New', channels: 'none' }),
    foreigner,
    visitor: new Visitor({ port: server.port, host }),
  }
}

/** The one who stands for a column. */
export function actorFor(people: Staff, who: Who): Actor {
  const { owner, admin, moderator, ann, newcomer, guest, bot, foreigner, visitor } = people
  const actors = { owner, admin, moderator, member: ann, newcomer, guest, bot }
  return { ...actors, foreigner, visitor }[who]
}

/** A column's account; null for those who have none in the organization. */
export function personFor(people: Staff, who: Who): Person | null {
  const actor = actorFor(people, who)
  return 'id' in actor && who !== 'foreigner' ? (actor as Person) : null // Persons are the actors with an id.
}

type Values = Readonly<Record<string, unknown>>

/** How something is done through each door. */
export interface Way {
  /** A request, or what takes another form than others. */
  readonly rest:
    | readonly [method: string, path: string, parameters: Values]
    | ((actor: Actor) => PromiseLike<{ readonly status: number; readonly body: Values }>)
  /** A mutation, or a whole operation; left out where there is none. */
  readonly graphql?:
    | readonly [mutation: string, input: string, value: Values]
    | { readonly operation: string; readonly variables: Values }
}

const doors = ['rest', 'graphql'] as const
type Door = (typeof doors)[number]

/** What a refusal looks like, through both doors. */
export interface Refusal {
  readonly code: string
  readonly message: RegExp
  /** 400 unless told. */
  readonly status?: number
}

/** One thing to be tried; a refusal through all doors on one stage, a success through one door. */
export interface Try<Action extends string, Relation extends string> {
  readonly who: Who
  readonly relation: Relation
  readonly action: Action
}

/** Who may do what: tables beside the reference's rules, and how to try each of their cells. */
export interface Matrix<Action extends string, Relation extends string, Scene> {
  /** What it is about, and where the reference has the rule. */
  readonly title: string
  /** By action, or by several with `;` between them. A cell is `yes`, a refusal's name, or `-` for no sense. */
  readonly tables: Readonly<Record<string, Verdicts<Relation>>>
  /** Short names of the refusals, besides `401`. */
  readonly refusals: Readonly<Record<string, Refusal>>
  /** The actors; there once the tests run. */
  readonly people: () => Staff
  /** Makes objects for many tries at once: a scene for each. */
  readonly stage: (tries: readonly Try<Action, Relation>[]) => Promise<readonly Scene[]>
  /**
   * How many of those are tried who have the same verdict in a line, others from line to line; in a table's first
   * line all are, and with PERMISSIONS=all everywhere. All of them unless told.
   */
  readonly samples?: number
  /** Actions that change nothing and tell nobody where they succeed. */
  readonly harmless?: readonly Action[]
  /** Actions that GraphQL does not have. */
  readonly onlyRest?: readonly Action[]
  /** How to do it; asked anew for each try. */
  readonly ways: Readonly<Record<Action, (scene: Scene, who: Who) => Way>>
  /** What refusals must leave as it is, and a success must change: for each scene. */
  readonly state: (scenes: readonly Scene[]) => Promise<readonly unknown[]>
  /** Changes the organization for a relation; resolves with how to undo that. Such relations go one by one. */
  readonly prepare?: (relation: Relation) => Promise<(() => Promise<unknown>) | undefined>
  /** What the server itself says about each cell, by the question's name; undefined where it has no answer. */
  readonly foretold?: Readonly<
    Record<
      string,
      (tries: readonly (Try<Action, Relation> & { readonly scene: Scene })[]) => Promise<readonly unknown[]>
    >
  >
}

/** Hundreds of requests, on a machine that may be busy with others. */
const A_WHILE = 120_000

const unauthenticated: Refusal = { code: 'UNAUTHORIZED', message: /^Not logged in/, status: 401 }

function operationOf({ graphql }: Way): { readonly operation: string; readonly variables: Values } {
  if (!graphql) throw new Error('There is no such operation.')
  if ('operation' in graphql) return graphql
  const [mutation, input, value] = graphql
  return {
    operation: `mutation ($input: ${input}!) { ${mutation}(input: $input) { __typename } }`,
    variables: { input: value },
  }
}

/** Whom to try in a line of a table. */
function sampled(
  row: Readonly<Record<Who, string>>,
  line: number,
  count: number | undefined,
): readonly Who[] {
  if (count === undefined || line === 0 || process.env.PERMISSIONS === 'all') return everybody
  const alike = new Map<string, Who[]>()
  for (const who of everybody) alike.set(row[who], [...(alike.get(row[who]) ?? []), who])
  return [...alike.values()].flatMap((group) =>
    group.filter((_, place) => (place + line * count) % group.length < count),
  )
}

interface Cell<Action extends string, Relation extends string, Scene> extends Try<Action, Relation> {
  readonly expected: string
  readonly doors: readonly Door[]
  readonly scene: Scene
}

/** Tries every cell of all tables through every door, and prints how many tries that were. */
export function provePermissions<Action extends string, Relation extends string, Scene>(
  server: TestServer,
  matrix: Matrix<Action, Relation, Scene>,
): void {
  const refusals = Object.entries({ ...matrix.refusals, 401: unauthenticated })
  let count = 0

  /** Tries it; resolves with the verdict: `yes`, a refusal's short name, or what was answered instead. */
  async function attempt({ who, action, scene }: Cell<Action, Relation, Scene>, door: Door): Promise<string> {
    count++
    const actor = actorFor(matrix.people(), who)
    const way = matrix.ways[action](scene, who)
    let answer: { status?: number; code: unknown; message: unknown }
    if (door === 'rest') {
      const request = way.rest
      const { status, body } = await (typeof request === 'function'
        ? request(actor)
        : actor.request(...request))
      if (status === 200) return 'yes'
      answer = { status, code: body.code, message: body.msg }
    } else {
      const { operation, variables } = operationOf(way)
      const { errors } = await actor.graphqlResult(operation, variables)
      if (!errors) return 'yes'
      answer = { code: errors[0].extensions?.code, message: errors[0].message }
    }
    const { status, code, message } = answer
    const known = refusals.find(
      ([, one]) =>
        one.code === code &&
        one.message.test(String(message)) &&
        (status ?? one.status ?? 400) === (one.status ?? 400),
    )
    return known?.[0] ?? `${status ?? ''} ${code}: ${message}`
  }

  const lastEvent = () =>
    server.core.db.query(
      sql`SELECT id, last_event_id FROM organization ORDER BY id`, // The foreigner's, too.
    )

  /** Tries the cells of an action; resolves with what was found where that is not what was expected. */
  async function tryCells(given: readonly Omit<Cell<Action, Relation, Scene>, 'scene'>[]): Promise<string[]> {
    const scenes = await matrix.stage(given)
    const cells = given.map((cell, at) => ({ ...cell, scene: scenes[at] as Scene })) // A scene for each.
    const wrong: string[] = []
    const note = (cell: (typeof cells)[number], what: string, found: unknown) =>
      wrong.push(`${cell.action}, ${cell.relation}, ${cell.who}, ${what}: ${found}, not ${cell.expected}`)
    for (const [question, ask] of Object.entries(matrix.foretold ?? {})) {
      // A success has a scene for each door, and all are the same to the question.
      const asked = cells.filter(({ doors: [door] }) => door === 'rest' || !onPostgres)
      const answers = await ask(asked)
      asked.forEach((cell, at) => {
        const answer = answers[at]
        if (answer !== undefined && answer !== (cell.expected === 'yes')) note(cell, question, answer)
      })
    }
    const isChange = ({ expected, action }: (typeof cells)[number]) =>
      expected === 'yes' && !matrix.harmless?.includes(action)
    const idle = cells.filter((cell) => !isChange(cell))
    const stateOf = (some: typeof cells) => matrix.state(some.map(({ scene }) => scene))
    const before = await stateOf(idle)
    const eventBefore = await lastEvent()
    await Promise.all(
      idle.flatMap((cell) =>
        cell.doors.map(async (door) => {
          const found = await attempt(cell, door)
          if (found !== cell.expected) note(cell, door, found)
        }),
      ),
    )
    expect(await stateOf(idle), 'Refusals changed something.').toEqual(before)
    if (wrong.length === 0) expect(await lastEvent(), 'Refusals announced something.').toEqual(eventBefore)
    const allowed = cells.filter(isChange)
    const old = await stateOf(allowed)
    for (const cell of allowed) {
      for (const door of cell.doors) {
        const found = await attempt(cell, door)
        if (found !== 'yes') note(cell, door, found)
      }
    }
    const fresh = await stateOf(allowed)
    allowed.forEach((cell, at) => {
      if (JSON.stringify(old[at]) === JSON.stringify(fresh[at])) note(cell, 'the object', 'unchanged')
    })
    return wrong
  }

  /** All doors; on the embedded database, where so many small requests take long, the doors take turns. */
  function doorsFor(action: Action, position: number): readonly Door[] {
    if (matrix.onlyRest?.includes(action)) return ['rest']
    if (onPostgres) return doors
    return position % 2 === 0 ? ['rest'] : ['graphql']
  }

  function cellsOf(
    action: Action,
    table: Verdicts<Relation>,
  ): Omit<Cell<Action, Relation, Scene>, 'scene'>[] {
    return [...table].flatMap(([relation, row], line) =>
      sampled(row, line, matrix.samples).flatMap(
        (who, column): Omit<Cell<Action, Relation, Scene>, 'scene'>[] => {
          const expected = row[who]
          if (expected === '-') return []
          const cell = { action, relation, who, expected }
          const through = doorsFor(action, line + column)
          if (expected !== 'yes') return [{ ...cell, doors: through }]
          return through.map((door) => ({ ...cell, doors: [door] }))
        },
      ),
    )
  }

  describe(matrix.title, () => {
    afterAll(() => process.stdout.write(`${matrix.title}: ${count} permissions tried\n`))
    for (const [actions, table] of Object.entries(matrix.tables)) {
      for (const action of actions.split(';').map((name) => name.trim() as Action)) {
        it(
          `${action}: as the table says`,
          async () => {
            const wrong: string[] = []
            const together: ReturnType<typeof cellsOf> = []
            for (const relation of table.keys()) {
              const cells = cellsOf(action, table).filter((cell) => cell.relation === relation)
              const undo = await matrix.prepare?.(relation)
              if (undo) wrong.push(...(await tryCells(cells).finally(undo)))
              else together.push(...cells)
            }
            wrong.push(...(await tryCells(together)))
            expect(wrong).toEqual([])
          },
          A_WHILE,
        )
      }
    }
  })
}
