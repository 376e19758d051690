import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register, type TestQueue } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { channel, say } from './place.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const gates = {
  fetch_event_types: [
    'message',
    'update_message_flags',
    'subscription',
    'user_topic',
    'recent_private_conversations',
  ],
  client_capabilities: { empty_topic_name: true, bulk_message_deletion: true },
}
const listen = (person: Person): Promise<TestQueue> => register(person, undefined, gates)

const mentionsOf = async (person: Person): Promise<number[]> =>
  (await person.post('register', gates).succeeds()).unread_msgs.mentions

const treat = (person: Person, topic: string, visibility_policy: number, stream_id = people.general) =>
  person.post('user_topics', { stream_id, topic, visibility_policy }).succeeds()

const muteChannel = (person: Person, value: boolean, stream_id = people.general) =>
  person
    .post('users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value }],
    })
    .succeeds()

/** Does something; a client that only follows events then has the mentions that a fresh one has. */
async function leaves(queue: TestQueue, mentions: readonly number[], act: () => Promise<unknown>) {
  await act()
  expect(await mentionsOf(people.ben)).toEqual(mentions)
  await queue.replayEqualsFreshRegister()
}

describe('Unread messages that mention everybody', () => {
  it('are no mentions while their topic or channel is muted, and are again afterwards', async () => {
    const { ann, ben, general } = people
    const everybody = await say(ann, general, 'tea', '@**all** Hello')
    const named = await say(ann, general, 'cake', '@**Ben Ito** and @**all**')
    await treat(ben, 'cake', 0)
    const read = await say(ann, general, 'tea', '@**all** Hello')
    await ben.post('messages/flags', { op: 'add', flag: 'read', messages: [read] }).succeeds()
    const [queue, other] = [await listen(ben), await listen(ann)]
    await leaves(queue, [named], () => treat(ben, 'TEA', 1))
    await leaves(queue, [named], () => treat(ben, 'cake', 1))
    await leaves(queue, [everybody, named], () => treat(ben, 'tea', 0))
    await leaves(queue, [named], () => muteChannel(ben, true))
    await leaves(queue, [everybody, named], () => treat(ben, 'tea', 2))
    await leaves(queue, [everybody, named], () => treat(ben, 'tea', 3))
    await leaves(queue, [named], () => treat(ben, 'tea', 0))
    await leaves(queue, [everybody, named], () => muteChannel(ben, false))
    await leaves(queue, [everybody, named], () => treat(ben, 'tea', 3))
    await leaves(queue, [everybody, named], () => muteChannel(ben, true))
    await other.receivesNothing()
  })

  it('are told once, and only when something changes for them', async () => {
    const { ann, ben, general } = people
    const id = await say(ann, general, 'tea', '@**all**')
    const queue = await register(ben, ['update_message_flags'])
    await treat(ben, 'tea', 3)
    await treat(ben, 'cake', 1)
    await muteChannel(ben, false)
    await muteChannel(ben, true)
    await queue.receivesNothing()
    await treat(ben, 'tea', 1)
    const common = {
      type: 'update_message_flags',
      op: 'remove',
      operation: 'remove',
      flag: 'read',
      all: false,
    }
    const details = { type: 'stream', stream_id: general, topic: 'tea', unmuted_stream_msg: false }
    await queue.receives({ ...common, messages: [id], message_details: { [id]: details } })
    await treat(ben, 'tea', 2)
    const unmuted = { ...details, unmuted_stream_msg: true, mentioned: true }
    await queue.receives({ ...common, messages: [id], message_details: { [id]: unmuted } })
  })

  it('count again when their reader takes part in the topic, which unmutes it', async () => {
    const { ann, ben, general } = people
    const first = await say(ann, general, 'tea', '@**all**')
    await muteChannel(ben, true)
    await server.core.db.query(sql`
      UPDATE "user" SET settings = settings || '{"automaticallyUnmuteTopicsInMutedChannelsPolicy": 1}'
      WHERE id = ${ben.id}`)
    const queue = await listen(ben)
    await leaves(queue, [first], () =>
      ben.post(`messages/${first}/reactions`, { emoji_name: 'tada' }).succeeds(),
    )
    await leaves(queue, [], () => treat(ben, 'tea', 1))
    let own = 0
    const send = async () => {
      own = await say(ben, general, 'tea', '@**all**', { read_by_sender: false })
    }
    await send()
    await leaves(queue, [first, own], async () => {})
    await leaves(queue, [], () => treat(ben, 'tea', 0))
    const mention = await say(ann, general, 'tea', '@**Ben Ito**')
    await leaves(queue, [first, own, mention], async () => {})
  })

  it('go and come back with moves into and out of muted topics and channels', async () => {
    const { owner, ann, ben, general } = people
    const quiet = await channel(people, 'quiet', [owner, ann, ben])
    const ids: number[] = []
    for (const text of ['@**all** one', '@**all** two', '@**Ben Ito** three', '@**topic** four']) {
      ids.push(await say(ann, general, 'tea', text))
    }
    for (const topic of ['tea', 'noise']) await say(ann, general, topic, 'Stays here')
    const [one = 0, two = 0, three = 0] = ids
    await treat(ben, 'tea', 0)
    await treat(ben, 'noise', 1)
    await muteChannel(ben, true, quiet)
    const queue = await listen(ben)
    const before = await mentionsOf(ben)
    const move = (id: number, more: object) => owner.patch(`messages/${id}`, { ...more }).succeeds()
    const others = before.filter((id) => id !== one)
    await leaves(queue, others, () => move(one, { topic: 'noise', propagate_mode: 'change_one' }))
    await leaves(queue, before, () => move(one, { topic: 'cake', propagate_mode: 'change_one' }))
    await leaves(queue, others, () => move(one, { stream_id: quiet, propagate_mode: 'change_one' }))
    await leaves(queue, before, () => move(one, { stream_id: general, topic: 'tea' }))
    await leaves(queue, before, () => move(two, { topic: 'Tea', propagate_mode: 'change_one' }))
    const left = before.filter((id) => id === one || id === three)
    await leaves(queue, left, () => move(two, { topic: 'noise', propagate_mode: 'change_later' }))
    // The rest of the topic comes with its policy, which makes the other one what its channel is.
    await leaves(queue, before, () => move(one, { topic: 'noise', propagate_mode: 'change_all' }))
  })

  it('follow the policies that a whole topic takes along', async () => {
    const { owner, ann, ben, general } = people
    const one = await say(ann, general, 'tea', '@**all** one')
    const two = await say(ann, general, 'cake', '@**all** two')
    await treat(ben, 'tea', 1)
    const queue = await listen(ben)
    const move = (id: number, topic: string) =>
      owner.patch(`messages/${id}`, { topic, propagate_mode: 'change_all' }).succeeds()
    expect(await mentionsOf(ben)).toEqual([two])
    await leaves(queue, [two], () => move(one, 'milk'))
    await leaves(queue, [one, two], () => move(two, 'milk'))
    const three = await say(ann, general, 'loud', '@**all** three')
    await treat(ben, 'milk', 1)
    await treat(ben, 'loud', 2)
    await leaves(queue, [one, two, three], () => move(three, 'milk'))
    await muteChannel(ben, true)
    await leaves(queue, [one, two, three], () => move(three, 'general'))
  })

  it('mention nobody who marks them as unread in a muted topic', async () => {
    const { ann, ben, general } = people
    const everybody = await say(ann, general, 'tea', '@**all**')
    const named = await say(ann, general, 'tea', '@**Ben Ito**')
    await treat(ben, 'tea', 1)
    const messages = [everybody, named]
    await ben.post('messages/flags', { op: 'add', flag: 'read', messages }).succeeds()
    const queue = await listen(ben)
    await leaves(queue, [named], () =>
      ben.post('messages/flags', { op: 'remove', flag: 'read', messages }).succeeds(),
    )
  })

  it('come and go with edits', async () => {
    const { ann, ben, general } = people
    const loud = await say(ann, general, 'tea', 'Hello')
    const silent = await say(ann, general, 'cake', 'Hello')
    for (const topic of ['cake', 'milk']) await say(ann, general, topic, 'Stays here')
    await treat(ben, 'cake', 1)
    const queue = await listen(ben)
    const edit = (id: number, content: string, more = {}) =>
      ann.patch(`messages/${id}`, { content, ...more }).succeeds()
    await leaves(queue, [loud], () => edit(loud, '@**all**'))
    await leaves(queue, [loud], () => edit(silent, '@**all**'))
    await leaves(queue, [], () => edit(loud, 'Hello'))
    await leaves(queue, [silent], () => edit(silent, '@**all** again', { topic: 'milk' }))
    await leaves(queue, [], () => edit(silent, '@**all** and again', { topic: 'cake' }))
  })
})
