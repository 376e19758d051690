import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Internet } from '../../../src/external-content/internet.ts'
import { Backstage } from '../../messages/place.ts'
import { cast } from '../../support/cast.ts'
import { testServer } from '../../support/server.ts'
import { isLoopback, otherServer } from '../../support/web.ts'
import { GraphqlDoor } from './graphql-door.ts'
import { Keeper } from './keeper.ts'
import { keptTypes, RestDoor } from './rest-door.ts'
import { beginStory, type Draw, stepNames } from './story.ts'

/** Always the same, so that the suite is; another one by KEPT_SEED. Printed with a failure. */
const seed = Number(process.env.KEPT_SEED ?? 1)
const STEPS = Number(process.env.KEPT_STEPS ?? 60)

const server = testServer({ PARLEY_LINK_PREVIEWS: 'true' }, undefined, new Internet(isLoopback))
const other = otherServer()

/** Numbers that are drawn one after another. */
function drawing(): Draw {
  const numbers = fc.sample(fc.noBias(fc.nat()), { seed, numRuns: STEPS * 20 })
  return (things) => {
    const thing = things[(numbers.pop() ?? 0) % things.length]
    if (thing === undefined) throw new Error('There is nothing to draw from.')
    return thing
  }
}

it('whoever keeps messages and follows what becomes of them has them as they are, by every door', async () => {
  const people = await cast(server)
  await new Backstage(server, people).organizationSetting('inlineUrlEmbedPreview', true)
  const story = await beginStory(server, other, people)
  const keepers = story.readers.flatMap((reader) =>
    [
      new RestDoor(reader, 'modern'),
      new RestDoor(reader, 'old'),
      new GraphqlDoor(reader, 'events'),
      new GraphqlDoor(reader, 'changes'),
    ].map((door) => new Keeper(reader, door, story.channelNames)),
  )
  for (const keeper of keepers) await keeper.begin()
  const draw = drawing()
  let since: string[] = []
  for (let step = 1; step <= STEPS; step++) {
    const name = draw(stepNames)
    const { status, body } = await story.act(name, draw)
    expect(status, `${name}: ${body.msg}`).toBeLessThan(500)
    since.push(status === 200 ? name : `${name} (${body.msg})`)
    // Some look after each step, and some have several to take in.
    if (step % 3 !== 0 && step !== STEPS) continue
    for (const keeper of keepers) await keeper.isCurrent(`seed ${seed}, step ${step}: ${since.join(', ')}`)
    since = []
  }
  // Of the suite’s own story all has happened, and somebody was told by every door.
  if (seed !== 1) return
  for (const door of new Set(keepers.map(({ doorName }) => doorName))) {
    const told = keepers.filter(({ doorName }) => doorName === door).flatMap((keeper) => keeper.told)
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(keptTypes))
    const updates = told.filter(({ type }) => type === 'update_message')
    for (const field of ['orig_content', 'subject', 'new_stream_id']) {
      expect(updates.some((event) => event[field] !== undefined)).toBe(true)
    }
    expect(updates.some((event) => event.rendering_only)).toBe(true)
  }
}, 600_000)
