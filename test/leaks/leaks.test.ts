import { randomInt } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { testServer } from '../support/server.ts'
import { live } from './actions.ts'
import { compareEvents } from './event-surfaces.ts'
import { Findings } from './findings.ts'
import { compareGraphql } from './graphql-surfaces.ts'
import { Chance } from './random.ts'
import { compareRest } from './rest-surfaces.ts'
import { compareForVisitor } from './visitor-surfaces.ts'
import { World } from './world.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })

const { LEAK_SEED, LEAK_ORGANIZATIONS } = process.env

/** Always the same ones, so that the suite is; LEAK_ORGANIZATIONS draws so many others, LEAK_SEED repeats one. */
const seeds = LEAK_SEED
  ? [Number(LEAK_SEED)]
  : Array.from({ length: Number(LEAK_ORGANIZATIONS ?? 8) }, (_, at) =>
      LEAK_ORGANIZATIONS ? randomInt(2 ** 32) : at + 1,
    )
let count = 0
/** Some two hundred requests, on a machine that may be busy with others. */
const A_WHILE = 240_000

describe('Everybody is told exactly what the reference grants them', () => {
  afterAll(() => process.stdout.write(`Leaks: ${count} surfaces compared, seeds ${seeds.join(' ')}\n`))

  it.each(seeds)(
    'in a random organization (LEAK_SEED=%i)',
    async (seed) => {
      const world = await World.make(server, new Chance(seed))
      const findings = new Findings()
      try {
        await live(world, 30)
        for (const onlooker of world.onlookers) {
          const { title, person, user } = onlooker
          await compareRest(world, onlooker, findings)
          await compareEvents(world, onlooker, findings)
          await compareGraphql(world, { title, actor: person, reader: user }, findings)
        }
        await compareForVisitor(world, findings)
        await compareGraphql(world, { title: 'visitor', actor: world.visitor, reader: null }, findings)
      } catch (error) {
        throw new Error(`With LEAK_SEED=${seed}, after:\n${world.log.join('\n')}`, { cause: error })
      }
      count += findings.count
      const history = `LEAK_SEED=${seed}\n${world.log.join('\n')}\n`
      expect(findings.problems, findings.problems.length > 0 ? history : '').toEqual([])
    },
    A_WHILE,
  )
})
