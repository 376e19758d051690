import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { archiveOn, namesOf, systemGroupOn } from './support.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const archive = archiveOn(server)
const systemGroup = systemGroupOn(server)

async function create(person: Person, name: string, more: Record<string, unknown> = {}): Promise<number> {
  return (await person.post('channels/create', { name, subscribers: [person.id], ...more }).succeeds()).id
}

/** Channels of every kind, all made by Ann. */
async function scene() {
  const people = await cast(server)
  const { ann, owner, organizationId } = people
  await server.core.db.query(sql`
    UPDATE organization SET settings = settings || '{"enableSpectatorAccess": true}' WHERE id = ${organizationId}`)
  const world = await create(owner, 'world', { is_web_public: true })
  const open = await create(ann, 'open')
  const shut = await create(ann, 'shut', { invite_only: true })
  const joinable = await create(ann, 'joinable', {
    invite_only: true,
    can_subscribe_group: await systemGroup(ann.id, 'role:moderators'),
  })
  const run = await create(ann, 'run', {
    invite_only: true,
    can_administer_channel_group: { direct_members: [people.ben.id], direct_subgroups: [] },
  })
  const old = await create(ann, 'old')
  await archive(old)
  return { ...people, world, open, shut, joinable, run, old }
}

async function listed(person: Person, parameters: Record<string, unknown> = {}): Promise<string[]> {
  return namesOf((await person.get('streams', parameters).succeeds()).streams)
}

const none = { include_public: false, include_subscribed: false }

describe('GET /streams', () => {
  it('lists public and subscribed channels, without archived ones, unless told otherwise', async () => {
    const { ann, ben, admin } = await scene()
    const open = ['general', 'open', 'sandbox', 'world']
    expect(await listed(ben)).toEqual(open)
    expect(await listed(ann)).toEqual(['general', 'joinable', 'open', 'run', 'sandbox', 'shut', 'world'])
    expect(await listed(admin)).toEqual(open)
    expect(await listed(ben, { exclude_archived: false })).toEqual([...open, 'old'].sort())
    expect(await listed(ben, { include_public: false })).toEqual(['general', 'sandbox'])
    expect(await listed(ben, none)).toEqual([])
  })

  it('lists everything that one may know of, by role and permission', async () => {
    const { ann, ben, moderator, admin, guest } = await scene()
    const everything = ['general', 'joinable', 'open', 'run', 'sandbox', 'shut', 'world']
    const all = (person: Person) => listed(person, { ...none, include_all: true })
    expect(await all(admin)).toEqual(everything)
    expect(await all(ann)).toEqual(everything)
    expect(await all(moderator)).toEqual(['general', 'joinable', 'open', 'sandbox', 'world'])
    expect(await all(ben)).toEqual(['general', 'open', 'run', 'sandbox', 'world'])
    expect(await all(guest)).toEqual(['world'])
    expect(await listed(admin, { ...none, include_all_active: true })).toEqual(everything)
    await ben
      .get('streams', { include_all_active: true })
      .fails('BAD_REQUEST', 'User not authorized for this query')
  })

  it('lists channels whose content one may read: not all that administrators know of', async () => {
    const { ben, moderator, admin, guest } = await scene()
    const readable = (person: Person) => listed(person, { ...none, include_can_access_content: true })
    expect(await readable(moderator)).toEqual(['general', 'joinable', 'open', 'sandbox', 'world'])
    expect(await readable(ben)).toEqual(['general', 'open', 'sandbox', 'world'])
    expect(await readable(admin)).toEqual(['general', 'joinable', 'open', 'sandbox', 'world'])
    expect(await readable(guest)).toEqual(['world'])
  })

  it('shows guests what they are subscribed to and what is web-public, and no other public channel', async () => {
    const { ann, guest } = await scene()
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'shut' }], principals: [guest.id] })
      .succeeds()
    expect(await listed(guest)).toEqual(['shut'])
    expect(await listed(guest, { include_web_public: true })).toEqual(['shut', 'world'])
    expect(await listed(guest, { include_all: true })).toEqual(['shut', 'world'])
    expect(await listed(guest, { ...none, include_default: true })).toEqual([])
  })

  it('says which are default channels when asked for these, and only then', async () => {
    const { ann } = await cast(server)
    await create(ann, 'open')
    const { streams } = await ann.get('streams', { include_default: true }).succeeds()
    expect(
      Object.fromEntries(
        streams.map((one: { name: string; is_default: boolean }) => [one.name, one.is_default]),
      ),
    ).toEqual({
      general: true,
      sandbox: true,
      open: false,
    })
    expect((await ann.get('streams').succeeds()).streams[0]).not.toHaveProperty('is_default')
  })

  it('lists for bots what their owners are subscribed to', async () => {
    const { bot, ann } = await scene()
    const parameters = { ...none, include_owner_subscribed: true }
    expect(await listed(bot, parameters)).toEqual(['general', 'joinable', 'open', 'run', 'sandbox', 'shut'])
    expect(await listed(ann, parameters)).toEqual([])
  })

  it('refuses what is no boolean, and names what it does not know', async () => {
    const { ann } = await cast(server)
    for (const name of ['include_public', 'exclude_archived', 'include_can_access_content']) {
      await ann.get('streams', { [name]: 'perhaps' }).fails('BAD_REQUEST', new RegExp(name))
    }
    expect(
      (await ann.get('streams', { include_stars: true }).succeeds()).ignored_parameters_unsupported,
    ).toEqual(['include_stars'])
  })

  it('takes as many queries for 2,000 channels as for two', async () => {
    const { ann, organizationId } = await cast(server)
    await create(ann, 'With a group of its own', { invite_only: true })
    const paths = [
      () => ann.get('streams', { include_all: true, include_default: true }).succeeds(),
      () => ann.get('users/me/subscriptions', { include_subscribers: 'true' }).succeeds(),
      () => register(ann, ['stream', 'subscription'], { include_subscribers: 'true' }),
      () =>
        ann.graphql(
          '{ channels { name canAdministerChannelGroup subscribers { fullName } viewerSubscription { color } } }',
        ),
    ]
    const count = async () => {
      const counts: number[] = []
      for (const path of paths) {
        await path()
        let queries = 0
        server.core.db.observer = () => void queries++
        await path()
        server.core.db.observer = undefined
        counts.push(queries)
      }
      return counts
    }
    const before = await count()
    await manyChannels(organizationId, ann.id, 2000)
    expect(await count()).toEqual(before)
    expect(await listed(ann)).toHaveLength(2003)
  }, 60_000)
})

describe('channels', () => {
  it('lists over GraphQL what the filter asks for', async () => {
    const { ben } = await scene()
    const query = 'query ($filter: ChannelFilterInput) { channels(filter: $filter) { name isArchived } }'
    const of = async (filter?: object) => namesOf((await ben.graphql(query, { filter })).channels)
    expect(await of()).toEqual(['general', 'open', 'run', 'sandbox', 'world'])
    expect(await of({ subscribed: true })).toEqual(['general', 'sandbox'])
    expect(await of({ public: true, archived: true })).toEqual(['general', 'old', 'open', 'sandbox', 'world'])
    expect(await of({})).toEqual([])
  })

  it('gives the viewer the channels of the first query that the server prints', async () => {
    const { ann } = await cast(server)
    expect(await ann.graphql('{ viewer { fullName channels { name } } }')).toEqual({
      viewer: { fullName: 'Ann Lee', channels: [{ name: 'general' }, { name: 'sandbox' }] },
    })
  })

  it('finds a channel by its global id, its integer and its name, if the viewer may know of it', async () => {
    const { ann, ben, shut } = await scene()
    const byId = '($id: Int!) { channel(databaseId: $id) { id name viewerSubscription { color isMuted } } }'
    const { channel } = await ann.graphql(`query ${byId}`, { id: shut })
    expect(channel).toMatchObject({ name: 'shut', viewerSubscription: { isMuted: false } })
    const node = 'query ($id: ID!) { node(id: $id) { ... on Channel { name } } }'
    expect((await ann.graphql(node, { id: channel.id })).node).toEqual({ name: 'shut' })
    expect((await ann.graphql('{ channel(name: "SHUT") { databaseId } }')).channel).toEqual({
      databaseId: shut,
    })
    await expect(ben.graphql(`query ${byId}`, { id: shut })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await ben.graphql(node, { id: channel.id })).toEqual({ node: null })
    await expect(ben.graphql('{ channel(name: "shut") { name } }')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(ben.graphql('{ channel { name } }')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

/** Writes many channels, each with an administrator's group of its own and one subscriber. */
async function manyChannels(organizationId: number, userId: number, count: number): Promise<void> {
  await server.core.db.query(sql`
    WITH groups AS (
      INSERT INTO user_group (organization_id, kind) SELECT ${organizationId}, 'anonymous'
      FROM generate_series(1, ${count}) RETURNING id
    ), members AS (
      INSERT INTO user_group_member (group_id, user_id) SELECT id, ${userId} FROM groups
    ), template AS (
      SELECT * FROM channel WHERE organization_id = ${organizationId} ORDER BY id LIMIT 1
    ), channels AS (
      INSERT INTO channel (organization_id, name, subscriber_count, can_administer_channel_group_id,
        can_add_subscribers_group_id, can_create_topic_group_id, can_delete_any_message_group_id,
        can_delete_own_message_group_id, can_move_messages_out_of_channel_group_id,
        can_move_messages_within_channel_group_id, can_remove_subscribers_group_id,
        can_resolve_topics_group_id, can_send_message_group_id, can_subscribe_group_id)
      SELECT ${organizationId}, 'Many ' || groups.id, 1, groups.id, t.can_add_subscribers_group_id,
        t.can_create_topic_group_id, t.can_delete_any_message_group_id, t.can_delete_own_message_group_id,
        t.can_move_messages_out_of_channel_group_id, t.can_move_messages_within_channel_group_id,
        t.can_remove_subscribers_group_id, t.can_resolve_topics_group_id, t.can_send_message_group_id,
        t.can_subscribe_group_id
      FROM groups, template t RETURNING id
    )
    INSERT INTO subscription (user_id, channel_id) SELECT ${userId}, id FROM channels`)
}
