import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Parameters } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { Backstage, channel, say, tell } from './place.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
let people: Cast
let backstage: Backstage

beforeEach(async () => {
  people = await cast(server)
  backstage = new Backstage(server, people)
})

/** Ids of the messages that a request answers. */
async function ids(reader: Visitor | Person, parameters: Parameters): Promise<number[]> {
  const { messages } = await reader.get('messages', parameters).succeeds()
  return messages.map(({ id }: { id: number }) => id)
}

const all = { anchor: 'newest', num_before: 100 }

describe('GET /messages', () => {
  it('answers the combined feed with every field of a message', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', '', '/me *waves*', { client: 'website' })
    const body = await ben.get('messages', all).succeeds()
    expect(body).toEqual({
      result: 'success',
      msg: '',
      anchor: 10_000_000_000_000_000,
      found_anchor: false,
      found_oldest: true,
      found_newest: true,
      history_limited: false,
      messages: [
        {
          id,
          type: 'stream',
          client: 'website',
          content: '<p>/me <em>waves</em></p>',
          content_type: 'text/html',
          display_recipient: 'general',
          stream_id: people.general,
          recipient_id: expect.any(Number),
          subject: 'general chat',
          topic_links: [],
          timestamp: expect.any(Number),
          is_me_message: true,
          reactions: [],
          submessages: [],
          flags: [],
          sender_id: ann.id,
          sender_email: 'ann@parley.example',
          sender_full_name: 'Ann Lee',
          sender_realm_str: people.host.split('.')[0],
          avatar_url: expect.stringContaining(`/${ann.id}.png`),
        },
      ],
    })
    const now = Date.now() / 1000
    expect(Math.abs(body.messages[0].timestamp - now)).toBeLessThan(60)
  })

  it('shows Markdown and the empty topic to those who ask', async () => {
    await say(people.ann, 'general', '', 'Hi **you**')
    const { messages } = await people.ben
      .get('messages', { ...all, apply_markdown: false, allow_empty_topic_name: true })
      .succeeds()
    expect(messages).toMatchObject([{ content: 'Hi **you**', content_type: 'text/x-markdown', subject: '' }])
  })

  it('leaves Gravatar URLs of known addresses to clients unless they ask for them', async () => {
    const open = await people.person({ avatarSource: 'G' })
    const closed = await people.person({ avatarSource: 'G', emailAddressVisibility: 3 })
    await say(open, 'general', 'tea', 'Hi')
    await say(closed, 'general', 'tea', 'Hi')
    const urls = async (reader: Person, parameters: Parameters) => {
      const { messages } = await reader.get('messages', { ...all, ...parameters }).succeeds()
      return messages.slice(-2).map((message: { avatar_url: string | null }) => message.avatar_url)
    }
    const url = expect.stringContaining('gravatar.com')
    expect(await urls(people.ben, {})).toEqual([null, url])
    expect(await urls(people.admin, {})).toEqual([null, null])
    expect(await urls(people.ben, { client_gravatar: false })).toEqual([url, url])
  })

  it.each([
    ['an id', (first: number) => ({ anchor: first }), { found_anchor: true }],
    ['newest', () => ({ anchor: 'newest' }), { found_newest: true, anchor: 10_000_000_000_000_000 }],
    ['a huge id', () => ({ anchor: '10000000000000001' }), { anchor: 10_000_000_000_000_000 }],
    [
      'an id beyond all',
      () => ({ anchor: 9_000_000_000_000 }),
      { anchor: 9_000_000_000_000, found_anchor: false },
    ],
    [
      'an id that is too great to count with',
      () => ({ anchor: '9999999999999998' }),
      { anchor: 9_999_999_999_999_998, found_anchor: false },
    ],
    ['oldest', () => ({ anchor: 'oldest' }), { found_oldest: true, anchor: 0, found_anchor: false }],
    ['a negative id', () => ({ anchor: -5 }), { found_oldest: true, anchor: 0 }],
  ])('takes as an anchor %s', async (_, parameters, expected) => {
    const first = await say(people.ann, 'general', 'tea', 'One')
    expect(await people.ben.get('messages', parameters(first)).succeeds()).toMatchObject(expected)
  })

  it('finds the first message that is unread and not muted, else the newest', async () => {
    const { ann, ben } = people
    const muted = await say(ann, 'sandbox', 'noise', 'Zero')
    await backstage.mute(ben, people.sandbox)
    const first = await say(ann, 'general', 'tea', 'One')
    const second = await say(ann, 'general', 'tea', 'Two')
    const ask = (more: Parameters) => ben.get('messages', { num_before: 5, num_after: 5, ...more }).succeeds()
    expect(await ask({ anchor: 'first_unread' })).toMatchObject({ anchor: first, found_anchor: true })
    await ben.post('messages/flags', { op: 'add', flag: 'read', messages: [first] }).succeeds()
    const reply = await ask({ use_first_unread_anchor: true })
    expect(reply).toMatchObject({ anchor: second, messages: [{ id: muted }, { id: first }, { id: second }] })
    await ben.post('messages/flags', { op: 'add', flag: 'read', messages: [second] }).succeeds()
    expect(await ask({ anchor: 'first_unread' })).toMatchObject({
      anchor: 10_000_000_000_000_000,
      found_newest: true,
    })
  })

  it('finds the first message at or after a moment, else the newest', async () => {
    const { ann, ben } = people
    const sent = [await say(ann, 'general', 'tea', 'One'), await say(ann, 'general', 'tea', 'Two')]
    const moments = ['2031-02-03T10:00:00Z', '2031-02-04T00:00:00Z']
    for (const [i, id] of sent.entries()) {
      await server.core.db.query(
        sql`UPDATE message SET date_sent = ${moments[i]}::timestamptz WHERE id = ${id}`,
      )
    }
    const anchorAt = async (anchor_date: string) =>
      (await ben.get('messages', { anchor: 'date', anchor_date, num_before: 5 }).succeeds()).anchor
    expect(await anchorAt('2031-02-03')).toBe(sent[0])
    expect(await anchorAt('2031-02-03T10:00:00')).toBe(sent[0])
    expect(await anchorAt('2031-02-03T11:00:00+01:00')).toBe(sent[0])
    expect(await anchorAt('2031-02-03T10:00:01Z')).toBe(sent[1])
    expect(await anchorAt('2031-02-03T15:30:01+0530')).toBe(sent[1])
    expect(await anchorAt('2031-02-03T08:00:01-02')).toBe(sent[1])
    expect(await anchorAt('2031-02-04')).toBe(sent[1])
    expect(await anchorAt('2031-02-05')).toBe(10_000_000_000_000_000)
  })

  it('knows all dates that there are, and no others', async () => {
    const { ann, ben } = people
    const first = await say(ann, 'general', 'tea', 'One')
    const query = 'query ($date: DateTime!) { messageWindow(anchorDate: $date) { anchorDatabaseId } }'
    for (const [anchor_date, anchor] of [
      ['0000-01-01', first],
      ['0001-01-01', first],
      ['2024-02-29', first],
      ['9999-12-31', null],
      ['9999-12-31T23:59:59-12:00', null],
    ] as const) {
      const reply = await ben.get('messages', { anchor: 'date', anchor_date, num_before: 1 }).succeeds()
      expect(reply.anchor).toBe(anchor ?? 10_000_000_000_000_000)
      const { messageWindow } = await ben.graphql(query, { date: anchor_date })
      expect(messageWindow.anchorDatabaseId).toBe(anchor)
    }
    for (const anchor_date of ['2031-02-30', '2023-02-29T10:00Z', '2031-04-31', '2031-02-03T10:00+25']) {
      await ben.get('messages', { anchor: 'date', anchor_date }).fails('BAD_REQUEST', 'Invalid anchor_date')
      await expect(ben.graphql(query, { date: anchor_date })).rejects.toThrow('ISO 8601')
    }
    for (const date of ['May 3, 2031', '2031', '+275760-09-13T00:00:00.000Z', 5]) {
      await expect(ben.graphql(query, { date })).rejects.toThrow('ISO 8601')
    }
  })

  it('answers messages by id, as far as one may read them, and only those of the narrow', async () => {
    const { ann, ben, owner } = people
    const one = await say(ann, 'general', 'tea', 'One')
    const two = await say(ann, await channel(people, 'quiet', [ann]), 'tea', 'Two')
    const secret = await channel(people, 'secret', [owner], { invite_only: true })
    const hidden = await say(owner, secret, 'tea', 'Three')
    const letter = await tell(ann, [owner], 'Four')
    const message_ids = [two, hidden, one, letter, 999_999, two]
    const body = await ben.get('messages', { message_ids }).succeeds()
    expect(body.messages).toMatchObject([{ id: one }, { id: two, flags: ['read', 'historical'] }])
    expect(body).toMatchObject({ found_anchor: false, found_oldest: false, found_newest: false })
    expect(body).not.toHaveProperty('anchor')
    expect(await ids(ben, { message_ids, narrow: [['channel', 'general']] })).toEqual([one])
    expect(await ids(ben, { message_ids: [] })).toEqual([])
  })

  it.each(['anchor', 'include_anchor', 'use_first_unread_anchor', 'num_before', 'num_after'])(
    'refuses ids together with %s',
    async (name) => {
      const value = { anchor: 'newest', num_before: 1, num_after: 1 }[name] ?? true
      const error = await people.ben.get('messages', { message_ids: [1], [name]: value }).fails('BAD_REQUEST')
      expect(error.parameters).toBe(`message_ids, ${name}`)
    },
  )

  it.each([
    [{}, 'REQUEST_VARIABLE_MISSING', 'anchor'],
    [{ anchor: 'date' }, 'REQUEST_VARIABLE_MISSING', 'anchor_date'],
    [{ anchor: 'soon' }, 'BAD_REQUEST', 'Invalid anchor'],
    [{ anchor: '1.5' }, 'BAD_REQUEST', 'Invalid anchor'],
    [{ anchor: 'date', anchor_date: 'yesterday' }, 'BAD_REQUEST', 'Invalid anchor_date'],
    [{ anchor: 'date', anchor_date: '2031-13-01' }, 'BAD_REQUEST', 'Invalid anchor_date'],
    [{ anchor: 1, num_before: -1 }, 'BAD_REQUEST', 'num_before is too small'],
    [{ anchor: 1, num_before: '"5"' }, 'BAD_REQUEST', 'num_before is not an integer'],
    [{ anchor: 1, num_after: '5.0' }, 'BAD_REQUEST', 'num_after is not an integer'],
    [{ anchor: 1, num_before: 2500, num_after: 2501 }, 'BAD_REQUEST', 'maximum 5000'],
    [{ anchor: 1, num_before: 2 ** 31 }, 'BAD_REQUEST', 'num_before is too large'],
    [{ anchor: 1, num_before: 1, num_after: 1, include_anchor: false }, 'BAD_REQUEST', 'anchor'],
    [{ anchor: 1, apply_markdown: 'True' }, 'BAD_REQUEST', 'apply_markdown'],
    [{ anchor: 1, client_gravatar: 1 }, 'BAD_REQUEST', 'client_gravatar'],
    [{ anchor: 1, allow_empty_topic_name: 'x' }, 'BAD_REQUEST', 'allow_empty_topic_name'],
    [{ message_ids: '1' }, 'BAD_REQUEST', 'message_ids'],
    [{ message_ids: ['1'] }, 'BAD_REQUEST', /message_ids\[0\]/],
    [{ message_ids: [2 ** 31] }, 'BAD_REQUEST', /message_ids\[0\]/],
    [{ anchor: 1, narrow: 'x' }, 'BAD_REQUEST', 'narrow'],
    [{ anchor: 1, narrow: ['is', 'dm'] }, 'BAD_REQUEST', 'narrow'],
    [{ anchor: 1, narrow: [{ operand: 'x' }] }, 'BAD_REQUEST', 'Invalid narrow[0]: operator'],
    [
      { anchor: 1, narrow: [['is', 'dm'], { operator: 'topic' }] },
      'BAD_REQUEST',
      'Invalid narrow[1]: operand',
    ],
    [
      { anchor: 1, narrow: [{ operator: 'topic', operand: null }] },
      'BAD_REQUEST',
      'Invalid narrow[0]: operand',
    ],
    [{ anchor: 1, narrow: [['id', 5]] }, 'BAD_REQUEST', 'Invalid narrow[0]'],
    [{ anchor: 1, narrow: [['is', 'dm', true]] }, 'BAD_REQUEST', 'Invalid narrow[0]'],
    [
      { anchor: 1, narrow: [{ operator: 'is', operand: 'dm', negated: 1 }] },
      'BAD_REQUEST',
      'Invalid narrow[0]',
    ],
  ])('refuses %j', async (parameters, code, message) => {
    await people.ben.get('messages', parameters).fails(code, message)
  })

  it('reports parameters that it does not know', async () => {
    const body = await people.ben
      .get('messages', { anchor: 'newest', colour: 'red', num_before: 1 })
      .succeeds()
    expect(body.ignored_parameters_unsupported).toEqual(['colour'])
  })

  describe('of visitors', () => {
    const webPublic = [['channels', 'web-public']]
    let visitor: Visitor

    beforeEach(() => {
      visitor = new Visitor(people.ann.identity)
    })

    it('shows web-public channels, if the organization has it so', async () => {
      const { ann } = people
      const id = await channel(people, 'window', [ann])
      await server.core.db.query(sql`UPDATE channel SET is_web_public = true WHERE id = ${id}`)
      const open = await say(ann, id, 'tea', 'Hi')
      const closed = await say(ann, 'general', 'tea', 'Hi')
      await visitor.get('messages', { ...all, narrow: webPublic }).fails('UNAUTHORIZED', undefined, 401)
      await visitor.get(`messages/${open}`).fails('UNAUTHORIZED', undefined, 401)
      await backstage.organizationSetting('enableSpectatorAccess', true)

      expect(await ids(visitor, { ...all, narrow: webPublic })).toEqual([open])
      expect(
        await ids(visitor, { ...all, narrow: [...webPublic, ['in', 'home'], ['topic', 'tea']] }),
      ).toEqual([open])
      expect(await ids(visitor, { message_ids: [open, closed], narrow: webPublic })).toEqual([open])
      expect((await visitor.get(`messages/${open}`).succeeds()).message.flags).toEqual(['read'])
      await visitor.get(`messages/${closed}`).fails('UNAUTHORIZED', undefined, 401)
      await visitor.get('messages/999999').fails('UNAUTHORIZED', undefined, 401)
      await visitor
        .get('messages', { ...all, narrow: [...webPublic, ['channel', 'general']] })
        .fails('BAD_NARROW')
      const refused = [
        [],
        [['channel', 'window']],
        [...webPublic, ['is', 'starred']],
        [...webPublic, ['dm', 'x']],
      ]
      for (const narrow of refused) {
        await visitor.get('messages', { ...all, narrow }).fails('UNAUTHORIZED', undefined, 401)
      }
      await visitor.get('messages', { message_ids: [open] }).fails('UNAUTHORIZED', undefined, 401)
    })

    it('knows senders as web-public channels show them, and nobody else', async () => {
      const { ann, ben, owner } = people
      const shy = await people.person({ emailAddressVisibility: 3 })
      const id = await channel(people, 'window', [ann])
      await server.core.db.query(sql`UPDATE channel SET is_web_public = true WHERE id = ${id}`)
      await backstage.organizationSetting('enableSpectatorAccess', true)
      const sent = [await say(ann, id, 'tea', 'Hi'), await say(shy, id, 'tea', 'Hi')]
      await say(ben, 'general', 'tea', 'Hi')
      const { messages } = await visitor.get('messages', { ...all, narrow: webPublic }).succeeds()
      const from = (operand: unknown) => [...webPublic, { operator: 'sender', operand }]
      for (const [i, { sender_id, sender_email }] of messages.entries()) {
        for (const operand of [sender_id, sender_email, sender_email.toUpperCase()]) {
          expect(await ids(visitor, { ...all, narrow: from(operand) })).toEqual([sent[i]])
        }
      }
      const hidden = [shy.email, ben.email, ben.id, owner.email, 'nobody@parley.example', 999_999]
      for (const operand of hidden) {
        await visitor
          .get('messages', { ...all, narrow: from(operand) })
          .fails('BAD_NARROW', `Invalid narrow operator: unknown user '${operand}'`)
      }
    })
  })
})

describe('GET /messages/{message_id}', () => {
  it('answers a message with its Markdown beside it', async () => {
    const id = await say(people.ann, 'general', '', 'Hi **you**')
    const body = await people.ben.get(`messages/${id}`).succeeds()
    expect(body).toMatchObject({
      raw_content: 'Hi **you**',
      message: { id, content: '<p>Hi <strong>you</strong></p>', subject: 'general chat', flags: [] },
    })
    const plain = await people.ben
      .get(`messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true })
      .succeeds()
    expect(plain.message).toMatchObject({
      content: 'Hi **you**',
      content_type: 'text/x-markdown',
      subject: '',
    })
  })

  it('answers alike for a message that does not exist and one that one may not read', async () => {
    const { ann, ben, owner, guest } = people
    const secret = await channel(people, 'secret', [owner], { invite_only: true })
    const hidden = await say(owner, secret, 'tea', 'Hi')
    const letter = await tell(ann, [owner], 'Hi')
    for (const [reader, id] of [
      [ben, hidden],
      [ben, letter],
      [ben, 999_999],
      [guest, hidden],
    ] as const) {
      expect(await reader.get(`messages/${id}`).fails('BAD_REQUEST')).toEqual({
        result: 'error',
        code: 'BAD_REQUEST',
        msg: 'Invalid message(s)',
      })
    }
    await guest
      .get(`messages/${await say(ann, 'general', 'tea', 'Hi')}`)
      .fails('BAD_REQUEST', 'Invalid message(s)')
    // An administrator knows of the channel, but does not read it.
    await people.admin.get(`messages/${hidden}`).fails('BAD_REQUEST', 'Invalid message(s)')
  })

  it('knows only ids in the path, and booleans', async () => {
    const id = await say(people.ann, 'general', 'tea', 'Hi')
    await people.ben.get(`messages/${id}`, { apply_markdown: 'yes' }).fails('BAD_REQUEST', /apply_markdown/)
    const { ignored_parameters_unsupported: ignored } = await people.ben
      .get(`messages/${id}`, { client_gravatar: true })
      .succeeds()
    expect(ignored).toEqual(['client_gravatar'])
  })
})
