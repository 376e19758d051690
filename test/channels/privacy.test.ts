import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { followChannels, setPermissionOn, setSettingsOn, systemGroupOn } from './support.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const setSettings = setSettingsOn(server)
const setPermission = setPermissionOn(server)
const systemGroup = systemGroupOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const kinds = {
  public: {},
  shared: { invite_only: true, history_public_to_subscribers: true },
  protected: { invite_only: true, history_public_to_subscribers: false },
} as const

/** A channel of Ann's with these subscribers. */
async function channel(kind: keyof typeof kinds | 'web-public', ...others: Person[]): Promise<number> {
  const by = kind === 'web-public' ? people.owner : people.ann
  if (kind === 'web-public') await setSettings(people, { enableSpectatorAccess: true })
  const settings = kind === 'web-public' ? { is_web_public: true } : kinds[kind]
  const subscribers = [people.ann.id, ...others.map(({ id }) => id)]
  const { id } = await by
    .post('channels/create', { name: `a ${kind} one`, subscribers, ...settings })
    .succeeds()
  return id
}

const change = (by: Person, id: number, parameters: Record<string, unknown>) =>
  by.patch(`streams/${id}`, parameters)

/** Follows everybody's queues through a change, and proves that each can be followed. */
async function follow(
  readers: Record<string, Person>,
  act: () => Promise<unknown>,
): Promise<Record<string, string[]>> {
  const queues = Object.fromEntries(
    await Promise.all(
      Object.entries(readers).map(async ([name, reader]) => [name, await followChannels(reader)] as const),
    ),
  )
  await act()
  const heard: Record<string, string[]> = {}
  for (const [name, queue] of Object.entries(queues)) {
    heard[name] = (await queue.take()).map(({ type, op, property }) =>
      [type, op, property].filter(Boolean).join(' '),
    )
    await queue.replayEqualsFreshRegister()
  }
  return heard
}

const gained = ['stream create', 'subscription peer_add']
const changed = ['stream update invite_only']
const lost = ['stream delete']

describe('A channel that becomes', () => {
  it('private is gone for those who neither subscribe nor administer', async () => {
    const { ann, ben, admin, moderator, guest } = people
    const id = await channel('public', ben)
    const heard = await follow({ ann, ben, admin, moderator, guest }, () =>
      change(ann, id, { is_private: true }).succeeds(),
    )
    expect(heard).toEqual({ ann: changed, ben: changed, admin: changed, moderator: lost, guest: [] })
    const { stream } = await ben.get(`streams/${id}`).succeeds()
    expect(stream).toMatchObject({ invite_only: true, history_public_to_subscribers: true })
    await moderator.get(`streams/${id}`).fails('BAD_REQUEST', 'Invalid channel ID')
  })

  it('public comes into the sight of all but guests, with its subscribers', async () => {
    const { ann, ben, admin, moderator, guest } = people
    const id = await channel('protected', ben)
    const heard = await follow({ ann, ben, admin, moderator, guest }, () =>
      change(ann, id, { is_private: false }).succeeds(),
    )
    expect(heard).toEqual({ ann: changed, ben: changed, admin: changed, moderator: gained, guest: [] })
    const { stream } = await moderator.get(`streams/${id}`).succeeds()
    expect(stream).toMatchObject({
      invite_only: false,
      history_public_to_subscribers: true,
      subscriber_count: 2,
    })
  })

  it('web-public comes into the sight of guests and visitors, and goes out of it again', async () => {
    const { owner, ann, guest, host } = people
    const id = await channel('public')
    await setSettings(people, { enableSpectatorAccess: true })
    const visitor = new Visitor({ port: server.port, host })
    const seenByVisitors = async () =>
      (await visitor.graphql('{ channels { databaseId } }')).channels.map(
        (one: { databaseId: number }) => one.databaseId,
      )
    const opened = await follow({ owner, ann, guest }, () =>
      change(owner, id, { is_web_public: true }).succeeds(),
    )
    expect(opened).toEqual({ owner: changed, ann: changed, guest: gained })
    expect(await seenByVisitors()).toEqual([id])
    await visitor.get(`users/me/${id}/topics`).succeeds()
    const closed = await follow({ owner, ann, guest }, () =>
      change(ann, id, { is_web_public: false }).succeeds(),
    )
    expect(closed).toEqual({ owner: changed, ann: changed, guest: lost })
    expect(await seenByVisitors()).toEqual([])
  })

  it('private from web-public closes to visitors without being told to', async () => {
    const id = await channel('web-public')
    await change(people.owner, id, { is_private: true }).succeeds()
    const { stream } = await people.ann.get(`streams/${id}`).succeeds()
    expect(stream).toMatchObject({
      invite_only: true,
      is_web_public: false,
      history_public_to_subscribers: true,
    })
  })

  it('protected, or shared again, shows subscribers less or more of its history', async () => {
    const { ann, ben } = people
    const id = await channel('shared')
    await ann.post('messages', { type: 'stream', to: id, topic: 'early', content: 'Hi' }).succeeds()
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'a shared one' }], principals: [ben.id] })
      .succeeds()
    const topics = async () => (await ben.get(`users/me/${id}/topics`).succeeds()).topics.length
    expect(await topics()).toBe(1)
    const queue = await followChannels(ben)
    await change(ann, id, { history_public_to_subscribers: false }).succeeds()
    expect(await topics()).toBe(0)
    await queue.receives({
      type: 'stream',
      op: 'update',
      stream_id: id,
      name: 'a shared one',
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    })
    await change(ann, id, { history_public_to_subscribers: true }).succeeds()
    expect(await topics()).toBe(1)
    await queue.replayEqualsFreshRegister()
  })
})

describe('Privacy', () => {
  it('cannot contradict itself', async () => {
    const { owner, ann } = people
    const [open, closed] = [await channel('public'), await channel('shared')]
    await setSettings(people, { enableSpectatorAccess: true })
    for (const parameters of [
      { is_private: true, is_web_public: true },
      { history_public_to_subscribers: false },
      { is_private: false, history_public_to_subscribers: false },
      { is_web_public: true, history_public_to_subscribers: false },
    ]) {
      await change(owner, open, parameters).fails('BAD_REQUEST', 'Invalid parameters')
    }
    await change(ann, closed, { is_web_public: true }).fails('BAD_REQUEST', 'Invalid parameters')
    await change(ann, closed, { is_private: false, history_public_to_subscribers: false }).fails(
      'BAD_REQUEST',
      'Invalid parameters',
    )
  })

  it('can be changed only by those who can read the channel', async () => {
    const { admin, owner, ann } = people
    const id = await channel('protected')
    for (const person of [admin, owner]) {
      await change(person, id, { is_private: false }).fails('BAD_REQUEST', 'content access')
      await change(person, id, { history_public_to_subscribers: true }).fails('BAD_REQUEST', 'content access')
      await change(person, id, { new_name: `by ${person.id}`, is_private: true }).succeeds()
    }
    await change(ann, id, { is_private: false }).succeeds()
  })

  it('opens to visitors only by those who may, where server and organization allow it', async () => {
    const { owner, admin, ann } = people
    const id = await channel('public')
    await change(owner, id, { is_web_public: true }).fails('BAD_REQUEST', 'not enabled')
    await setSettings(people, { enableSpectatorAccess: true })
    await change(admin, id, { is_web_public: true }).fails('BAD_REQUEST', 'Insufficient permission')
    await setPermission(ann.id, 'can_create_web_public_channel_group', 'role:administrators')
    await change(admin, id, { is_web_public: true }).succeeds()
    await change(ann, id, { is_web_public: true, new_name: 'still open' }).succeeds()
  })

  it('of default channels and of the channel for moderation requests is restricted', async () => {
    const { owner, general } = people
    await change(owner, general, { is_private: true }).fails(
      'BAD_REQUEST',
      'default channel cannot be private',
    )
    await change(owner, general, { is_private: true, is_default_stream: false }).succeeds()
    await change(owner, general, { is_default_stream: true }).fails('BAD_REQUEST', 'cannot be private')
    await setSettings(people, { moderationRequestChannelId: general })
    await change(owner, general, { is_private: false }).fails('BAD_REQUEST', /[Mm]oderation request channel/)
  })

  it('with protected history needs everybody to start topics', async () => {
    const { ann } = people
    const id = await channel('shared')
    const members = await systemGroup(ann.id, 'role:members')
    const everyone = await systemGroup(ann.id, 'role:everyone')
    await change(ann, id, { can_create_topic_group: { new: members } }).succeeds()
    await change(ann, id, { history_public_to_subscribers: false }).fails(
      'BAD_REQUEST',
      /can_create_topic_group/,
    )
    await change(ann, id, {
      history_public_to_subscribers: false,
      can_create_topic_group: { new: everyone },
    }).succeeds()
    await change(ann, id, { can_create_topic_group: { new: members } }).fails(
      'BAD_REQUEST',
      /can_create_topic_group/,
    )
  })

  it('is written about in the channel when the organization wants it', async () => {
    const { ann } = people
    const id = await channel('public')
    await setSettings(people, { sendChannelEventsMessages: true })
    const queue = await register(ann, ['message'])
    await change(ann, id, { is_private: true, history_public_to_subscribers: false }).succeeds()
    const [notice] = await queue.takeCount(1)
    expect(notice?.message).toMatchObject({ stream_id: id, subject: 'channel events' })
    expect(notice?.message.content).toContain('it was public and is private with protected history now')
  })
})
