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

/** Steps of a random story; numbers choose among the messages that are there. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('send' as const),
      pick: fc.nat(),
      topic: fc.constantFrom('tea', 'cake', '✔ tea'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('edit' as const),
      pick: fc.nat(),
      topic: fc.constantFrom('plain', 'with cake', '@**Ben Ito**'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      pick: fc.nat(),
      topic: fc.constantFrom('tea', 'cake', '✔ tea'),
    }),
  },
  fc.record({
    does: fc.constant('move away' as const),
    pick: fc.nat(),
    topic: fc.constantFrom('quiet', 'general', 'secret'),
  }),
  fc.record({ does: fc.constant('delete' as const), pick: fc.nat(), topic: fc.constant('') }),
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('add' as const, 'remove' as const),
      pick: fc.nat(),
      topic: fc.constantFrom('starred', 'read'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('react' as const, 'take back' as const),
      pick: fc.nat(),
      topic: fc.constant('tada'),
    }),
  },
  fc.record({ does: fc.constant('mute' as const), pick: fc.nat(), topic: fc.constantFrom('tea', 'cake') }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Does a step as somebody who may; what cannot be done, such as a reaction a second time, changes nothing. */
async function act({ does, pick, topic }: Step): Promise<void> {
  const { owner, ann, ben, organizationId } = people
  const rows = await server.core.db.query<{ id: number }>(
    sql`SELECT id FROM message WHERE organization_id = ${organizationId} ORDER BY id DESC LIMIT 40`,
  )
  const id = rows[pick % rows.length]?.id
  const where = ['general', 'quiet', 'secret', 'general'][pick % 4] ?? 'general'
  switch (does) {
    case 'send':
      if (pick % 5 === 0) await tell(ann, [ben], topic)
      else await say(owner, where, topic, pick % 3 === 0 ? 'some cake' : 'Hi')
      return
    case 'edit':
      await owner.patch(`messages/${id}`, { content: topic })
      return
    case 'move':
      await owner.patch(`messages/${id}`, { topic, propagate_mode: pick % 2 ? 'change_all' : 'change_one' })
      return
    case 'move away': {
      const { stream_id } = await owner.get('get_stream_id', { stream: topic }).succeeds()
      await owner.patch(`messages/${id}`, { stream_id, propagate_mode: 'change_one' })
      return
    }
    case 'delete':
      await owner.delete(`messages/${id}`)
      return
    case 'add':
    case 'remove':
      await ben.post('messages/flags', {
        op: does,
        flag: topic,
        messages: rows.slice(pick % 9, (pick % 9) + 4).map((row) => row.id),
      })
      return
    case 'react':
      await ann.post(`messages/${id}/reactions`, { emoji_name: topic })
      return
    case 'take back':
      await ann.delete(`messages/${id}/reactions`, { emoji_name: topic })
      return
    case 'mute':
      await ben.post('user_topics', { stream_id: people.general, topic, visibility_policy: pick % 2 })
  }
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
    const steps = fc.sample(step, { seed, numRuns: 28 })
    for (const [i, one] of steps.entries()) {
      if (i === 16) for (const each of held) await each.leave()
      await act(one)
      if (i === 22) for (const each of held) each.comeBack()
      if (i < 16 || i >= 22) await catchUp(`seed ${seed}, step ${i}, ${JSON.stringify(one)}`)
    }
    for (const one of held) await one.leave()
  }, 120_000)
})
