import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const change = (person: Person, op: 'add' | 'remove', flag: string, messages: readonly number[]) =>
  person.post('messages/flags', { op, flag, messages })

async function flagsOf(reader: Person, id: number): Promise<string[]> {
  return (await reader.get(`messages/${id}`).succeeds()).message.flags
}

describe('POST /messages/flags', () => {
  it.each(['read', 'starred', 'collapsed'])('sets and clears %s, and tells only its owner', async (flag) => {
    const { ann, ben } = people
    const ids = [await say(ann, 'general', 'tea', 'One'), await say(ann, 'general', 'tea', 'Two')]
    const queue = await register(ben, ['update_message_flags'])
    const others = await register(ann, ['update_message_flags'])
    expect((await change(ben, 'add', flag, ids).succeeds()).messages).toEqual(ids)
    for (const id of ids) expect(await flagsOf(ben, id)).toEqual([flag])
    await queue.receives({
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag,
      messages: ids,
      all: false,
    })
    expect((await change(ben, 'remove', flag, ids.slice(0, 1)).succeeds()).messages).toEqual(ids.slice(0, 1))
    expect(await flagsOf(ben, ids[0] ?? 0)).toEqual([])
    expect(await flagsOf(ben, ids[1] ?? 0)).toEqual([flag])
    const [event] = await queue.takeCount(1)
    expect(event).toMatchObject({
      op: 'remove',
      operation: 'remove',
      flag,
      messages: ids.slice(0, 1),
      all: false,
    })
    await others.receivesNothing()
  })

  it('names and announces only messages whose flag really changes', async () => {
    const { ann, ben } = people
    const ids = [await say(ann, 'general', 'tea', 'One'), await say(ann, 'general', 'tea', 'Two')]
    await change(ben, 'add', 'starred', ids.slice(0, 1)).succeeds()
    const queue = await register(ben, ['update_message_flags'])
    expect((await change(ben, 'add', 'starred', [...ids, ...ids].reverse()).succeeds()).messages).toEqual([
      ids[1],
    ])
    expect((await change(ben, 'add', 'starred', ids).succeeds()).messages).toEqual([])
    expect(await queue.take()).toHaveLength(1)
  })

  it('says what a client needs to count messages as unread', async () => {
    const { ann, ben, admin } = people
    const toChannel = await say(ann, 'general', '', 'Hi @**Ben Ito**')
    const direct = await tell(ann, [ben, admin], 'Hi')
    const note = await tell(ben, [ben], 'Hi')
    const ids = [toChannel, direct, note]
    await change(ben, 'add', 'read', ids).succeeds()
    const queue = await register(ben, ['update_message_flags'], {
      client_capabilities: { empty_topic_name: true },
    })
    const reply = await change(ben, 'remove', 'read', ids).succeeds()
    expect(reply).toMatchObject({ messages: ids, ignored_because_not_subscribed_channels: [] })
    await queue.receives({
      type: 'update_message_flags',
      op: 'remove',
      operation: 'remove',
      flag: 'read',
      messages: ids,
      all: false,
      message_details: {
        [toChannel]: {
          type: 'stream',
          stream_id: people.general,
          topic: '',
          unmuted_stream_msg: true,
          mentioned: true,
        },
        [direct]: { type: 'private', user_ids: [admin.id, ann.id].sort((left, right) => left - right) },
        [note]: { type: 'private', user_ids: [] },
      },
    })
  })

  it('takes a message into the history that one can read but never received', async () => {
    const { ann, ben } = people
    const id = await say(ann, await channel(people, 'quiet', [ann]), 'tea', 'Hi')
    expect(await flagsOf(ben, id)).toEqual(['read', 'historical'])
    expect((await change(ben, 'add', 'read', [id]).succeeds()).messages).toEqual([])
    expect((await change(ben, 'remove', 'starred', [id]).succeeds()).messages).toEqual([])
    expect((await change(ben, 'add', 'starred', [id]).succeeds()).messages).toEqual([id])
    expect(await flagsOf(ben, id)).toEqual(['read', 'starred', 'historical'])
    const { messages } = await ben
      .get('messages', { anchor: 'newest', num_before: 5, narrow: [['is', 'starred']] })
      .succeeds()
    expect(messages).toMatchObject([{ id }])
  })

  it('lets messages become unread only in channels that one is subscribed to', async () => {
    const { ann, ben } = people
    const quiet = await channel(people, 'quiet', [ann])
    const there = await say(ann, quiet, 'tea', 'Hi')
    const here = await say(ann, 'general', 'tea', 'Hi')
    await change(ben, 'add', 'read', [here]).succeeds()
    const queue = await register(ben, ['update_message_flags'])
    const reply = await change(ben, 'remove', 'read', [there, here]).succeeds()
    expect(reply).toMatchObject({ messages: [here], ignored_because_not_subscribed_channels: [quiet] })
    expect(await flagsOf(ben, there)).toEqual(['read', 'historical'])
    expect(await queue.take()).toMatchObject([{ messages: [here] }])

    await ben.post('users/me/subscriptions', { subscriptions: [{ name: 'quiet' }] }).succeeds()
    expect((await change(ben, 'remove', 'read', [there]).succeeds()).messages).toEqual([there])
    expect(await flagsOf(ben, there)).toEqual(['historical'])
  })

  it('changes nothing when one of the messages would have to enter the history and cannot be read', async () => {
    const { ann, ben, owner } = people
    const secret = await channel(people, 'secret', [owner], { invite_only: true })
    const hidden = await say(owner, secret, 'tea', 'Hi')
    const letter = await tell(ann, [owner], 'Hi')
    const id = await say(ann, 'general', 'tea', 'Hi')
    const queue = await register(ben, ['update_message_flags'])
    for (const other of [hidden, letter, 999_999]) {
      for (const [op, flag] of [
        ['add', 'starred'],
        ['add', 'collapsed'],
        ['remove', 'read'],
      ] as const) {
        const error = await change(ben, op, flag, [id, other]).fails('BAD_REQUEST')
        expect(error).toEqual({ result: 'error', code: 'BAD_REQUEST', msg: 'Invalid message(s)' })
      }
      expect((await change(ben, 'remove', 'starred', [other]).succeeds()).messages).toEqual([])
      expect((await change(ben, 'add', 'read', [other]).succeeds()).messages).toEqual([])
    }
    expect(await flagsOf(ben, id)).toEqual([])
    await queue.receivesNothing()
  })

  it('passes over messages that one has received but can no longer read', async () => {
    const { owner, ben } = people
    const secret = await channel(people, 'secret', [owner, ben], { invite_only: true })
    const id = await say(owner, secret, 'tea', 'Hi')
    await ben.delete('users/me/subscriptions', { subscriptions: ['secret'] }).succeeds()
    expect((await change(ben, 'add', 'starred', [id]).succeeds()).messages).toEqual([])
    await ben.get(`messages/${id}`).fails('BAD_REQUEST', 'Invalid message')
  })

  it.each(['mentioned', 'historical', 'has_alert_word', 'wildcard_mentioned', 'stream_wildcard_mentioned'])(
    'does not let anybody change %s',
    async (flag) => {
      await change(people.ben, 'add', flag, []).fails('BAD_REQUEST', `Flag not editable: '${flag}'`)
    },
  )

  it('refuses wrong, missing and oversized parameters', async () => {
    const { ben } = people
    await change(ben, 'add', 'shiny', []).fails('BAD_REQUEST', "Invalid flag: 'shiny'")
    await ben
      .post('messages/flags', { op: 'flip', flag: 'read', messages: [] })
      .fails('BAD_REQUEST', 'Invalid op')
    await ben
      .post('messages/flags', { op: 'add', flag: 'read', messages: ['1'] })
      .fails('BAD_REQUEST', /messages\[0\]/)
    await ben
      .post('messages/flags', { op: 'add', flag: 'read', messages: '1' })
      .fails('BAD_REQUEST', /messages/)
    await ben
      .post('messages/flags', { op: 'add', flag: 'read', messages: [2 ** 31] })
      .fails('BAD_REQUEST', 'messages[0] is too large')
    await ben
      .post('messages/flags', { op: 'add', flag: 'read' })
      .fails('REQUEST_VARIABLE_MISSING', 'messages')
    const { ignored_parameters_unsupported: ignored } = await ben
      .post('messages/flags', { op: 'add', flag: 'read', messages: [], why: 'x' })
      .succeeds()
    expect(ignored).toEqual(['why'])
  })

  describe.runIf(onPostgres)('at the same time from two clients', () => {
    it('changes and announces each message once', async () => {
      const { ann, ben } = people
      const ids: number[] = []
      for (let i = 0; i < 10; i++) ids.push(await say(ann, 'general', 'tea', `${i}`))
      const queue = await register(ben, ['update_message_flags'])
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          change(ben, 'add', 'starred', i % 2 ? ids : [...ids].reverse()).succeeds(),
        ),
      )
      const changed = replies.flatMap(({ messages }) => messages)
      expect(changed.sort((left, right) => left - right)).toEqual(ids)
      const announced = (await queue.take()).flatMap(({ messages }) => messages)
      expect(announced.sort((left, right) => left - right)).toEqual(ids)
    })
  })
})
