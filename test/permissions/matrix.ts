import { afterAll, describe, expect, it } from 'vitest'
import type { Cast, Person } from '../support/cast.ts'

/** Whom the cast has for every role, and a bot of a member's. */
export const everybody = ['owner', 'administrator', 'moderator', 'member', 'guest', 'bot'] as const
export type Who = (typeof everybody)[number]

/** The person of a cast who stands for a role. */
export function personFor(people: Cast, who: Who): Person {
  const { owner, admin, moderator, ann, guest, bot } = people
  return { owner, administrator: admin, moderator, member: ann, guest, bot }[who]
}

/** Cells that most tables need. */
export const allOf: readonly Who[] = everybody
export const nobody: readonly Who[] = []
export const allBut = (...left: readonly Who[]): readonly Who[] =>
  everybody.filter((who) => !left.includes(who))

/** How one tries to do something; resolves with whether it was done. Throws what is no refusal. */
export type Attempt<Scene> = (scene: Scene) => Promise<boolean>

/** Who may do what: a table beside the reference's rule, and how to try each of its cells. */
export interface Matrix<Action extends string, Relation extends string, Scene> {
  /** What it is about, and where the reference has the rule. */
  readonly title: string
  /** By action and by what the actor is to the object: who may. Cells left out make no sense. */
  readonly table: Readonly<Record<Action, Partial<Readonly<Record<Relation, readonly Who[]>>>>>
  /** Makes an object of the actor's own for one try; takes back what else it had to change. */
  readonly stage: (
    who: Who,
    relation: Relation,
    action: Action,
    act: (scene: Scene) => Promise<void>,
  ) => Promise<void>
  /** Every way to do it, by the door's name. */
  readonly doors: Readonly<Record<string, Readonly<Record<Action, Attempt<Scene>>>>>
  /** What a refusal must leave as it is, and a success must change. */
  readonly state: (scene: Scene) => Promise<unknown>
  /** What the server itself says about a cell, by the question's name; undefined where it has no answer. */
  readonly foretold?: Readonly<Record<string, (scene: Scene, action: Action) => Promise<boolean | undefined>>>
}

/** Tries every cell of a table through every door, and prints how many there were. */
export function provePermissions<Action extends string, Relation extends string, Scene>(
  matrix: Matrix<Action, Relation, Scene>,
): void {
  let count = 0

  async function tryOne(who: Who, relation: Relation, action: Action, door: string, isAllowed: boolean) {
    await matrix.stage(who, relation, action, async (scene) => {
      const cell = `${who}, ${relation}, ${action}, ${door}`
      // The doors differ in what they do, not in what is foretold.
      const questions = door === Object.keys(matrix.doors)[0] ? Object.entries(matrix.foretold ?? {}) : []
      for (const [question, ask] of questions) {
        const answer = await ask(scene, action)
        if (answer !== undefined) expect(answer, `${question}: ${cell}`).toBe(isAllowed)
      }
      const before = await matrix.state(scene)
      const attempt = matrix.doors[door]?.[action]
      if (!attempt) throw new Error(`There is no way to ${action} through ${door}.`)
      expect(await attempt(scene), cell).toBe(isAllowed)
      const after = await matrix.state(scene)
      if (isAllowed) expect(after, cell).not.toEqual(before)
      else expect(after, cell).toEqual(before)
    })
    count++
  }

  describe(matrix.title, () => {
    afterAll(() => process.stdout.write(`${matrix.title}: ${count} permissions tried\n`))
    const actions = Object.entries(matrix.table) as [Action, Partial<Record<Relation, readonly Who[]>>][]
    for (const [action, row] of actions) {
      for (const [relation, allowed] of Object.entries(row) as [Relation, readonly Who[]][]) {
        it(`${action}, ${relation}: ${allowed.length > 0 ? allowed.join(', ') : 'nobody'}`, async () => {
          for (const who of everybody) {
            for (const door of Object.keys(matrix.doors)) {
              await tryOne(who, relation, action, door, allowed.includes(who))
            }
          }
        })
      }
    }
  })
}
