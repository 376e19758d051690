import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { Backstage, channel, say, systemGroup } from './place.ts'

const server = testServer()
let people: Cast
let backstage: Backstage

beforeEach(async () => {
  people = await cast(server)
  backstage = new Backstage(server, people)
})

/** The newest message of a channel, as the owner sees it. */
async function newest(channelId: number) {
  const narrow = [{ operator: 'channel', operand: channelId }]
  const { messages } = await people.owner
    .get('messages', {
      anchor: 'newest',
      num_before: 1,
      narrow,
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
    .succeeds()
  return messages[0]
}

describe('POST /messages to a channel', () => {
  it.each([
    ['a name', () => 'general'],
    ['a name in another case', () => 'GENERAL'],
    ['a name in quotes', () => '"general"'],
    ['a list of one name', () => '["general"]'],
    ['an id', () => String(people.general)],
    ['a list of one id', () => `[${people.general}]`],
  ])('takes %s', async (_, to) => {
    const { id } = await people.ann
      .post('messages', { type: 'stream', to: to(), topic: 'tea', content: 'Hi' })
      .succeeds()
    expect(await newest(people.general)).toMatchObject({ id, type: 'stream', subject: 'tea', content: 'Hi' })
  })

  it.each(['stream', 'channel'])('takes the type %s, and subject for topic', async (type) => {
    await people.ann.post('messages', { type, to: 'general', subject: 'tea', content: 'Hi' }).succeeds()
    expect(await newest(people.general)).toMatchObject({ subject: 'tea' })
  })

  it('refuses topic together with subject', async () => {
    const both = { type: 'stream', to: 'general', topic: 'a', subject: 'b', content: 'Hi' }
    const error = await people.ann.post('messages', both).fails('REQUEST_CONFUSING_VAR')
    expect(error).toMatchObject({ var_name1: 'topic', var_name2: 'subject' })
  })

  it.each([
    ['["general", "sandbox"]', 'exactly one channel'],
    ['[]', 'exactly one channel'],
    ['true', 'Invalid data type for channel'],
    ['{"id": 1}', 'Invalid data type for channel'],
    ['1.5', 'Invalid data type for channel'],
    ['null', 'Invalid data type for channel'],
  ])('refuses %s as a channel', async (to, message) => {
    await people.ann
      .post('messages', { type: 'stream', to, topic: 'tea', content: 'Hi' })
      .fails('BAD_REQUEST', message)
  })

  it.each([
    [{ to: 'general', content: 'Hi' }, 'type'],
    [{ type: 'stream', content: 'Hi' }, 'to'],
    [{ type: 'stream', to: 'general' }, 'content'],
  ])('names what is missing: %j', async (parameters, name) => {
    const error = await people.ann.post('messages', parameters).fails('REQUEST_VARIABLE_MISSING', name)
    expect(error.var_name).toBe(name)
  })

  it('refuses unknown types, wrong values and halves of pairs, and reports what it does not know', async () => {
    const good = { type: 'stream', to: 'general', topic: 'tea', content: 'Hi' }
    await people.ann.post('messages', { ...good, type: 'smoke' }).fails('BAD_REQUEST', 'Invalid type')
    await people.ann
      .post('messages', { ...good, read_by_sender: 'yes' })
      .fails('BAD_REQUEST', /read_by_sender/)
    await people.ann.post('messages', { ...good, content: 'a\0b' }).fails('BAD_REQUEST', /content/)
    await people.ann.post('messages', { ...good, topic: 'a\0b' }).fails('BAD_REQUEST', /topic/)
    const alone = await people.ann.post('messages', { ...good, local_id: '1' }).fails('BAD_REQUEST')
    expect(alone).toMatchObject({ required_parameter: 'queue_id', set_parameter: 'local_id' })
    const { ignored_parameters_unsupported: ignored } = await people.ann
      .post('messages', { ...good, colour: 'red' })
      .succeeds()
    expect(ignored).toEqual(['colour'])
  })

  it('normalises content: ends, length, nothing at all', async () => {
    const sent = async (content: string) => {
      await say(people.ann, 'general', 'tea', content)
      return (await newest(people.general)).content
    }
    expect(await sent('\n\n  Hi \n\t ')).toBe('  Hi')
    expect(await sent('🍵'.repeat(10_000))).toBe('🍵'.repeat(10_000))
    expect(await sent('🍵'.repeat(10_001))).toBe(`${'🍵'.repeat(9980)}\n[message truncated]`)
    for (const content of ['', ' \n ', '\n']) {
      await people.ann
        .post('messages', { type: 'stream', to: 'general', topic: 'tea', content })
        .fails('BAD_REQUEST', 'must not be empty')
    }
  })

  it('normalises topics: ends, length, what stands for the empty one', async () => {
    const sent = async (topic: string | undefined) => {
      await people.ann.post('messages', { type: 'stream', to: 'general', topic, content: 'Hi' }).succeeds()
      return (await newest(people.general)).subject
    }
    expect(await sent('  tea  ')).toBe('tea')
    expect(await sent('é'.repeat(60))).toBe('é'.repeat(60))
    expect(await sent('é'.repeat(61))).toBe(`${'é'.repeat(57)}...`)
    for (const empty of ['', '(no topic)', 'general chat', undefined]) expect(await sent(empty)).toBe('')
    for (const topic of ['a\u0007b', 'a\u{e0fff}b']) {
      await people.ann
        .post('messages', { type: 'stream', to: 'general', topic, content: 'Hi' })
        .fails('BAD_REQUEST', 'position 2')
    }
  })

  it('links web addresses in the topic', async () => {
    await say(people.ann, 'general', 'see https://parley.example/x, then', 'Hi')
    const url = 'https://parley.example/x'
    expect((await newest(people.general)).topic_links).toEqual([{ text: url, url }])
  })

  it('reaches every subscriber once, and queues that listen to all public channels', async () => {
    const outsider = await people.person({ channels: 'none' })
    const { ann, ben, guest } = people
    const queues = await Promise.all([register(ben, ['message']), register(ann, ['message'])])
    const everything = await register(outsider, ['message'], { all_public_streams: true })
    const nothing = await Promise.all([register(outsider, ['message']), register(guest, ['message'])])

    const id = await say(ann, 'general', 'tea', 'Hi **you**')
    const event = {
      type: 'message',
      flags: [],
      message: {
        id,
        type: 'stream',
        client: 'ParleyTest',
        content: 'Hi **you**',
        content_type: 'text/x-markdown',
        display_recipient: 'general',
        stream_id: people.general,
        recipient_id: expect.any(Number),
        subject: 'tea',
        topic_links: [],
        timestamp: expect.any(Number),
        is_me_message: false,
        reactions: [],
        submessages: [],
        sender_id: ann.id,
        sender_email: 'ann@parley.example',
        sender_full_name: 'Ann Lee',
        sender_realm_str: people.host.split('.')[0],
        avatar_url: expect.stringContaining(`/${ann.id}.png`),
      },
    }
    for (const queue of [...queues, everything]) await queue.receives(event)
    for (const queue of nothing) await queue.receivesNothing()
  })

  it('gives the sending queue its local id back, and answers a repetition as the first time', async () => {
    const own = await register(people.ann, ['message'])
    const other = await register(people.ann, ['message'])
    const parameters = {
      type: 'stream',
      to: 'general',
      topic: 'tea',
      content: 'Hi',
      queue_id: own.id,
      local_id: '17.01',
    }
    const { id } = await people.ann.post('messages', parameters).succeeds()
    expect((await people.ann.post('messages', parameters).succeeds()).id).toBe(id)
    expect(await own.take()).toMatchObject([{ local_message_id: '17.01', message: { id } }])
    const [event] = await other.take()
    expect(event).toMatchObject({ message: { id } })
    expect(event).not.toHaveProperty('local_message_id')
    const again = await people.ann.post('messages', { ...parameters, content: 'Ho' }).succeeds()
    expect(again.id).toBeGreaterThan(id)
  })

  it('reads a message for its sender as asked, or as the program makes likely', async () => {
    const flags = async (parameters: Record<string, unknown>) => {
      const id = await say(people.ann, 'general', 'tea', 'Hi', parameters)
      return (await people.ann.get(`messages/${id}`).succeeds()).message.flags
    }
    expect(await flags({})).toEqual([])
    expect(await flags({ client: 'website' })).toEqual(['read'])
    expect(await flags({ client: 'ZulipTerminal' })).toEqual(['read'])
    expect(await flags({ client: 'website', read_by_sender: false })).toEqual([])
    expect(await flags({ read_by_sender: true })).toEqual(['read'])
  })

  it('answers alike for a channel that does not exist and one that one may not know of', async () => {
    const secret = await channel(people, 'secret', [people.owner], { invite_only: true })
    const send = (to: string | number) => ({ type: 'stream', to, topic: 'tea', content: 'Hi' })
    for (const person of [people.ben, people.guest, people.bot]) {
      for (const name of ['secret', 'never']) {
        const error = await person.post('messages', send(name)).fails('STREAM_DOES_NOT_EXIST')
        expect(error).toEqual({
          result: 'error',
          code: 'STREAM_DOES_NOT_EXIST',
          msg: `Channel '${name}' does not exist`,
          stream: name,
        })
      }
      for (const id of [secret, 99_999, 99_999_999_999]) {
        const error = await person.post('messages', send(id)).fails('STREAM_DOES_NOT_EXIST')
        expect(error).toMatchObject({ stream_id: id, msg: `Channel with ID '${id}' does not exist` })
      }
    }
    // A guest knows no public channel either.
    await people.guest.post('messages', send('general')).fails('STREAM_DOES_NOT_EXIST')
  })

  it('tells those who may know of a channel that they may not post there', async () => {
    await channel(people, 'secret', [people.owner], { invite_only: true })
    const send = { type: 'stream', to: 'secret', topic: 'tea', content: 'Hi' }
    await people.admin
      .post('messages', send)
      .fails('BAD_REQUEST', "Not authorized to send to channel 'secret'")
  })

  it('lets members and their bots post where they are not subscribed, guests only where they are', async () => {
    const quiet = await channel(people, 'quiet', [people.owner])
    await say(people.ben, quiet, 'tea', 'Hi')
    await say(people.bot, quiet, 'tea', 'Hi')
    await say(people.guest, await channel(people, 'open', [people.guest]), 'tea', 'Hi')
    const shared = await channel(people, 'ours', [people.ann], { invite_only: true })
    // Robby relies on the subscription of Ann, whose bot it is.
    await say(people.bot, shared, 'tea', 'Hi')
  })

  it('lets holders of a joining permission post unsubscribed where the history is shared', async () => {
    const groupId = await systemGroup(server, people, 'role:members')
    const settings = { invite_only: true, can_subscribe_group: groupId }
    const shared = await channel(people, 'shared', [people.owner], {
      ...settings,
      history_public_to_subscribers: true,
    })
    const kept = await channel(people, 'kept', [people.owner], {
      ...settings,
      history_public_to_subscribers: false,
    })
    await say(people.ben, shared, 'tea', 'Hi')
    await people.ben
      .post('messages', { type: 'stream', to: kept, topic: 'tea', content: 'Hi' })
      .fails('BAD_REQUEST', 'Not authorized')
  })

  it('asks for the posting permission, of a bot or of its owner', async () => {
    const { admin, ann, ben, bot } = people
    const settings = { can_send_message_group: { direct_members: [ann.id], direct_subgroups: [] } }
    const id = await channel(people, 'news', [ann, ben, admin], settings)
    await say(ann, id, 'tea', 'Hi')
    await say(bot, id, 'tea', 'Hi')
    for (const person of [ben, admin]) {
      await person
        .post('messages', { type: 'stream', to: id, topic: 'tea', content: 'Hi' })
        .fails('BAD_REQUEST', 'Not authorized')
    }
  })

  it('keeps to the topics policy, inherited or the channel’s own', async () => {
    const post = (to: number, topic: string) =>
      people.ann.post('messages', { type: 'stream', to, topic, content: 'Hi' })
    const named = await channel(people, 'named', [people.ann], { topics_policy: 'disable_empty_topic' })
    const refusal = await post(named, '').fails('BAD_REQUEST', 'empty topic is not allowed')
    expect(refusal.empty_topic_display_name).toBe('general chat')
    const empty = await channel(people, 'empty', [people.ann], { topics_policy: 'empty_topic_only' })
    expect(await post(empty, 'tea').fails('BAD_REQUEST', 'Only the empty topic')).toHaveProperty(
      'empty_topic_display_name',
    )
    await post(empty, '').succeeds()
    await backstage.organizationSetting('topicsPolicy', 'disable_empty_topic')
    await post(people.general, '(no topic)').fails('BAD_REQUEST', 'empty topic is not allowed')
  })

  it('asks for a permission to start a topic, but not to go on in one, in any spelling', async () => {
    const { ann, ben } = people
    const settings = { can_create_topic_group: { direct_members: [ann.id], direct_subgroups: [] } }
    const id = await channel(people, 'led', [ann, ben], settings)
    await ben
      .post('messages', { type: 'stream', to: id, topic: 'Tea', content: 'Hi' })
      .fails('BAD_REQUEST', 'create new topics')
    await say(ann, id, 'Tea', 'Hi')
    await say(ben, id, 'tEA', 'Hi')
    expect((await newest(id)).subject).toBe('tEA')
  })

  it('refuses an archived channel', async () => {
    const id = await channel(people, 'old', [people.ann])
    await backstage.archive(id)
    await people.ann
      .post('messages', { type: 'stream', to: id, topic: 'tea', content: 'Hi' })
      .fails('BAD_REQUEST', "Not authorized to send to channel 'old'")
  })

  it('is refused to visitors', async () => {
    const parameters = { type: 'stream', to: 'general', topic: 'tea', content: 'Hi' }
    const { Visitor } = await import('../support/visitor.ts')
    await new Visitor(people.ann.identity).post('messages', parameters).fails('UNAUTHORIZED', undefined, 401)
  })
})
