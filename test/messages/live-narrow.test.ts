import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { type Following, follow } from '../support/socket.ts'
import { channel, say, tell } from './place.ts'

/** Always the same, so that the suite is; another one by NARROWS_SEED. Printed with a failure. */
const seed = Number(process.env.NARROWS_SEED ?? 1)

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

interface Message {
  readonly databaseId: number
  readonly content: string
  readonly topic: string
  readonly channelDatabaseId: number | null
  readonly flags: readonly string[]
}

interface Change {
  readonly messages: {
    readonly current: readonly Message[]
    readonly goneDatabaseIds: readonly number[]
    readonly isStale: boolean
    readonly lastEventId: number
  }
}

type Narrow = readonly { readonly operator: string; readonly operand: unknown; readonly negated?: boolean }[]

const fields = 'databaseId content topic channelDatabaseId flags'
const subscription = `subscription ($narrow: [NarrowTermInput!], $after: EventId, $newest: Int) {
  messages(narrow: $narrow, after: $after, newest: $newest) { current { ${fields} } goneDatabaseIds isStale lastEventId }
}`
const window = `query ($narrow: [NarrowTermInput!]) {
  messageWindow(narrow: $narrow, anchor: NEWEST, numBefore: 500) { messages { ${fields} } }
}`

async function fresh(reader: Person, narrow: Narrow): Promise<readonly Message[]> {
  return (await reader.graphql(window, { narrow })).messageWindow.messages
}

/** A client that holds a narrow and changes it only by what it is told. */
class Held {
  readonly #reader: Person
  readonly #narrow: Narrow
  readonly #messages = new Map<number, Message>()
  #values: Following<Change>
  #after: number | null = null

  constructor(reader: Person, narrow: Narrow) {
    this.#reader = reader
    this.#narrow = narrow
    this.#values = this.#follow({ newest: 500 })
  }

  get messages(): readonly Message[] {
    return [...this.#messages.values()].sort((left, right) => left.databaseId - right.databaseId)
  }

  async take(): Promise<void> {
    const { current, goneDatabaseIds, isStale, lastEventId } = (await this.#values.next()).messages
    this.#after = lastEventId
    if (isStale) {
      this.#messages.clear()
      for (const message of await fresh(this.#reader, this.#narrow))
        this.#messages.set(message.databaseId, message)
    }
    for (const message of current) this.#messages.set(message.databaseId, message)
    for (const id of goneDatabaseIds) this.#messages.delete(id)
  }

  /** Takes changes until it holds what a fresh query shows; waits for ever for one that does not come. */
  async becomesCurrent(): Promise<void> {
    const wanted = JSON.stringify(await fresh(this.#reader, this.#narrow))
    while (JSON.stringify(this.messages) !== wanted) await this.take()
  }

  leave(): Promise<void> {
    return this.#values.stop()
  }

  comeBack(): void {
    this.#values = this.#follow({ after: this.#after })
  }

  #follow(from: object): Following<Change> {
    return follow<Change>(this.#reader, subscription, { narrow: this.#narrow, ...from })
  }
}

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated })

/** Steps of a random story: how often each is done, and with what. Numbers choose among what it can be done to. */
const story = {
  send: { times: 7, values: ['tea', 'cake', '✔ tea'] },
  edit: { times: 4, values: ['plain', 'with cake', '@**Ben Ito**'] },
  move: { times: 6, values: ['tea', 'cake', '✔ tea'] },
  'move away': { times: 3, values: ['quiet', 'general', 'secret'] },
  delete: { times: 2, values: [''] },
  add: { times: 3, values: ['starred', 'read'] },
  remove: { times: 3, values: ['starred', 'read'] },
  react: { times: 3, values: ['tada'] },
  'take back': { times: 2, values: ['tada'] },
  mute: { times: 3, values: ['tea', 'cake'] },
} as const

interface Step {
  readonly does: keyof typeof story
  readonly pick: number
  readonly value: string
}

const kinds = Object.keys(story) as Step['does'][] // keys() widens.

/** All steps, in a random order. */
function drawSteps(): Step[] {
  const drawn = kinds.flatMap((does, i) => {
    const { times, values } = story[does]
    const picks = fc.sample(fc.nat(), { seed: seed + i, numRuns: times })
    return picks.map((pick, n) => ({ does, pick, value: values[n % values.length] ?? '' }))
  })
  const [steps = []] = fc.sample(fc.shuffledSubarray(drawn, { minLength: drawn.length }), {
    seed,
    numRuns: 1,
  })
  return steps
}

/**
 * Does a step as somebody who may, so that it changes something.
 *
 * @returns false when there is nothing to do it to
 */
async function act({ does, pick, value }: Step): Promise<boolean> {
  const { owner, ann, ben, general } = people
  const marks = does === 'add' || does === 'remove'
  const bit = value === 'read' ? 1 : 2
  // What happens elsewhere is not Ben's to know; moves come from there, too.
  const isShown = sql`(um.user_id IS NOT NULL OR c.name = 'quiet')`
  const suitable = {
    send: sql`true`,
    edit: sql`m.sender_id = ${owner.id} AND m.content <> ${value} AND ${isShown}`,
    move: sql`m.channel_id IS NOT NULL AND m.topic <> ${value}`,
    'move away': sql`m.channel_id IS NOT NULL AND c.name <> ${value}`,
    delete: sql`m.channel_id IS NOT NULL AND ${isShown}`,
    // Only where Ben is subscribed can something become unread for him.
    add: sql`um.flags & ${bit} = 0 AND (c.id IS NULL OR c.id = ${general})`,
    remove: sql`um.flags & ${bit} <> 0 AND (c.id IS NULL OR c.id = ${general})`,
    react: sql`c.name = 'quiet' AND NOT EXISTS (SELECT FROM reaction r WHERE r.message_id = m.id)`,
    'take back': sql`c.name = 'quiet' AND EXISTS (SELECT FROM reaction r WHERE r.message_id = m.id)`,
    mute: sql`true`,
  }[does]
  const rows = await server.core.db.query<{ id: number }>(sql`
    SELECT m.id FROM message m LEFT JOIN channel c ON c.id = m.channel_id
      LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${ben.id}
    WHERE m.organization_id = ${people.organizationId} AND ${suitable} ORDER BY m.id DESC LIMIT 40`)
  const id = rows[pick % rows.length]?.id
  if (id === undefined) return false
  switch (does) {
    case 'send': {
      const where = ['general', 'quiet', 'secret', 'general'][pick % 4] ?? 'general'
      if (pick % 5 === 0) await tell(ann, [ben], value)
      else await say(owner, where, value, pick % 3 === 0 ? 'some cake' : 'Hi')
      return true
    }
    case 'edit':
      await owner.patch(`messages/${id}`, { content: value }).succeeds()
      return true
    case 'move': {
      const propagate_mode = pick % 2 ? 'change_all' : 'change_one'
      await owner.patch(`messages/${id}`, { topic: value, propagate_mode }).succeeds()
      return true
    }
    case 'move away': {
      const { stream_id } = await owner.get('get_stream_id', { stream: value }).succeeds()
      await owner.patch(`messages/${id}`, { stream_id, propagate_mode: 'change_one' }).succeeds()
      return true
    }
    case 'delete':
      await owner.delete(`messages/${id}`).succeeds()
      return true
    case 'react':
      await ann.post(`messages/${id}/reactions`, { emoji_name: value }).succeeds()
      return true
    case 'take back':
      await ann.delete(`messages/${id}/reactions`, { emoji_name: value }).succeeds()
      return true
    case 'mute': {
      const { user_topics } = await ben.post('register', { fetch_event_types: ['user_topic'] }).succeeds()
      const isMuted = user_topics.some((one: { topic_name: string }) => one.topic_name === value)
      const visibility_policy = isMuted ? 0 : 1
      await ben.post('user_topics', { stream_id: general, topic: value, visibility_policy }).succeeds()
      return true
    }
  }
  if (!marks) throw new Error(`There is no step "${does}".`)
  // Fewer go than come, so that there are some.
  const messages = rows.slice(0, does === 'add' ? 1 + (pick % 4) : 1).map((row) => row.id)
  const marked = await ben.post('messages/flags', { op: does, flag: value, messages }).succeeds()
  expect(marked.messages).toEqual(messages.toSorted((left, right) => left - right))
  return true
}

describe('A narrow that is followed', () => {
  it('says what enters, changes and leaves, and nothing of others', async () => {
    const { ann, ben, owner } = people
    const before = await say(ann, 'general', 'tea', 'One')
    const narrow = [term('channel', 'general'), term('topic', 'tea')]
    const values = follow<Change>(ben, subscription, { narrow, newest: 10 })
    const next = async () => {
      const { current, goneDatabaseIds, isStale } = (await values.next()).messages
      return [current.map(({ databaseId }) => databaseId), goneDatabaseIds, isStale]
    }
    expect(await next()).toEqual([[before], [], false])
    await say(ann, 'general', 'cake', 'Elsewhere')
    await tell(ann, [ben], 'Elsewhere')
    const second = await say(ann, 'general', 'Tea', 'Two')
    expect(await next()).toEqual([[second], [], false])
    await ann.patch(`messages/${second}`, { content: 'Three' }).succeeds()
    expect(await next()).toEqual([[second], [], false])
    await ann.patch(`messages/${second}`, { topic: 'cake' }).succeeds()
    expect(await next()).toEqual([[], [second], false])
    await owner.delete(`messages/${before}`).succeeds()
    expect(await next()).toEqual([[], [before], false])
    await ben.delete('users/me/subscriptions', { subscriptions: ['general'] }).succeeds()
    expect(await next()).toEqual([[], [], true])
    await values.stop()
  })

  it('of a channel that one has not joined says nothing of what one may not see', async () => {
    const { ann, ben, owner } = people
    await channel(people, 'quiet', [ann])
    await channel(people, 'secret', [owner, ann], { invite_only: true })
    const hidden = await say(owner, 'secret', 'tea', 'Hi')
    const shown = await say(ann, 'quiet', 'tea', 'Hi')
    const values = follow<Change>(ben, subscription, { narrow: [term('channel', 'quiet')] })
    await values.next()
    await ann.post(`messages/${hidden}/reactions`, { emoji_name: 'tada' }).succeeds()
    await owner.patch(`messages/${hidden}`, { content: 'Changed' }).succeeds()
    await owner.delete(`messages/${hidden}`).succeeds()
    await ann.post('messages/flags', { op: 'add', flag: 'starred', messages: [shown] }).succeeds()
    await ann.post(`messages/${shown}/reactions`, { emoji_name: 'tada' }).succeeds()
    const { current, goneDatabaseIds } = (await values.next()).messages
    expect([current.map(({ databaseId }) => databaseId), goneDatabaseIds]).toEqual([[shown], []])
    await ann.delete(`messages/${shown}`)
    await owner.delete(`messages/${shown}`)
    expect((await values.next()).messages.goneDatabaseIds).toEqual([shown])
    await values.stop()
  })

  it('goes by settings that have changed since', async () => {
    const { ann, owner, general } = people
    const id = await say(ann, general, 'tea', 'One')
    const following = follow<{ messages: { current: { content: string; edits: unknown[] | null }[] } }>(
      people.ben,
      `subscription { messages(narrow: [{ operator: "channel", operand: ${general} }]) { current { content edits { __typename } } } }`,
    )
    await following.next()
    const next = async (content: string) => {
      await ann.patch(`messages/${id}`, { content }).succeeds()
      return (await following.next()).messages.current
    }
    expect(await next('Two')).toEqual([{ content: 'Two', edits: [expect.anything()] }])
    await owner.patch('realm', { message_edit_history_visibility_policy: 'none' }).succeeds()
    expect(await next('Three')).toEqual([{ content: 'Three', edits: null }])
    await owner.patch('realm', { message_edit_history_visibility_policy: 'all' }).succeeds()
    expect((await next('Four'))[0]?.edits).toHaveLength(3)
    await following.stop()
  })

  it('is refused where the narrow means nothing, or the position is none', async () => {
    const { ben } = people
    const refusal = async (variables: Record<string, unknown>) => {
      const values = follow<Change>(ben, subscription, variables)
      const error = await values.next().then(
        () => null,
        (refused: { code: string }) => refused.code,
      )
      await values.stop()
      return error
    }
    expect(await refusal({ narrow: [term('colour', 'red')] })).toBe('BAD_NARROW')
    expect(await refusal({ after: 999_999 })).toBe('BAD_REQUEST')
    expect(await refusal({ newest: 5001 })).toBe('BAD_REQUEST')
  })

  it('holds what a fresh query shows, after every random step, also after being away', async () => {
    const { owner, ann, ben } = people
    await channel(people, 'quiet', [owner, ann])
    await channel(people, 'secret', [owner, ann], { invite_only: true })
    for (let i = 0; i < 6; i++) await say(owner, i % 2 ? 'general' : 'quiet', 'tea', `${i}`)
    const marked = [await tell(ann, [ben], 'One'), await tell(ann, [ben], 'Two')]
    for (const flag of ['read', 'starred']) {
      await ben.post('messages/flags', { op: 'add', flag, messages: marked }).succeeds()
    }
    const narrows: Narrow[] = [
      [],
      [term('channel', 'quiet'), term('topic', 'tea')],
      [term('channels', 'public'), term('is', 'resolved')],
      [term('is', 'unread')],
      [term('in', 'home')],
      [term('dm-including', ann.id)],
      [term('search', 'cake')],
      [term('channel', 'quiet'), term('has', 'reaction')],
      [term('mentions', ben.id)],
    ]
    const held = narrows.map((narrow) => new Held(ben, narrow))
    const catchUp = async (told: string) => {
      for (const [i, one] of held.entries()) {
        const late = new Promise<never>((_, reject) => {
          const timer = setTimeout(
            () => reject(new Error(`${told}: ${JSON.stringify(narrows[i])} is not current.`)),
            10_000,
          )
          timer.unref()
        })
        await Promise.race([one.becomesCurrent(), late])
      }
    }
    await Promise.all(held.map((one) => one.take()))
    const done: Step['does'][] = []
    const steps = drawSteps()
    let waiting = 0
    let isAway = false
    for (let one = steps.shift(); one; one = steps.shift()) {
      const i = done.length
      if (i === 20 && !isAway) {
        isAway = true
        for (const each of held) await each.leave()
      }
      if (!(await act(one))) {
        // What cannot be done yet is tried again after another step, such as taking back before reacting.
        steps.splice(1, 0, one)
        expect(++waiting, `${JSON.stringify(one)} can be done sooner or later`).toBeLessThan(50)
        continue
      }
      done.push(one.does)
      if (i === 26) for (const each of held) each.comeBack()
      if (i < 20 || i >= 26) await catchUp(`seed ${seed}, step ${i}, ${JSON.stringify(one)}`)
    }
    for (const kind of kinds) {
      expect(
        done.filter((does) => does === kind),
        kind,
      ).toHaveLength(story[kind].times)
    }
    for (const one of held) await one.leave()
  }, 600_000)
})
