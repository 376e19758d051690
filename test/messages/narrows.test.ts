import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Backstage, channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast
/** Messages by what is special about them. */
const sent = new Map<string, number>()

/** A story that all tests read: nothing in it changes afterwards. */
beforeAll(async () => {
  people = await cast(server)
  const { ann, ben, admin, owner } = people
  const quiet = await channel(people, 'quiet', [ann])
  const shared = await channel(people, 'shared', [owner, ann], {
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const kept = await channel(people, 'kept', [owner, ann], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const stories: [string, () => Promise<number>][] = [
    ['tea', () => say(ann, 'general', 'Tea', 'One @**Ben Ito**')],
    ['tea again', () => say(ben, 'general', 'tea', 'Two <https://cake.example/>')],
    ['empty', () => say(ann, 'general', '', 'Three, like @**Ann Lee** and @_**Ben Ito**')],
    ['solved', () => say(ann, 'general', '✔ cake', 'Four')],
    ['quiet', () => say(ann, quiet, 'tea', 'Five')],
    ['noise', () => say(ann, 'sandbox', 'tea', 'Six')],
    ['shared', () => say(owner, shared, 'tea', 'Seven')],
    ['kept', () => say(owner, kept, 'tea', 'Eight')],
    ['letter', () => tell(ann, [ben], 'Nine')],
    ['answer', () => tell(ben, [ann], 'Ten')],
    ['three', () => tell(ann, [ben, admin], 'Eleven [plan](/user_uploads/2/ab/plan.txt)')],
    ['note', () => tell(ben, [ben], 'Twelve')],
    ['theirs', () => tell(ann, [admin], 'Thirteen')],
  ]
  for (const [name, send] of stories) sent.set(name, await send())
  for (const name of ['shared', 'kept']) {
    const subscriptions = [{ name }]
    await owner.post('users/me/subscriptions', { subscriptions, principals: [ben.id] }).succeeds()
  }
  sent.set('kept later', await say(owner, kept, 'tea', 'Fourteen'))
  await server.core.db.query(sql`
    INSERT INTO reaction (message_id, user_id, type, emoji_code, emoji_name)
    VALUES (${sent.get('answer')}, ${ann.id}, 'unicode_emoji', '1f370', 'cake')`)
  await new Backstage(server, people).mute(ben, people.sandbox)
  const messages = ['tea', 'letter'].map((name) => sent.get(name))
  await ben.post('messages/flags', { op: 'add', flag: 'starred', messages }).succeeds()
  await ben.post('messages/flags', { op: 'add', flag: 'read', messages: [sent.get('letter')] }).succeeds()
})

/** Names of the messages that a narrow shows; messages from before the story are left out. */
async function found(reader: Person, narrow: unknown): Promise<string[]> {
  const { messages } = await reader.get('messages', { anchor: 'newest', num_before: 100, narrow }).succeeds()
  const names = new Map([...sent].map(([name, id]) => [id, name]))
  return messages.flatMap(({ id }: { id: number }) => names.get(id) ?? [])
}

const mine = [
  'tea',
  'tea again',
  'empty',
  'solved',
  'noise',
  'letter',
  'answer',
  'three',
  'note',
  'kept later',
]
const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated })

describe('A narrow', () => {
  it.each<[string, () => unknown, string[]]>([
    ['no terms', () => [], mine],
    ['null', () => null, mine],
    ['channel by name', () => [['channel', 'GENERAL']], ['tea', 'tea again', 'empty', 'solved']],
    ['stream by id', () => [term('stream', people.general)], ['tea', 'tea again', 'empty', 'solved']],
    ['a public channel without a subscription', () => [['channel', 'quiet']], ['quiet']],
    ['a private channel with shared history', () => [['channel', 'shared']], ['shared']],
    ['a private channel with protected history', () => [['channel', 'kept']], ['kept later']],
    ['not a channel', () => [term('channel', 'general', true)], mine.slice(4)],
    [
      'channels:public',
      () => [['channels', 'public']],
      ['tea', 'tea again', 'empty', 'solved', 'quiet', 'noise'],
    ],
    ['streams:web-public', () => [['streams', 'web-public']], []],
    ['channels:archived', () => [['channels', 'archived']], []],
    ['not channels:public', () => [term('channels', 'public', true)], mine.slice(5)],
    ['topic', () => [['topic', 'TEA']], ['tea', 'tea again', 'noise', 'kept later']],
    [
      'channel and topic',
      () => [
        ['channel', 'general'],
        ['topic', 'tea'],
      ],
      ['tea', 'tea again'],
    ],
    [
      'the empty topic',
      () => [
        ['channel', 'general'],
        ['topic', ''],
      ],
      ['empty'],
    ],
    ['the empty topic by its display name', () => [['topic', 'general chat']], ['empty']],
    ['not a topic', () => [['channel', 'general'], term('topic', 'tea', true)], ['empty', 'solved']],
    ['dm by address', () => [['dm', 'ann@parley.example']], ['letter', 'answer']],
    [
      'pm-with with oneself listed',
      () => [term('pm-with', [people.ann.id, people.ben.id])],
      ['letter', 'answer'],
    ],
    ['pm_with of three', () => [term('pm_with', [people.ann.id, people.admin.id])], ['three']],
    ['notes to oneself', () => [['dm', 'ben@parley.example']], ['note']],
    ['a conversation that never was', () => [term('dm', [people.owner.id])], []],
    ['nobody', () => [term('dm', [])], []],
    ['not a conversation', () => [term('dm', [people.ann.id], true), ['is', 'dm']], ['three', 'note']],
    ['sender by address', () => [['sender', 'ben@parley.example']], ['tea again', 'answer', 'note']],
    [
      'dm-including by address',
      () => [['dm-including', 'ann@parley.example']],
      ['letter', 'answer', 'three'],
    ],
    ['dm-including by id', () => [term('dm-including', people.admin.id)], ['three']],
    [
      'dm-including oneself',
      () => [term('dm-including', people.ben.id)],
      ['letter', 'answer', 'three', 'note'],
    ],
    [
      'not dm-including',
      () => [term('dm-including', people.ann.id, true)],
      ['tea', 'tea again', 'empty', 'solved', 'noise', 'note', 'kept later'],
    ],
    ['group-pm-with', () => [['group-pm-with', 'ann@parley.example']], ['three']],
    ['group_pm_with', () => [term('group_pm_with', people.ben.id)], ['three']],
    [
      'not group-pm-with',
      () => [term('group-pm-with', people.ann.id, true), ['is', 'dm']],
      ['letter', 'answer', 'note'],
    ],
    ['mentions by address', () => [['mentions', 'ben@parley.example']], ['tea']],
    ['mentions by id', () => [term('mentions', people.ben.id)], ['tea']],
    ['mentions of others', () => [['mentions', 'ann@parley.example']], ['empty']],
    [
      'not mentions',
      () => [term('mentions', people.ben.id, true), ['topic', 'tea']],
      ['tea again', 'noise', 'kept later'],
    ],
    ['has:link', () => [['has', 'link']], ['tea again', 'three']],
    ['has:image', () => [['has', 'image']], []],
    ['has:attachment', () => [['has', 'attachment']], ['three']],
    ['has:reaction', () => [['has', 'reaction']], ['answer']],
    ['not has:reaction', () => [term('has', 'reaction', true), ['is', 'dm']], ['letter', 'three', 'note']],
    ['not has:link', () => [term('has', 'link', true), ['topic', 'tea']], ['tea', 'noise', 'kept later']],
    ['sender by id', () => [term('sender', people.owner.id)], ['kept later']],
    ['not a sender', () => [term('sender', people.ann.id, true), ['channel', 'general']], ['tea again']],
    ['id', () => [term('id', sent.get('tea'))], ['tea']],
    ['id in digits', () => [['id', String(sent.get('letter'))]], ['letter']],
    ['id of nothing', () => [term('id', 999_999)], []],
    [
      'near',
      () => [['channel', 'general'], term('near', sent.get('tea'))],
      ['tea', 'tea again', 'empty', 'solved'],
    ],
    ['is:dm', () => [['is', 'dm']], ['letter', 'answer', 'three', 'note']],
    [
      'not is:private',
      () => [term('is', 'private', true)],
      ['tea', 'tea again', 'empty', 'solved', 'noise', 'kept later'],
    ],
    ['is:starred', () => [['is', 'starred']], ['tea', 'letter']],
    [
      'is:unread',
      () => [
        ['is', 'unread'],
        ['is', 'dm'],
      ],
      ['answer', 'three', 'note'],
    ],
    ['not is:unread', () => [term('is', 'unread', true)], ['letter']],
    ['is:mentioned', () => [['is', 'mentioned']], ['tea']],
    ['is:alerted', () => [['is', 'alerted']], []],
    ['is:resolved', () => [['is', 'resolved']], ['solved']],
    [
      'not is:resolved',
      () => [['channel', 'general'], term('is', 'resolved', true)],
      ['tea', 'tea again', 'empty'],
    ],
    ['is:muted', () => [['is', 'muted']], ['noise']],
    ['in:home', () => [['in', 'home']], mine.filter((name) => name !== 'noise')],
    ['in:all', () => [['in', 'all']], mine],
    [
      'is: in a channel with more than one’s own history',
      () => [
        ['channel', 'quiet'],
        ['is', 'unread'],
      ],
      [],
    ],
    ['with, alone', () => [term('with', sent.get('tea'))], ['tea', 'tea again']],
    [
      'with, against another topic',
      () => [['channel', 'sandbox'], ['topic', 'x'], term('with', sent.get('tea'))],
      ['tea', 'tea again'],
    ],
    ['with a direct message', () => [['with', String(sent.get('letter'))]], ['letter', 'answer']],
    [
      'with a message that one cannot read',
      () => [['channel', 'general'], ['topic', 'tea'], term('with', sent.get('theirs'))],
      ['tea', 'tea again'],
    ],
  ])('%s', async (_, narrow, expected) => {
    expect(await found(people.ben, narrow())).toEqual(expected)
  })

  it('of somebody else shows somebody else’s messages', async () => {
    expect(await found(people.admin, [['is', 'dm']])).toEqual(['three', 'theirs'])
    expect(await found(people.ann, [['channel', 'kept']])).toEqual(['kept', 'kept later'])
    expect(await found(people.admin, [['dm', 'ann@parley.example']])).toEqual(['theirs'])
  })

  it('shows nothing of channels that one cannot read, and guests no public ones', async () => {
    for (const reader of [people.admin, people.guest]) {
      expect(await found(reader, [['channel', 'shared']])).toEqual([])
      expect(await found(reader, [['channel', 'kept']])).toEqual([])
    }
    expect(await found(people.guest, [['channel', 'general']])).toEqual([])
    expect(await found(people.guest, [['channels', 'public']])).toEqual([])
    expect(await found(people.guest, [])).toEqual([])
  })

  it.each<[string, () => unknown, RegExp]>([
    ['an unknown operator', () => [['colour', 'red']], /unknown operator 'colour'/],
    ['an unknown channel', () => [['channel', 'nowhere']], /unknown channel/],
    ['digits as a name', () => [['channel', String(people.general)]], /unknown channel/],
    ['an unknown channel id', () => [term('channel', 999_999)], /unknown channel/],
    ['a channel id that none can have', () => [term('channel', 99_999_999_999)], /unknown channel/],
    ['unknown channels', () => [['channels', 'some']], /channels/],
    ['an unknown user', () => [['dm', 'nobody@parley.example']], /unknown user/],
    ['an unknown user id', () => [term('dm', [999_999])], /unknown user/],
    ['an unknown sender', () => [['sender', 'nobody@parley.example']], /unknown user/],
    ['an id that is none', () => [['id', 'x']], /message ID/],
    ['a list as id', () => [term('id', [1])], /message ID/],
    ['an unknown is', () => [['is', 'nice']], /unknown 'is' operand/],
    ['an inherited name', () => [['is', 'constructor']], /unknown 'is' operand/],
    ['an unknown in', () => [['in', 'there']], /unknown 'in' operand/],
    [
      'both kinds of conversation',
      () => [
        ['channel', 'general'],
        ['is', 'dm'],
      ],
      /both/,
    ],
    ['both kinds, once negated', () => [term('is', 'dm', true), ['dm', 'ann@parley.example']], /both/],
    ['two withs', () => [term('with', 1), term('with', 2)], /duplicate/],
    ['with nothing to fall back on', () => [term('with', sent.get('theirs'))], /unknown message/],
    ['an unknown user in dm-including', () => [['dm-including', 'nobody@parley.example']], /unknown user/],
    ['an unknown user in group-pm-with', () => [term('group-pm-with', 999_999)], /unknown user/],
    ['an unknown user in mentions', () => [term('mentions', 99_999_999_999)], /unknown user/],
    ['an unknown has', () => [['has', 'wings']], /unknown 'has' operand/],
    ['an inherited has', () => [['has', 'toString']], /unknown 'has' operand/],
    ['an empty search', () => [['search', ' ']], /nothing to search for/],
    [
      'dm-including in a channel',
      () => [['channel', 'general'], term('dm-including', people.ann.id)],
      /both/,
    ],
  ])('means nothing with %s', async (_, narrow, desc) => {
    const error = await people.ben.get('messages', { anchor: 'newest', narrow: narrow() }).fails('BAD_NARROW')
    expect(error.desc).toMatch(desc)
    expect(error.msg).toContain(error.desc)
  })

  it.each<[string, unknown]>([
    ['channel', [1]],
    ['channel', 1.5],
    ['channels', 5],
    ['topic', 5],
    ['dm', 5],
    ['dm', ['ann@parley.example']],
    ['sender', [1]],
    ['dm-including', [1]],
    ['group-pm-with', 1.5],
    ['mentions', true],
    ['has', 5],
    ['search', 5],
    ['is', 5],
    ['in', []],
  ])('names the operand when %s gets %j', async (operator, operand) => {
    const narrow = [{ operator, operand }]
    await people.ben.get('messages', { anchor: 'newest', narrow }).fails('BAD_REQUEST', /operand/)
  })

  it('goes on over unknown keys in a term', async () => {
    expect(await found(people.ben, [{ operator: 'topic', operand: '✔ cake', colour: 'red' }])).toEqual([
      'solved',
    ])
  })
})
