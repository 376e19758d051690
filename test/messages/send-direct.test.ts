import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { Backstage, systemGroup, tell } from './place.ts'

const server = testServer()
let people: Cast
let backstage: Backstage

beforeEach(async () => {
  people = await cast(server)
  backstage = new Backstage(server, people)
})

const direct = (sender: Person, to: unknown, type = 'direct') =>
  sender.post('messages', { type, to: typeof to === 'string' ? to : JSON.stringify(to), content: 'Hi' })

/** Ids of everybody in the conversation of a message. */
async function participants(reader: Person, id: number): Promise<number[]> {
  const { message } = await reader.get(`messages/${id}`).succeeds()
  return message.display_recipient.map((user: { id: number }) => user.id)
}

describe('POST /messages to users', () => {
  it.each([
    ['ids', () => [people.ben.id, people.admin.id]],
    ['ids with doubles and oneself', () => [people.ben.id, people.ann.id, people.admin.id, people.ben.id]],
    ['addresses', () => ['BEN@parley.example', 'adam@parley.example']],
    ['addresses with commas', () => 'ben@parley.example, adam@parley.example'],
    ['addresses with commas, as JSON', () => '"ben@parley.example,adam@parley.example"'],
    [
      'dummy addresses',
      () => [people.ben, people.admin].map(({ id }) => `user${id}@${people.host.split(':')[0]}`),
    ],
  ])('takes %s', async (_, to) => {
    const { ann, ben, admin } = people
    const { id } = await direct(ann, to()).succeeds()
    const expected = [ann.id, ben.id, admin.id].sort((left, right) => left - right)
    expect(await participants(ben, id)).toEqual(expected)
    const { message } = await ben.get(`messages/${id}`).succeeds()
    expect(message).toMatchObject({ type: 'private', subject: '', topic_links: [] })
    expect(message).not.toHaveProperty('stream_id')
  })

  it('takes one id, the type private, and oneself alone', async () => {
    const { ann, ben } = people
    expect(await participants(ben, (await direct(ann, ben.id, 'private').succeeds()).id)).toEqual([
      ann.id,
      ben.id,
    ])
    expect(await participants(ann, (await direct(ann, [ann.id]).succeeds()).id)).toEqual([ann.id])
  })

  it('keeps one conversation for one set of people, whoever writes', async () => {
    const { ann, ben } = people
    const key = async (id: number) => (await ben.get(`messages/${id}`).succeeds()).message.recipient_id
    const first = await key(await tell(ann, [ben], 'Hi'))
    expect(await key(await tell(ben, [ann], 'Ho'))).toBe(first)
    expect(await key(await tell(ben, [ann, people.admin], 'Hey'))).not.toBe(first)
  })

  it.each([
    ['[]', 'must have recipients'],
    ['', 'must have recipients'],
    [' , ', 'must have recipients'],
    ['[9, "ben@parley.example"]', 'not both'],
    ['[true]', 'Invalid data type for recipients'],
    ['{}', 'Invalid data type for recipients'],
    ['[999999]', 'Invalid user ID 999999'],
    ['[99999999999]', 'Invalid user ID'],
    ['nobody@parley.example', "Invalid email 'nobody@parley.example'"],
  ])('refuses %j', async (to, message) => {
    await direct(people.ann, to).fails('BAD_REQUEST', message)
  })

  it('reaches everybody in the conversation and nobody else', async () => {
    const { ann, ben, admin } = people
    const [mine, theirs, others] = await Promise.all(
      [ann, ben, admin].map((person) => register(person, ['message'])),
    )
    const id = await tell(ann, [ben], 'Hi *you*')
    const person = ({ id, email, fullName }: Person) => ({
      id,
      email,
      full_name: fullName,
      is_mirror_dummy: false,
    })
    const event = {
      type: 'message',
      flags: [],
      message: {
        id,
        type: 'private',
        client: 'ParleyTest',
        content: 'Hi *you*',
        content_type: 'text/x-markdown',
        display_recipient: [person(ann), person(ben)],
        recipient_id: expect.any(Number),
        subject: '',
        topic_links: [],
        timestamp: expect.any(Number),
        is_me_message: false,
        reactions: [],
        submessages: [],
        sender_id: ann.id,
        sender_email: ann.email,
        sender_full_name: 'Ann Lee',
        sender_realm_str: people.host.split('.')[0],
        avatar_url: expect.any(String),
      },
    }
    await mine?.receives(event)
    await theirs?.receives(event)
    await others?.receivesNothing()
  })

  it('hides who has no public address behind the dummy one, and does not find them by the real one', async () => {
    const hidden = await people.person({ email: 'hidden@parley.example', emailAddressVisibility: 4 })
    await direct(people.ann, 'hidden@parley.example').fails('BAD_REQUEST', 'Invalid email')
    const { id } = await direct(people.ann, [hidden.id]).succeeds()
    const { message } = await people.ann.get(`messages/${id}`).succeeds()
    const [, shown] = message.display_recipient
    expect(shown.email).toBe(`user${hidden.id}@${people.host.split(':')[0]}`)
  })

  it('reaches the bots of the server, but nobody else of another organization', async () => {
    const { id } = await direct(people.ann, 'welcome-bot@zulip.com').succeeds()
    const { message } = await people.ann.get(`messages/${id}`).succeeds()
    expect(message.display_recipient).toContainEqual(expect.objectContaining({ full_name: 'Welcome Bot' }))
    const stranger = (await cast(server)).ann
    await direct(people.ann, [stranger.id]).fails('BAD_REQUEST', `Invalid user ID ${stranger.id}`)
  })

  it('refuses a deactivated user alone, and lets others go on in their conversation', async () => {
    const { ann, ben, admin, moderator } = people
    await tell(ann, [ben, admin], 'Hi')
    await backstage.deactivate(ben)
    await direct(ann, [ben.id]).fails('BAD_REQUEST', "'ben@parley.example' is no longer using this service")
    await direct(ann, [ben.id, admin.id]).succeeds()
    await direct(ann, [ben.id, moderator.id]).fails('BAD_REQUEST', 'no longer using')
    await backstage.deactivate(admin)
    await direct(ann, [ben.id, admin.id]).fails('BAD_REQUEST', 'no longer using')
  })

  it('asks that somebody in the conversation is allowed direct messages', async () => {
    const { ann, ben, admin, bot } = people
    const allow = async (name: 'role:nobody' | 'role:administrators') =>
      backstage.organizationPermission(
        'direct_message_permission_group',
        await systemGroup(server, people, name),
      )
    await allow('role:administrators')
    await direct(ann, [ben.id]).fails('BAD_REQUEST', 'is allowed direct messages')
    await direct(ann, [ben.id, admin.id]).succeeds()
    await direct(admin, [ben.id]).succeeds()
    await allow('role:nobody')
    await direct(admin, [ben.id]).fails('BAD_REQUEST', 'is allowed direct messages')
    // Bots, and those who write to bots only or to themselves, need no permission.
    await direct(bot, [ben.id]).succeeds()
    await direct(ann, [bot.id]).succeeds()
    await direct(ann, [ann.id]).succeeds()
    await direct(ann, [bot.id, ben.id]).fails('BAD_REQUEST')
    const named = await backstage.group('talkers', [ben], await systemGroup(server, people, 'role:everyone'))
    await backstage.organizationPermission('direct_message_permission_group', named)
    await direct(ann, [ben.id]).succeeds()
    await direct(ann, [admin.id]).fails('BAD_REQUEST', 'is allowed direct messages')
  })

  it('asks who begins a conversation, but not who goes on in it', async () => {
    const { ann, ben, admin } = people
    const groupId = await systemGroup(server, people, 'role:administrators')
    await backstage.organizationPermission('direct_message_initiator_group', groupId)
    await direct(ann, [admin.id]).fails('BAD_REQUEST', 'not allowed to begin')
    await direct(admin, [ann.id]).succeeds()
    await direct(ann, [admin.id]).succeeds()
    await direct(ann, [ben.id]).fails('BAD_REQUEST', 'not allowed to begin')
  })

  it('lets limited guests write only to whom they see', async () => {
    const { guest, ben, bot } = people
    const groupId = await systemGroup(server, people, 'role:members')
    await backstage.organizationPermission('can_access_all_users_group', groupId)
    await direct(guest, [ben.id]).fails('BAD_REQUEST', `Invalid user ID ${ben.id}`)
    await direct(guest, 'ben@parley.example').fails('BAD_REQUEST', 'Invalid email')
    await direct(guest, [bot.id]).succeeds()
    await tell(ben, [guest], 'Hi')
    await direct(guest, [ben.id]).succeeds()
  })
})
