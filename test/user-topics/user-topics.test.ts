import { describe, expect, it } from 'vitest'
import { archiveOn } from '../channels/support.ts'
import { say } from '../messages/place.ts'
import { cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const archive = archiveOn(server)

const treat = (person: Person, stream_id: number, topic: string, visibility_policy: unknown) =>
  person.post('user_topics', { stream_id, topic, visibility_policy })

const gates = { fetch_event_types: ['user_topic', 'stream'], client_capabilities: { empty_topic_name: true } }

async function topicsOf(person: Person): Promise<{ topic_name: string; visibility_policy: number }[]> {
  return (await person.post('register', gates).succeeds()).user_topics
}

const aMoment = expect.any(Number)

describe('POST /user_topics', () => {
  it.each([
    ['mutes', 1],
    ['unmutes', 2],
    ['follows', 3],
  ])('%s a topic, with or without messages, and tells only the one who wants it', async (_, policy) => {
    const { ann, ben, general } = await cast(server)
    const queue = await register(ann, ['user_topic'], gates)
    const other = await register(ben, ['user_topic', 'muted_topics'])
    const before = Math.floor(Date.now() / 1000)
    expect(await treat(ann, general, 'tea', policy).succeeds()).toEqual({ result: 'success', msg: '' })
    const topic = { stream_id: general, topic_name: 'tea', last_updated: aMoment, visibility_policy: policy }
    await queue.receives({ type: 'user_topic', ...topic })
    const [kept, ...others] = (await ann.post('register', gates).succeeds()).user_topics
    expect(kept).toEqual(topic)
    expect(kept.last_updated).toBeGreaterThanOrEqual(before)
    expect(others).toEqual([])
    await other.receivesNothing()
    await queue.replayEqualsFreshRegister()
  })

  it('takes a policy back, and tells of it; what is so already changes nothing', async () => {
    const { ann, general } = await cast(server)
    await treat(ann, general, 'tea', 3).succeeds()
    const queue = await register(ann, ['user_topic'], gates)
    await treat(ann, general, 'TEA', 3).succeeds()
    await treat(ann, general, 'coffee', 0).succeeds()
    await queue.receivesNothing()
    await treat(ann, general, 'Tea', 0).succeeds()
    await queue.receives({
      type: 'user_topic',
      stream_id: general,
      topic_name: 'Tea',
      last_updated: aMoment,
      visibility_policy: 0,
    })
    expect(await topicsOf(ann)).toEqual([])
  })

  it('has one policy for a topic in every spelling', async () => {
    const { ann, general } = await cast(server)
    const queue = await register(ann, ['user_topic'], gates)
    await treat(ann, general, 'Öl', 1).succeeds()
    await treat(ann, general, ' öl ', 3).succeeds()
    expect(await topicsOf(ann)).toMatchObject([{ topic_name: 'öl', visibility_policy: 3 }])
    await queue.replayEqualsFreshRegister()
  })

  it('knows the empty topic by all its names, and shows it by what the client can', async () => {
    const { ann, general } = await cast(server)
    const plain = await register(ann, ['user_topic'], { fetch_event_types: ['user_topic'] })
    await treat(ann, general, '', 1).succeeds()
    await treat(ann, general, 'general chat', 2).succeeds()
    expect(await topicsOf(ann)).toMatchObject([{ topic_name: '', visibility_policy: 2 }])
    const shown = await ann.post('register', { fetch_event_types: ['user_topic'] }).succeeds()
    expect(shown.user_topics).toMatchObject([{ topic_name: 'general chat' }])
    await plain.replayEqualsFreshRegister()
  })

  it('is for channels that the caller may read, subscribed or not', async () => {
    const { ann, ben, guest, general } = await cast(server)
    const { id: open } = await ben.post('channels/create', { name: 'Open', subscribers: [ben.id] }).succeeds()
    const { id: hidden } = await ben
      .post('channels/create', { name: 'Hidden', subscribers: [ben.id], invite_only: true })
      .succeeds()
    await treat(ann, open, 'tea', 3).succeeds()
    for (const id of [hidden, 2_000_000_000]) {
      await treat(ann, id, 'tea', 3).fails('BAD_REQUEST', 'Invalid channel ID')
      await treat(ann, id, 'tea', 0).fails('BAD_REQUEST', 'Invalid channel ID')
    }
    await treat(guest, general, 'tea', 1).fails('BAD_REQUEST', 'Invalid channel ID')
    await archive(open)
    await treat(ann, open, 'tea', 1).succeeds()
  })

  it('lets somebody drop a policy in a channel that they no longer see', async () => {
    const { ann, ben } = await cast(server)
    const { id } = await ben
      .post('channels/create', { name: 'Hidden', subscribers: [ann.id, ben.id], invite_only: true })
      .succeeds()
    await treat(ann, id, 'tea', 1).succeeds()
    const queue = await register(ann, undefined)
    await ann.delete('users/me/subscriptions', { subscriptions: ['Hidden'] }).succeeds()
    await queue.replayEqualsFreshRegister()
    await treat(ann, id, 'tea', 3).fails('BAD_REQUEST', 'Invalid channel ID')
    await treat(ann, id, 'other', 0).fails('BAD_REQUEST', 'Invalid channel ID')
    await treat(ann, id, 'tea', 0).succeeds()
    await treat(ann, id, 'tea', 0).fails('BAD_REQUEST', 'Invalid channel ID')
    expect(await topicsOf(ann)).toEqual([])
    await queue.replayEqualsFreshRegister()
  })

  it('refuses wrong parameters', async () => {
    const { ann, general } = await cast(server)
    await treat(ann, general, 'tea', 4).fails('BAD_REQUEST', 'Invalid visibility_policy')
    await treat(ann, general, 'tea', '"muted"').fails('BAD_REQUEST', 'Invalid visibility_policy')
    await treat(ann, general, 'x'.repeat(61), 1).fails(
      'BAD_REQUEST',
      'topic is too long (limit: 60 characters)',
    )
    await treat(ann, general, 'a\u0007b', 1).fails('BAD_REQUEST', /Invalid character in topic/)
    await ann.post('user_topics', { stream_id: general, topic: 'tea' }).fails('REQUEST_VARIABLE_MISSING')
    await ann
      .post('user_topics', { stream_id: 'general', topic: 'tea', visibility_policy: 1 })
      .fails('BAD_REQUEST', 'stream_id is not valid JSON')
  })
})

describe('muted_topics, the old form', () => {
  const mute = (person: Person, more: Record<string, unknown>) =>
    person.patch('users/me/subscriptions/muted_topics', { topic: 'tea', op: 'add', ...more })

  it('PATCH /users/me/subscriptions/muted_topics mutes and unmutes, by id or name, as often as one likes', async () => {
    const { ann, general } = await cast(server)
    for (const channel of [{ stream_id: general }, { stream: 'General' }]) {
      await mute(ann, channel).succeeds()
      await mute(ann, channel).succeeds()
      expect(await topicsOf(ann)).toMatchObject([{ topic_name: 'tea', visibility_policy: 1 }])
      await mute(ann, { ...channel, op: 'remove' }).succeeds()
      await mute(ann, { ...channel, op: 'remove' }).succeeds()
      expect(await topicsOf(ann)).toEqual([])
    }
  })

  it('does not take back that a topic is followed', async () => {
    const { ann, general } = await cast(server)
    await treat(ann, general, 'tea', 3).succeeds()
    await mute(ann, { stream_id: general, op: 'remove' }).succeeds()
    expect(await topicsOf(ann)).toMatchObject([{ visibility_policy: 3 }])
  })

  it('takes exactly one name of the channel', async () => {
    const { ann, ben, general } = await cast(server)
    await mute(ann, {}).fails('REQUEST_VARIABLE_MISSING', /'stream_id'/)
    const body = await mute(ann, { stream_id: general, stream: 'general' }).fails('BAD_REQUEST')
    expect(body.parameters).toBe('stream_id, stream')
    await mute(ann, { stream_id: general, op: 'toggle' }).fails('BAD_REQUEST', 'Invalid op')
    await ben.post('channels/create', { name: 'Hidden', subscribers: [ben.id], invite_only: true }).succeeds()
    for (const stream of ['Hidden', 'Nowhere']) {
      await mute(ann, { stream }).fails('BAD_REQUEST', `Invalid channel name '${stream}'`)
    }
  })

  it('is told, all of it, when it changes, unless the queue names user_topic', async () => {
    const { ann, general, sandbox } = await cast(server)
    await treat(ann, general, 'tea', 1).succeeds()
    const old = await register(ann, ['muted_topics'])
    const all = await register(ann, undefined)
    const modern = await register(ann, ['user_topic', 'muted_topics'])
    await treat(ann, sandbox, '', 1).succeeds()
    await treat(ann, general, 'coffee', 3).succeeds()
    const tea = ['general', 'tea', aMoment]
    const chat = ['sandbox', 'general chat', aMoment]
    await old.receives({ type: 'muted_topics', muted_topics: [tea, chat] })
    const event = { type: 'user_topic', last_updated: aMoment }
    const sandboxMuted = { ...event, stream_id: sandbox, topic_name: 'general chat', visibility_policy: 1 }
    const coffee = { ...event, stream_id: general, topic_name: 'coffee', visibility_policy: 3 }
    await all.receives({ type: 'muted_topics', muted_topics: [tea, chat] }, sandboxMuted, coffee)
    await modern.receives(sandboxMuted, coffee)
    for (const queue of [old, all, modern]) await queue.replayEqualsFreshRegister()
  })

  it('is in the snapshot unless user_topic is asked for by name', async () => {
    const { ann, general } = await cast(server)
    await treat(ann, general, 'tea', 1).succeeds()
    const fetch = async (fetch_event_types?: string[]) =>
      (await ann.post('register', { fetch_event_types }).succeeds()).muted_topics
    expect(await fetch()).toEqual([['general', 'tea', aMoment]])
    expect(await fetch(['muted_topics'])).toEqual([['general', 'tea', aMoment]])
    expect(await fetch(['muted_topics', 'user_topic'])).toBeUndefined()
  })
})

describe('when a topic is deleted', () => {
  it('nobody treats it in a way of their own any more, and each of them is told', async () => {
    const { owner, ann, ben, guest, general, sandbox } = await cast(server)
    await say(ann, general, 'Tea', 'Hello')
    await treat(ann, general, 'tea', 1).succeeds()
    await treat(ann, sandbox, 'tea', 1).succeeds()
    await treat(ben, general, 'TEA', 3).succeeds()
    const [anns, bens, gus] = await Promise.all(
      [ann, ben, guest].map((person) => register(person, ['muted_topics', 'user_topic'])),
    )
    const [old, all] = [await register(ann, ['muted_topics']), await register(ann, undefined)]
    await owner.post(`streams/${general}/delete_topic`, { topic_name: 'tea' }).succeeds()
    const cleared = { type: 'user_topic', stream_id: general, last_updated: aMoment, visibility_policy: 0 }
    await anns?.receives({ ...cleared, topic_name: 'tea' })
    await bens?.receives({ ...cleared, topic_name: 'TEA' })
    await gus?.receivesNothing()
    await old.receives({ type: 'muted_topics', muted_topics: [['sandbox', 'tea', aMoment]] })
    for (const queue of [old, all]) await queue.replayEqualsFreshRegister()
    expect(await topicsOf(ben)).toEqual([])
  })
})

describe('setTopicVisibility', () => {
  const mutation = `mutation ($input: SetTopicVisibilityInput!) {
    setTopicVisibility(input: $input) { channelDatabaseId topic policy }
  }`

  it('does the same over GraphQL, under a condition if asked', async () => {
    const { ann, general } = await cast(server)
    const set = async (input: Record<string, unknown>) =>
      (await ann.graphql(mutation, { input: { channelDatabaseId: general, topic: 'tea', ...input } }))
        .setTopicVisibility.policy
    expect(await set({ policy: 'FOLLOWED' })).toBe('FOLLOWED')
    expect(await set({ policy: 'NONE', instead: 'MUTED' })).toBe('FOLLOWED')
    const { viewer } = await ann.graphql(
      '{ viewer { topicVisibilities { channelDatabaseId topic policy } } }',
    )
    expect(viewer.topicVisibilities).toEqual([
      { channelDatabaseId: general, topic: 'tea', policy: 'FOLLOWED' },
    ])
    expect(await set({ policy: 'NONE', instead: 'FOLLOWED' })).toBe('NONE')
  })

  it('refuses what REST refuses', async () => {
    const { ann, guest, general } = await cast(server)
    const set = (person: Person, input: Record<string, unknown>) =>
      person.graphql(mutation, { input: { topic: 'tea', policy: 'MUTED', ...input } })
    await expect(set(ann, {})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(set(ann, { channelDatabaseId: general, topic: 'x'.repeat(61) })).rejects.toMatchObject({
      message: /topic is too long/,
    })
    await expect(set(guest, { channelDatabaseId: general })).rejects.toMatchObject({
      message: 'Invalid channel ID',
    })
  })
})

describe('narrows', () => {
  it('leave out what is muted and find what is followed: the topic decides before the channel', async () => {
    const { ann, ben, general, sandbox } = await cast(server)
    const sent: Record<string, number> = {}
    for (const [id, topic] of [
      [general, 'muted'],
      [general, 'plain'],
      [sandbox, 'unmuted'],
      [sandbox, 'Followed'],
      [sandbox, 'quiet'],
    ] as const) {
      sent[topic] = await say(ben, id, topic, topic)
    }
    await ann.patch(`users/me/subscriptions/${sandbox}`, { property: 'is_muted', value: true }).succeeds()
    await treat(ann, general, 'MUTED', 1).succeeds()
    await treat(ann, sandbox, 'unmuted', 2).succeeds()
    await treat(ann, sandbox, 'followed', 3).succeeds()
    const find = async (...terms: [string, string, boolean?][]) => {
      const narrow = terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated }))
      const { messages } = await ann
        .get('messages', { anchor: sent.muted, num_before: 0, num_after: 50, narrow })
        .succeeds()
      return messages.map(({ content }: { content: string }) => content.replace(/<\/?p>/g, ''))
    }
    expect(await find(['is', 'muted'])).toEqual(['muted', 'quiet'])
    expect(await find(['in', 'home'])).toEqual(['plain', 'unmuted', 'Followed'])
    expect(await find(['is', 'followed'])).toEqual(['Followed'])
    expect(await find(['is', 'followed', true], ['in', 'home'])).toEqual(['plain', 'unmuted'])
    const { anchor } = await ann
      .get('messages', {
        anchor: 'first_unread',
        num_before: 0,
        num_after: 0,
        narrow: [['stream', 'sandbox']],
      })
      .succeeds()
    expect(anchor).toBe(sent.unmuted)
    await ann
      .post('register', { narrow: [['is', 'followed']] })
      .fails('BAD_REQUEST', 'Operator is not supported.')
  })
})
