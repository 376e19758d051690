import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { wireEvents } from '../../rest-facade/events/variants/variants.ts'
import { type Capability, capabilityMeanings } from '../../src/contract/capabilities.ts'
import type { CanonicalEvent } from '../../src/contract/events/kinds.ts'
import { transact } from '../../src/events/transact.ts'
import { say } from '../messages/place.ts'
import { mute, unmute } from '../muted-users/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { fold, normalized } from '../support/fold/fold.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { presentationWith } from './variants/shown.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

interface Changes {
  readonly refusal: string | null
  readonly lastEventId: number
  readonly eventCount: number
  readonly events: readonly {
    readonly id: number
    readonly payload: CanonicalEvent
    /** Of new and of changed messages only. */
    readonly messageFlags?: readonly string[]
  }[]
}

async function changesFor(person: Person, after: number, types?: readonly string[]): Promise<Changes> {
  const { changes } = await person.graphql(
    'query ($after: EventId!, $types: [String!]) { changes(after: $after, types: $types) { refusal lastEventId eventCount events { id payload ... on MessageEvent { messageFlags } ... on UpdateMessageEvent { messageFlags } } } }',
    { after, types },
  )
  return changes
}

const capabilities = Object.keys(capabilityMeanings) as Capability[] // keys() widens.
const modern = {
  client_capabilities: Object.fromEntries(capabilities.map((name) => [name, true])),
  include_subscribers: 'true',
  client_gravatar: false,
}
const shown = presentationWith(capabilities)

/** A client that registers, is away while something happens, and catches up by changes alone. */
async function catchesUp(reader: Person, meanwhile: () => Promise<unknown>): Promise<Changes> {
  const [changes] = await catchUp([reader], meanwhile)
  if (!changes) throw new Error('One reader has one answer.')
  return changes
}

async function catchUp(readers: readonly Person[], meanwhile: () => Promise<unknown>): Promise<Changes[]> {
  const queues = await Promise.all(readers.map((reader) => register(reader, undefined, modern)))
  await meanwhile()
  const all: Changes[] = []
  for (const [index, reader] of readers.entries()) {
    const queue = queues[index]
    if (!queue) throw new Error('Every reader has registered.')
    const changes = await changesFor(reader, Number(queue.registered.last_event_id))
    const events = changes.events.flatMap(({ payload, messageFlags }) =>
      wireEvents(payload, shown).map((event) => (messageFlags ? { ...event, flags: messageFlags } : event)),
    )
    const fresh = (await register(reader, undefined, modern)).registered
    const known = fold(queue.registered, events, reader.id, true)
    // Only old clients are told of them so; a message that has gone may have been the newest.
    for (const name of ['muted_topics', 'max_message_id']) known[name] = fresh[name]
    expect(normalized(known)).toEqual(normalized(fresh))
    expect(changes).toMatchObject({ refusal: null, lastEventId: fresh.last_event_id })
    expect(changes.events.length).toBeLessThanOrEqual(changes.eventCount + 2)
    all.push(changes)
  }
  return all
}

const announce = (payload: CanonicalEvent) =>
  transact(server.core, people.organizationId, async (tx) => tx.announce({ payload, audience: 'everyone' }))

const subscribe = (by: Person, name: string, more: Record<string, unknown> = {}) =>
  by.post('users/me/subscriptions', { subscriptions: [{ name }], ...more }).succeeds()
const leave = (by: Person, name: string, more: Record<string, unknown> = {}) =>
  by.delete('users/me/subscriptions', { subscriptions: [name], ...more })

describe('changes', () => {
  it('are none when nothing has happened', async () => {
    const changes = await catchesUp(people.ann, async () => {})
    expect(changes).toMatchObject({ events: [], eventCount: 0 })
  })

  it('say a value that was set many times once', async () => {
    const changes = await catchesUp(people.ann, async () => {
      for (let count = 0; count < 10; count++) {
        await announce({ type: 'realm', op: 'update', property: 'name', value: `Name ${count}` })
      }
      await announce({ type: 'realm', op: 'update', property: 'name', value: 'Test' })
    })
    expect(changes.eventCount).toBe(11)
    expect(changes.events.map(({ payload }) => payload)).toEqual([
      { type: 'realm', op: 'update', property: 'name', value: 'Test' },
    ])
  })

  it('leave out of a set of values only those that were set again', async () => {
    const { registered } = await register(people.ann, [])
    await announce({
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { description: 'a', topics_policy: 'disable_empty_topic' },
    })
    await announce({ type: 'realm', op: 'update_dict', property: 'default', data: { description: 'b' } })
    const { events } = await changesFor(people.ann, registered.last_event_id)
    expect(events.map(({ payload }) => payload)).toEqual([
      {
        type: 'realm',
        op: 'update_dict',
        property: 'default',
        data: { topics_policy: 'disable_empty_topic' },
      },
      { type: 'realm', op: 'update_dict', property: 'default', data: { description: 'b' } },
    ])
  })

  it('do not mention who came and went', async () => {
    const changes = await catchesUp(people.ann, async () => {
      const outsider = await people.person({ channels: 'none' })
      await announce({ type: 'invites_changed' })
      for (let count = 0; count < 3; count++) {
        await subscribe(people.ben, 'general')
        await leave(people.ben, 'general')
        await subscribe(people.ben, 'general')
      }
      // Written without an announcement, this person would be missing in what Ann knows.
      await server.core.db.query(sql`DELETE FROM "user" WHERE id = ${outsider.id}`)
    })
    expect(changes.events.map(({ payload }) => payload.type)).toEqual(['invites_changed'])
    expect(changes.eventCount).toBeGreaterThan(4)
  })

  it('say of each message and flag the last change', async () => {
    const ids: number[] = []
    for (const content of ['a', 'b', 'c']) {
      const { id } = await people.ben
        .post('messages', { type: 'stream', to: people.general, topic: 't', content })
        .succeeds()
      ids.push(id)
    }
    const flag = (op: string, messages: (number | undefined)[], name = 'starred') =>
      people.ann.post('messages/flags', { messages, op, flag: name }).succeeds()
    const { events } = await catchesUp(people.ann, async () => {
      await flag('add', ids)
      await flag('add', ids, 'read')
      await flag('remove', [ids[0]])
      await flag('remove', [ids[1]], 'read')
      await flag('remove', [ids[2]])
      await flag('add', [ids[2]])
    })
    const details = {
      [String(ids[1])]: { type: 'stream', stream_id: people.general, topic: 't', unmuted_stream_msg: true },
    }
    const common = { type: 'update_message_flags', all: false }
    expect(events.map(({ payload }) => payload)).toEqual([
      {
        ...common,
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages: [ids[1]],
        message_details: details,
      },
      { ...common, op: 'add', operation: 'add', flag: 'starred', messages: [ids[1], ids[2]] },
      { ...common, op: 'remove', operation: 'remove', flag: 'starred', messages: [ids[0]] },
      { ...common, op: 'add', operation: 'add', flag: 'read', messages: [ids[0], ids[2]] },
    ])
  })

  it('leave out edits and moves of messages that have gone, and no others', async () => {
    const { owner, ann, ben, general, sandbox } = people
    const ids: number[] = []
    for (const topic of ['t', 't', 't', 'u']) ids.push(await say(ben, general, topic, 'Hello'))
    const [one, two, three, four] = ids
    const edit = (id: number | undefined, parameters: Record<string, unknown>) =>
      owner.patch(`messages/${id}`, { send_notification_to_new_thread: false, ...parameters }).succeeds()
    const { events } = await catchesUp(ann, async () => {
      await ben.patch(`messages/${one}`, { content: 'Edited' }).succeeds()
      await edit(one, { topic: 'v', propagate_mode: 'change_one' })
      await edit(two, { topic: 'w', propagate_mode: 'change_all' })
      await ben.patch(`messages/${three}`, { content: 'Edited and kept' }).succeeds()
      await edit(four, { stream_id: sandbox, propagate_mode: 'change_one' })
      await owner.delete(`messages/${one}`).succeeds()
      await owner.delete(`messages/${two}`).succeeds()
      await owner.delete(`messages/${four}`).succeeds()
    })
    const updates = events.flatMap(({ payload }) => (payload.type === 'update_message' ? [payload] : []))
    // The move of two messages is told whole: one of them is still there.
    expect(updates.map(({ message_ids, content }) => [message_ids, content])).toEqual([
      [[two, three], undefined],
      [[three], 'Edited and kept'],
    ])
    const gone = events.flatMap(({ payload }) =>
      payload.type === 'delete_message' ? payload.message_ids : [],
    )
    expect(gone).toEqual([one, two, four])
  })

  it('say of what became unread and then moved where it is', async () => {
    const { owner, ann, ben, general, sandbox } = people
    const ids: number[] = []
    for (const topic of ['t', 't', 'u', 'u']) {
      ids.push(await say(ben, general, topic, '@**all**', { read_by_sender: true }))
    }
    const [one, two, three, four] = ids
    await ann.post('messages/flags', { op: 'add', flag: 'read', messages: [one, two] }).succeeds()
    await catchesUp(ann, async () => {
      await ann.post('messages/flags', { op: 'remove', flag: 'read', messages: [one, two] }).succeeds()
      await owner.patch(`messages/${one}`, { topic: 'v', propagate_mode: 'change_one' }).succeeds()
      await owner
        .patch(`messages/${two}`, { stream_id: sandbox, topic: 'w', propagate_mode: 'change_one' })
        .succeeds()
      await ann.post('messages/flags', { op: 'add', flag: 'read', messages: [three] }).succeeds()
      await owner.patch(`messages/${one}`, { topic: 'w', propagate_mode: 'change_one' }).succeeds()
      await ben.patch(`messages/${one}`, { content: '@**Ann Lee**' }).succeeds()
      await ben.patch(`messages/${two}`, { content: 'Nobody' }).succeeds()
      await ann.post('messages/flags', { op: 'add', flag: 'starred', messages: [four] }).succeeds()
    })
  })

  it('say of each reaction whether it has gone, come, or come back', async () => {
    const { ann, ben, general } = people
    const id = await say(ben, general, 't', 'Hello')
    const react = (emoji_name: string) => ann.post(`messages/${id}/reactions`, { emoji_name }).succeeds()
    const takeBack = (emoji_name: string) => ann.delete(`messages/${id}/reactions`, { emoji_name }).succeeds()
    await react('tada')
    await react('heart')
    const { events } = await catchesUp(ben, async () => {
      await takeBack('heart')
      await react('smile')
      await takeBack('tada')
      await react('tada')
      await takeBack('smile')
      await react('smile')
      await react('rocket')
      await takeBack('rocket')
    })
    const told = events.map(({ payload }) => payload.type === 'reaction' && [payload.op, payload.emoji_name])
    expect(told).toEqual([
      ['remove', 'heart'],
      ['remove', 'tada'],
      ['add', 'tada'],
      ['add', 'smile'],
    ])
  })

  it('say only of a channel that is gone again that it is', async () => {
    const changes = await catchesUp(people.ben, async () => {
      await subscribe(people.ann, 'plans', { invite_only: true, principals: [people.ann.id, people.ben.id] })
      await subscribe(people.ann, 'plans', { principals: [people.admin.id] })
      await leave(people.ann, 'plans', { principals: [people.ben.id] })
    })
    const ofChannels = changes.events.map(({ payload }) => payload).filter(({ type }) => type !== 'message')
    expect(ofChannels).toMatchObject([{ type: 'stream', op: 'delete' }])
  })

  it('are only of the types asked for', async () => {
    const { registered } = await register(people.ann, [])
    await announce({ type: 'realm', op: 'update', property: 'name', value: 'x' })
    await announce({ type: 'invites_changed' })
    expect(await changesFor(people.ann, registered.last_event_id, ['realm', 'nothing'])).toMatchObject({
      events: [{ payload: { type: 'realm' } }],
      eventCount: 1,
    })
  })

  it('are nobody else’s', async () => {
    const { registered } = await register(people.guest, [])
    await people.ann.post('messages', { type: 'direct', to: [people.ben.id], content: 'secret' }).succeeds()
    expect((await changesFor(people.guest, registered.last_event_id)).events).toEqual([])
  })

  it('send a client to register that was away for longer than the log reaches back', async () => {
    const { registered } = await register(people.ann, [])
    for (const value of ['a', 'b', 'c'])
      await announce({ type: 'realm', op: 'update', property: 'name', value })
    await server.core.db.query(sql`
      DELETE FROM event WHERE organization_id = ${people.organizationId} AND id <= ${registered.last_event_id + 2}`)
    expect(await changesFor(people.ann, registered.last_event_id)).toMatchObject({
      refusal: 'PRUNED',
      events: [],
    })
  })

  it('refuse a position that no event has yet', async () => {
    await expect(changesFor(people.ann, 1_000_000)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('are much smaller than a register in an organization with many people', async () => {
    await server.core.db.query(sql`
      INSERT INTO "user" (organization_id, delivery_email, full_name, role)
      SELECT ${people.organizationId}, 'many' || n || '@parley.example', 'Somebody ' || n, 400
      FROM generate_series(1, 2000) AS n`)
    const { registered } = await register(people.ann, undefined, modern)
    for (let count = 0; count < 30; count++) {
      await subscribe(people.ben, `new ${count % 5}`)
      await leave(people.ben, `new ${count % 5}`)
    }
    const changes = await changesFor(people.ann, Number(registered.last_event_id))
    const factor = JSON.stringify(registered).length / JSON.stringify(changes).length
    expect(factor).toBeGreaterThan(20)
  })
})

describe('after anything that may happen', () => {
  /** Always the same, so that the suite is; another one by CHANGES_SEED. Printed with a failure. */
  const seed = Number(process.env.CHANGES_SEED ?? 1)
  const names = fc.constantFrom('general', 'sandbox', 'tea', 'plans')
  const who = fc.constantFrom('owner', 'ann', 'ben', 'guest', 'bot') as fc.Arbitrary<
    'owner' | 'ann' | 'ben' | 'guest' | 'bot'
  >
  const step = fc.oneof(
    fc.record({
      does: fc.constant('subscribe' as const),
      by: fc.constantFrom('owner', 'ann', 'ben') as typeof who,
      name: names,
      whom: who,
      isPrivate: fc.boolean(),
    }),
    fc.record({
      does: fc.constant('leave' as const),
      by: fc.constantFrom('owner', 'ann', 'ben') as typeof who,
      name: names,
      whom: who,
      isPrivate: fc.boolean(),
    }),
    fc.record({
      does: fc.constant('send' as const),
      by: who,
      name: names,
      whom: who,
      isPrivate: fc.boolean(),
    }),
    fc.record({
      does: fc.constantFrom('describe', 'archive', 'unarchive'),
      by: fc.constantFrom('owner', 'ann') as typeof who,
      name: names,
      whom: who,
      isPrivate: fc.boolean(),
    }),
    fc.record({
      does: fc.constantFrom('star', 'unstar', 'read', 'unread'),
      by: who,
      name: names,
      whom: who,
      isPrivate: fc.boolean(),
    }),
    fc.record({
      does: fc.constantFrom('treat', 'mute channel', 'mute user', 'move', 'move away', 'edit', 'delete'),
      by: fc.constantFrom('owner', 'ann', 'ben') as typeof who,
      name: names,
      whom: who,
      isPrivate: fc.boolean(),
    }),
  )
  /** What is sent and what becomes of it, so that some of it mentions everybody. */
  const texts = ['x', '@**all** x', '@**Ben Ito** x', '@**topic** x']

  it('changes lead to what a fresh register tells, for everybody', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        people = await cast(server)
        const sent: number[] = []
        const { owner, ann, ben, guest, bot, moderator } = people
        await catchUp([owner, ann, ben, guest, bot, moderator], async () => {
          for (const { does, by, name, whom, isPrivate } of steps) {
            const actor = people[by]
            // Some of it is refused, which changes nothing.
            if (does === 'subscribe') {
              await actor.post('users/me/subscriptions', {
                subscriptions: [{ name }],
                principals: [people[whom].id],
                invite_only: isPrivate,
                authorization_errors_fatal: false,
              })
            } else if (does === 'leave') await leave(actor, name, { principals: [people[whom].id] })
            else if (does === 'send') {
              const { body } = await actor.post('messages', {
                type: 'stream',
                to: JSON.stringify(name),
                topic: isPrivate ? 't' : 'u',
                content: texts[sent.length % texts.length],
              })
              if (typeof body.id === 'number') sent.push(body.id)
            } else if (does === 'describe' || does.endsWith('archive')) {
              const { body } = await actor.get('get_stream_id', { stream: name })
              const path = `streams/${body.stream_id}`
              if (does === 'archive') await actor.delete(path)
              else if (does === 'unarchive') await actor.patch(path, { is_archived: false })
              else await actor.patch(path, { description: `For ${whom}` })
            } else if (does === 'treat' || does === 'mute channel') {
              const { body } = await actor.get('get_stream_id', { stream: name })
              const stream_id = Number(body.stream_id)
              if (does === 'treat') {
                const topic = isPrivate ? 't' : 'u'
                await actor.post('user_topics', { stream_id, topic, visibility_policy: stream_id % 2 })
              } else {
                const data = [{ stream_id, property: 'is_muted', value: isPrivate }]
                await actor.post('users/me/subscriptions/properties', { subscription_data: data })
              }
            } else if (does === 'mute user') {
              await (isPrivate ? mute : unmute)(actor, people[whom])
            } else if (does === 'move' || does === 'edit' || does === 'delete') {
              const id = sent.at(isPrivate ? -1 : -2)
              if (does === 'delete') await owner.delete(`messages/${id}`)
              else if (does === 'edit')
                await owner.patch(`messages/${id}`, { content: texts[steps.length % 4] })
              else {
                const propagate_mode = whom === 'ann' ? 'change_one' : 'change_all'
                await owner.patch(`messages/${id}`, { topic: by === 'ann' ? 't' : 'u', propagate_mode })
              }
            } else if (does === 'move away') {
              const { body } = await owner.get('get_stream_id', { stream: name })
              const id = sent.at(isPrivate ? -1 : -2)
              await owner.patch(`messages/${id}`, { stream_id: body.stream_id, propagate_mode: 'change_one' })
            } else {
              const flag = does.endsWith('star') ? 'starred' : 'read'
              await actor.post('messages/flags', {
                messages: sent.slice(-3),
                op: does.startsWith('un') ? 'remove' : 'add',
                flag,
              })
            }
          }
        })
      }),
      { numRuns: 8, seed, endOnFailure: true },
    )
  })
})
