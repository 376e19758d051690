import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { age, follow, move, read, said, topics } from './edit-support.ts'
import { Backstage, channel, say } from './place.ts'

const server = testServer()
let people: Cast
/** Ann, Ben and the guest are in it. */
let open: number

beforeAll(async () => {
  people = await cast(server)
  open = await channel(people, 'open', [people.ann, people.ben, people.guest])
})

const protectedHistory = { invite_only: true, history_public_to_subscribers: false }
const unseen = (person: Person, id: number) =>
  person.get(`messages/${id}`).fails('BAD_REQUEST', 'Invalid message(s)')
const all = { propagate_mode: 'change_all' }
const first = async (id: number) =>
  (await people.owner.get(`streams/${id}`).succeeds()).stream.first_message_id

describe('PATCH /messages/{message_id} with a channel', () => {
  it('takes messages from those who cannot read the new channel, and tells everybody', async () => {
    const { ann, ben, admin, guest } = people
    const closed = await channel(people, 'closed', [ann, admin], { invite_only: true })
    const [one, two] = [await say(ben, open, 'Tea', 'Hi @**Adam Admin**'), await say(ann, open, 'tea', '2')]
    await ben.post('messages/flags', { op: 'add', flag: 'starred', messages: [one] }).succeeds()
    await ben.post('user_topics', { stream_id: open, topic: 'tea', visibility_policy: 3 }).succeeds()
    await ann.post('user_topics', { stream_id: open, topic: 'tea', visibility_policy: 3 }).succeeds()
    const queues = await Promise.all([ann, ben, admin, guest].map(follow))
    const told = await Promise.all(
      [ann, ben, admin, guest].map((person) =>
        register(person, ['update_message', 'delete_message'], {
          client_capabilities: { bulk_message_deletion: true },
        }),
      ),
    )
    await move(ann, two, { stream_id: closed, ...all }).succeeds()
    const message = await read(ann, two)
    expect(message).toMatchObject({ stream_id: closed, subject: 'tea', display_recipient: 'closed' })
    expect(await read(ann, one)).toMatchObject({ subject: 'Tea' })
    expect(message.edit_history).toEqual([
      { user_id: ann.id, timestamp: message.last_moved_timestamp, prev_stream: open, stream: closed },
    ])
    const event = (flags: string[]) => ({
      type: 'update_message',
      user_id: ann.id,
      rendering_only: false,
      message_id: two,
      message_ids: [one, two],
      flags,
      edit_timestamp: message.last_moved_timestamp,
      stream_name: 'open',
      stream_id: open,
      new_stream_id: closed,
      propagate_mode: 'change_all',
      orig_subject: 'tea',
    })
    const gone = {
      type: 'delete_message',
      message_type: 'stream',
      message_ids: [one, two],
      stream_id: open,
      topic: 'tea',
    }
    await told[0]?.receives(event([]))
    await told[1]?.receives(gone)
    await told[2]?.receives(event(['read', 'historical']))
    await told[3]?.receives(gone)
    for (const queue of queues) await queue.replayEqualsFreshRegister()
    for (const person of [ben, guest]) await unseen(person, one)
    const policies = async (person: Person) =>
      (await person.post('register', { event_types: ['user_topic'] }).succeeds()).user_topics
    expect(await policies(ben)).toEqual([])
    expect(await policies(ann)).toMatchObject([
      { stream_id: closed, topic_name: 'tea', visibility_policy: 3 },
    ])
  })

  it('gives messages to the subscribers of a channel with protected history, read', async () => {
    const { ann, ben, admin, moderator } = people
    const late = await channel(people, 'late', [ann, admin], protectedHistory)
    const id = await say(ben, open, 'cups', 'Hi')
    const queues = await Promise.all([ann, ben, admin].map(follow))
    await ann.patch(`messages/${id}`, { stream_id: late, topic: 'mugs' }).succeeds()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
    expect((await read(admin, id)).flags).toEqual(['read', 'historical'])
    expect((await read(ann, id)).flags).toEqual([])
    await unseen(ben, id)
    expect(await said(admin, late, 'mugs')).toEqual(['Hi', expect.stringContaining('moved here from')])
    await ann
      .post('users/me/subscriptions', {
        subscriptions: [{ name: 'late' }],
        principals: [moderator.id],
      })
      .succeeds()
    // Whoever comes later does not see what was moved before.
    await unseen(moderator, id)
  })

  it('moves only what the mover has received, and tells each of what they have received', async () => {
    const { ann, ben, moderator } = people
    const past = await channel(people, 'past', [ann, moderator], protectedHistory)
    const one = await say(ann, past, 'tea', '1')
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'past' }], principals: [ben.id] })
      .succeeds()
    const two = await say(ann, past, 'tea', '2')
    const [anns, bens] = await Promise.all([ann, ben].map((person) => register(person, ['update_message'])))
    await move(ann, one, { topic: 'milk', ...all }).succeeds()
    expect(await anns?.take()).toMatchObject([{ message_id: one, message_ids: [one, two] }])
    expect(await bens?.take()).toMatchObject([{ message_id: two, message_ids: [two] }])
    await move(ben, two, { topic: 'cream', ...all }).succeeds()
    expect(await said(ann, past, 'milk')).toEqual(['1'])
    expect(await topics(ann, past)).toEqual(['cream', 'milk'])
    await age(server, [one], 700_000)
    // Counts, too, are of what one can read.
    await move(ben, two, { topic: 'milk' }).succeeds()
    await move(ben, two, { topic: 'cake', ...all }).succeeds()
    // Into a channel that everybody can read, all can see what they had not received.
    await move(moderator, one, { stream_id: open }).succeeds()
    expect(await read(ben, one)).toMatchObject({ stream_id: open, flags: ['read', 'historical'] })
  })

  it('leaves messages unread only for those who are in both channels', async () => {
    const { ann, ben, admin } = people
    const from = await channel(people, 'from', [ann, ben, admin])
    const to = await channel(people, 'to', [ann, ben])
    const id = await say(ann, from, 'tea', 'Hi')
    const queues = await Promise.all([ben, admin].map(follow))
    const flags = await register(admin, ['update_message', 'update_message_flags'])
    await move(ann, id, { stream_id: to }).succeeds()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
    expect((await read(ben, id)).flags).toEqual([])
    expect(await flags.takeCount(2)).toMatchObject([
      { type: 'update_message', flags: ['read'] },
      { type: 'update_message_flags', op: 'add', flag: 'read', messages: [id] },
    ])
    expect(await first(from)).toBe(null)
    expect(await first(to)).toBe(id)
  })

  it('moves the first messages of both channels, and tells who sees them', async () => {
    const { ann, owner } = people
    const [from, to] = [await channel(people, 'first', [ann]), await channel(people, 'second', [ann])]
    const [one, two] = [await say(ann, from, 'a', '1'), await say(ann, from, 'b', '2')]
    const three = await say(ann, to, 'a', '3')
    const queue = await register(owner, ['stream'])
    await move(ann, one, { stream_id: to }).succeeds()
    expect([await first(from), await first(to)]).toEqual([two, one])
    expect(await queue.take()).toMatchObject([
      { property: 'first_message_id', stream_id: from, value: two },
      { property: 'first_message_id', stream_id: to, value: one },
    ])
    expect(await said(ann, to, 'a')).toEqual(['1', '3'])
    expect(three).toBeGreaterThan(one)
  })

  it('takes reading both channels and posting in the new one', async () => {
    const { ann, ben, admin, owner, guest } = people
    const hidden = await channel(people, 'hidden', [admin], { invite_only: true })
    const readOnly = await channel(people, 'read only', [ann, ben])
    const moderators = (await server.core.systemGroups.of(server.core.db, people.organizationId)).idOf[
      'role:moderators'
    ]
    await owner.patch(`streams/${readOnly}`, { can_send_message_group: { new: moderators } }).succeeds()
    const id = await say(ann, open, 'keep', 'Hi')
    await move(ann, id, { stream_id: hidden }).fails('BAD_REQUEST', 'Invalid channel ID')
    await move(ann, id, { stream_id: 2_000_000_000 }).fails('BAD_REQUEST', 'Invalid channel ID')
    await move(ann, id, { stream_id: readOnly }).fails('BAD_REQUEST', /Not authorized to send/)
    await move(guest, id, { stream_id: people.general }).fails('BAD_REQUEST', 'Invalid channel ID')
    await move(ann, id, { stream_id: open }).fails('BAD_REQUEST', 'Nothing to change')
    const there = await say(admin, hidden, 'keep', 'Hi')
    const [unknown, secret] = [
      await move(ann, 2_000_000_000, { stream_id: open }),
      await move(ann, there, { stream_id: open }),
    ]
    expect(secret.body).toEqual(unknown.body)
    const archived = await channel(people, 'archived', [ann])
    const old = await say(ann, archived, 'tea', 'Hi')
    await new Backstage(server, people).archive(archived)
    await move(ann, id, { stream_id: archived }).fails('BAD_REQUEST', /Not authorized to send/)
    await move(ann, old, { stream_id: open }).fails('BAD_REQUEST', /archived/)
    expect(await read(ann, id)).toMatchObject({ stream_id: open, subject: 'keep' })
  })

  it('keeps the time limit for moving between channels, and the stricter one for both changes', async () => {
    const own = await cast(server)
    const backstage = new Backstage(server, own)
    const { ann, moderator, general, sandbox } = own
    const id = await say(ann, general, 'tea', 'Hi')
    await backstage.organizationSetting('moveMessagesBetweenChannelsLimitSeconds', 100)
    await age(server, [id], 130)
    await move(ann, id, { stream_id: sandbox }).fails('BAD_REQUEST', /time limit for moving/)
    await move(ann, id, { topic: 'milk' }).succeeds()
    await backstage.organizationSetting('moveMessagesBetweenChannelsLimitSeconds', null)
    await backstage.organizationSetting('moveMessagesWithinChannelLimitSeconds', 100)
    await move(ann, id, { stream_id: sandbox, topic: 'tea' }).fails('BAD_REQUEST', /time limit for moving/)
    await move(ann, id, { stream_id: sandbox }).succeeds()
    await move(moderator, id, { stream_id: general, topic: 'tea' }).succeeds()
  })
})
