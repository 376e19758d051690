import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { resolvesEmptyTopic, toggleOf } from '../../src/messages/update/resolved-topics.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { age, follow, read, said, topics } from './edit-support.ts'
import { channel, say, systemGroup } from './place.ts'

const server = testServer()
let people: Cast
let place: number

beforeAll(async () => {
  people = await cast(server)
  place = await channel(people, 'kitchen', [people.ann, people.ben, people.admin, people.guest])
})

const rename = (person: Person, id: number, topic: string) =>
  person.patch(`messages/${id}`, { topic, propagate_mode: 'change_all' })
const ofAnn = (word: string) => `@_**Ann Lee|${people.ann.id}** ${word} this topic.`

describe('Resolving a topic', () => {
  it('moves all of it to the name with the mark, and says so in it', async () => {
    const { ann, ben } = people
    const [one, two] = [await say(ben, place, 'tea', '1'), await say(ann, place, 'tea', '2')]
    await ben.post('user_topics', { stream_id: place, topic: 'tea', visibility_policy: 3 }).succeeds()
    const queue = await follow(ben)
    await rename(ann, two, '✔ tea').succeeds()
    expect(await topics(ann, place)).toEqual(['✔ tea'])
    expect(await said(ann, place, '✔ tea')).toEqual(['1', '2', ofAnn('resolved')])
    // Resolving is no move to those who look for moved messages, though it stands in the history.
    const message = await read(ben, one)
    expect(message.last_moved_timestamp).toBeUndefined()
    expect(message.edit_history).toMatchObject([{ topic: '✔ tea', prev_topic: 'tea' }])
    const events = await queue.take()
    expect(events.map(({ type, topic_name }) => topic_name ?? type)).toEqual([
      'tea',
      '✔ tea',
      'update_message',
      'message',
    ])
    await queue.replayEqualsFreshRegister()
    const listed = await ben
      .get('messages', { anchor: 'newest', num_before: 2, narrow: [['is', 'resolved']] })
      .succeeds()
    expect(listed.messages).toHaveLength(2)
  })

  it('takes the notice back when it is undone at once, and says so when it is not', async () => {
    const { ann, ben } = people
    const id = await say(ben, place, 'cups', '1')
    await rename(ann, id, '✔ cups').succeeds()
    const queue = await register(ben, ['message', 'delete_message'])
    await rename(ann, id, 'cups').succeeds()
    expect(await said(ann, place, 'cups')).toEqual(['1'])
    expect((await queue.take()).map(({ type }) => type)).toEqual(['delete_message'])
    await rename(ann, id, '✔ cups').succeeds()
    const { messages } = await ann
      .get('messages', { anchor: 'newest', num_before: 1, narrow: [['topic', '✔ cups']] })
      .succeeds()
    await age(server, [messages[0].id], 70)
    await rename(ann, id, 'cups').succeeds()
    expect(await said(ann, place, 'cups')).toEqual(['1', ofAnn('resolved'), ofAnn('reopened')])
  })

  it('gives each the notice as their setting has it: unread for whoever takes part', async () => {
    const { ann, ben, admin, guest, owner } = people
    const room = await channel(people, 'room', [ann, ben, admin, guest, owner])
    const id = await say(ben, room, 'plates', '1')
    await admin.post('user_topics', { stream_id: room, topic: 'plates', visibility_policy: 3 }).succeeds()
    await server.core.db.query(sql`
      UPDATE "user" SET settings = settings || '{"resolvedTopicNoticeAutoReadPolicy": "never"}' WHERE id = ${owner.id}`)
    await rename(ann, id, '✔ plates').succeeds()
    const flags = async (person: Person) => {
      const { messages } = await person
        .get('messages', { anchor: 'newest', num_before: 1, narrow: [['channel', 'room']] })
        .succeeds()
      return messages[0].flags
    }
    expect(await flags(ben)).toEqual([])
    expect(await flags(admin)).toEqual([])
    expect(await flags(guest)).toEqual(['read'])
    expect(await flags(ann)).toEqual(['read'])
    expect(await flags(owner)).toEqual([])
  })

  it('has a permission and no time limit of its own', async () => {
    const { ann, ben, owner } = people
    const id = await say(ben, place, 'forks', '1')
    await age(server, [id], 10_000_000)
    const nobody = await systemGroup(server, people, 'role:nobody')
    const everyone = await systemGroup(server, people, 'role:everyone')
    await owner.patch('realm', { can_resolve_topics_group: { new: nobody } }).succeeds()
    await rename(ann, id, '✔ forks').fails('BAD_REQUEST', "You don't have permission to resolve topics")
    await owner.patch(`streams/${place}`, { can_resolve_topics_group: { new: everyone } }).succeeds()
    await rename(ann, id, '✔ forks').succeeds()
    // Any other change of the name is a move.
    await rename(ann, id, 'spoons').fails('MOVE_MESSAGES_TIME_LIMIT_EXCEEDED')
    await ann.patch(`messages/${id}`, { topic: 'forks' }).fails('BAD_REQUEST', /time limit for moving/)
    await owner.patch('realm', { can_resolve_topics_group: { new: everyone } }).succeeds()
  })

  it('is not for the empty topic', async () => {
    const { ann } = people
    const id = await say(ann, place, '', '1')
    for (const topic of ['✔ ', '✔', '✔ general chat', '✔ (no topic)']) {
      await rename(ann, id, topic).fails('BAD_REQUEST', 'The empty topic cannot be resolved')
    }
  })

  it('is resolveTopic in GraphQL', async () => {
    const { ann, ben } = people
    const long = 'x'.repeat(60)
    const id = await say(ben, place, long, '1')
    const mutation = `mutation ($input: ResolveTopicInput!) {
      resolveTopic(input: $input) { movedMessageDatabaseIds message { topic } } }`
    const input = { channelDatabaseId: place, topic: long.toUpperCase() }
    const resolved = `✔ ${'x'.repeat(55)}...`
    expect(await ann.graphql(mutation, { input })).toEqual({
      resolveTopic: { movedMessageDatabaseIds: [id], message: { topic: resolved } },
    })
    await expect(ann.graphql(mutation, { input })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const back = { channelDatabaseId: place, topic: resolved, isResolved: false }
    const { resolveTopic } = await ann.graphql(mutation, { input: back })
    expect(resolveTopic.message.topic).toBe(`${'x'.repeat(55)}...`)
    await expect(
      people.guest.graphql(mutation, { input: { channelDatabaseId: people.general, topic: 'tea' } }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('The name of a resolved topic', () => {
  it('is known by its mark, however many there are', () => {
    expect(toggleOf('tea', '✔ tea')).toBe('resolve')
    expect(toggleOf('tea', '✔ Tea')).toBe(null)
    expect(toggleOf('✔ tea', '✔ ✔ tea')).toBe(null)
    expect(toggleOf('✔ ✔✔  tea', 'tea')).toBe('unresolve')
    expect(toggleOf('✔ ✔ tea', '✔ tea')).toBe(null)
    expect(toggleOf('✔tea', '✔ ✔tea')).toBe('resolve')
    expect(resolvesEmptyTopic('', '✔ tea')).toBe(false)
    expect(resolvesEmptyTopic('tea', '✔')).toBe(false)
  })
})
