import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { channel, say, tell } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register, type TestQueue } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { limitGuests } from './limited-guests.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const everything = {
  include_subscribers: true,
  client_capabilities: { archived_channels: true, user_list_incomplete: true },
}
const follow = (...readers: Person[]): Promise<TestQueue[]> =>
  Promise.all(readers.map((reader) => register(reader, undefined, everything)))

const subscribersOf = async (id: number): Promise<number> =>
  (await people.owner.get(`streams/${id}`).succeeds()).stream.subscriber_count

/** Ann in channels, groups and settings of every kind. */
async function furnish({ ann, ben, owner, guest }: Cast): Promise<void> {
  const named = { direct_members: [ann.id, ben.id], direct_subgroups: [] }
  await channel(people, 'Tea', [ann, guest], { can_send_message_group: named })
  await channel(people, 'Secret', [ann, ben], { invite_only: true, can_administer_channel_group: named })
  const archived = await channel(people, 'Old', [ann, ben])
  await owner.delete(`streams/${archived}`).succeeds()
  const alone = { direct_members: [ann.id], direct_subgroups: [] }
  await owner
    .post('user_groups/create', { name: 'tea', description: '', members: [ann.id], can_join_group: alone })
    .succeeds()
  await owner.patch('realm', { can_create_groups: { new: alone } }).succeeds()
}

describe('A user who is deactivated', () => {
  it.each([false, true])(
    'leads every old snapshot to the fresh one, and back; guests limited: %s',
    async (limited) => {
      const { owner, admin, ann, ben, guest, bot, person } = people
      await furnish(people)
      const stranger = await person({ role: 'guest', channels: 'none' })
      if (limited) await limitGuests(server, people)
      const queues = await follow(owner, ben, guest, stranger)
      await admin.delete(`users/${ann.id}`).succeeds()
      for (const queue of queues) await queue.replayEqualsFreshRegister()
      await admin.post(`users/${ann.id}/reactivate`).succeeds()
      await admin.post(`users/${bot.id}/reactivate`).succeeds()
      for (const queue of queues) await queue.replayEqualsFreshRegister()
    },
  )

  it('is no longer a subscriber, and then is told to be inactive, to whoever sees the user', async () => {
    const { owner, ann, ben, guest, person, general } = people
    const stranger = await person({ role: 'guest', channels: 'none' })
    const tea = await channel(people, 'Tea', [ann, guest])
    await owner.post('user_groups/create', { name: 'tea', description: '', members: [ann.id] }).succeeds()
    await limitGuests(server, people)
    const [peer, inside, outside, admin] = await follow(ben, guest, stranger, owner)
    await owner.delete(`users/${people.bot.id}`).succeeds()
    const { realm_users } = await owner.post('register', { fetch_event_types: ['realm_user'] }).succeeds()
    expect(realm_users.map(({ user_id }: { user_id: number }) => user_id)).not.toContain(people.bot.id)
    for (const queue of [peer, inside, outside, admin]) await queue?.take()
    await owner.delete(`users/${ann.id}`).succeeds()
    const inactive = { type: 'realm_user', op: 'update', person: { user_id: ann.id, is_active: false } }
    const left = (...stream_ids: number[]) => ({
      type: 'subscription',
      op: 'peer_remove',
      stream_ids,
      user_ids: [ann.id],
    })
    await peer?.receives(left(general, people.sandbox), left(tea), inactive)
    await inside?.receives(left(tea), inactive)
    const unseen = (await outside?.take()) ?? []
    expect(unseen.map(({ type, op }) => `${type} ${op}`)).toEqual([
      'user_group remove_members',
      'user_group remove_members',
    ])
  })

  it('has no access any more, and the same afterwards with the same key', async () => {
    const { owner, ann } = people
    const [own] = await follow(ann)
    await owner.delete(`users/${ann.id}`).succeeds()
    await ann.get('users/me').fails('USER_DEACTIVATED', 'Account is deactivated', 401)
    await expect(ann.graphql('{ viewer { fullName } }')).rejects.toMatchObject({ code: 'USER_DEACTIVATED' })
    await owner.post(`users/${ann.id}/reactivate`).succeeds()
    const { subscriptions } = await ann.get('users/me/subscriptions').succeeds()
    expect(subscriptions).toHaveLength(2)
    await ann
      .get('events', { queue_id: own?.id, last_event_id: own?.lastEventId, dont_block: true })
      .fails('BAD_EVENT_QUEUE_ID')
  })

  it('is not counted among subscribers, and takes their bots along', async () => {
    const { owner, ann, bot, general } = people
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [bot.id] })
      .succeeds()
    const before = await subscribersOf(general)
    const [queue] = await follow(owner)
    await owner.delete(`users/${ann.id}`).succeeds()
    expect(await subscribersOf(general)).toBe(before - 2)
    const events = (await queue?.take()) ?? []
    const ends = events.filter(({ type }) => type === 'realm_user' || type === 'realm_bot')
    expect(ends.map(({ type, op, person, bot }) => [type, op, person?.user_id ?? bot.user_id])).toEqual([
      ['realm_user', 'update', bot.id],
      ['realm_bot', 'delete', bot.id],
      ['realm_user', 'update', ann.id],
    ])
    await bot.get('users/me').fails('USER_DEACTIVATED', undefined, 401)
    await owner.post(`users/${ann.id}/reactivate`).succeeds()
    await bot.get('users/me').fails('USER_DEACTIVATED', undefined, 401)
    expect(await subscribersOf(general)).toBe(before - 1)
  })

  it('keeps messages and name unless these are to go; the bots’ go, too', async () => {
    const { owner, ann, ben, bot, general } = people
    const secret = await channel(people, 'Secret', [ann, ben], { invite_only: true })
    const open = [await say(ann, general, 'tea', 'One'), await say(bot, general, 'tea', 'Two')]
    const hidden = await say(ann, secret, 'tea', 'Three')
    const direct = await tell(ann, [ben], 'Four')
    const answer = await tell(ben, [ann], 'Five')
    const [queue] = await follow(ben)
    await owner.delete(`users/${ann.id}`, { actions: { delete_public_channel_messages: true } }).succeeds()
    const kept = async () =>
      (
        await server.core.db.query<{ id: number }>(sql`
        SELECT id FROM message WHERE id = ANY(${[...open, hidden, direct, answer]}::int[]) ORDER BY id`)
      ).map(({ id }) => id)
    expect(await kept()).toEqual([hidden, direct, answer])
    expect((await ben.get(`users/${ann.id}`).succeeds()).user.full_name).toBe('Ann Lee')
    const actions = {
      delete_private_channel_messages: true,
      delete_direct_messages: true,
      delete_profile: true,
    }
    await owner.delete(`users/${ann.id}`, { actions }).succeeds()
    expect(await kept()).toEqual([answer])
    const { user } = await ben.get(`users/${ann.id}`).succeeds()
    expect(user).toMatchObject({ full_name: 'Deleted user', is_active: false })
    await queue?.replayEqualsFreshRegister()
  })

  it('is refused where there is nobody, nothing left to do, or too much said', async () => {
    const { owner, admin, ann } = people
    await owner.delete('users/99999').fails('BAD_REQUEST', 'No such user')
    const stranger = (await cast(server)).ann
    await owner.delete(`users/${stranger.id}`).fails('BAD_REQUEST', 'No such user')
    await owner
      .delete(`users/${owner.id}`)
      .fails('BAD_REQUEST', 'Cannot deactivate the only organization owner')
    await admin.delete(`users/${owner.id}`).fails('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
    await owner
      .delete(`users/${ann.id}`, { deactivation_notification_comment: 'x'.repeat(2001) })
      .fails('BAD_REQUEST', 'deactivation_notification_comment')
    await owner.delete(`users/${ann.id}`, { actions: { everything: true } }).fails('BAD_REQUEST')
    await ann.get('users/me').succeeds()
    await owner.delete(`users/${ann.id}`).succeeds()
    await owner.delete(`users/${ann.id}`).fails('BAD_REQUEST', 'User is deactivated')
  })

  it.each([
    ['REST', 'Bye,\n```\nand thanks', 'Bye,\n```\nand thanks'],
    ['REST', '', ''],
    ['GraphQL', 'Bye', 'Bye'],
  ])('leaves a word to the person, who finds it when they are back (%s: %j)', async (door, notice, text) => {
    const { owner, ann, ben } = people
    const [queue] = await follow(ben)
    if (door === 'REST') {
      await owner.delete(`users/${ann.id}`, { deactivation_notification_comment: notice }).succeeds()
    } else {
      await owner.graphql(
        'mutation ($id: Int!, $notice: String) { deactivateUser(input: { databaseId: $id, notice: $notice }) { user { isActive } } }',
        { id: ann.id, notice },
      )
    }
    await owner.post(`users/${ann.id}/reactivate`).succeeds()
    const newest = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }
    const { messages } = await ann.get('messages', { ...newest, narrow: [['is', 'dm']] }).succeeds()
    const [{ sender_full_name, content, flags }] = messages
    expect(sender_full_name).toBe('Notification Bot')
    expect(content).toContain(`@_**Olivia Owner|${owner.id}** deactivated your account.`)
    expect(content.includes('quote')).toBe(text !== '')
    expect(content).toContain(text)
    expect(flags).not.toContain('read')
    await queue?.replayEqualsFreshRegister()
    // No mail waits for a mail server that there is not.
    expect(await server.core.db.query(sql`SELECT id FROM outgoing_mail`)).toEqual([])
  })

  it('leaves no word unless asked, and bots none', async () => {
    const { owner, ann, bot } = people
    await owner.delete(`users/${bot.id}`, { deactivation_notification_comment: 'Bye' }).succeeds()
    await owner.delete(`users/${ann.id}`).succeeds()
    const rows = await server.core.db.query(sql`
      SELECT 1 FROM message WHERE organization_id = ${people.organizationId} AND content LIKE '%deactivated your account%'`)
    expect(rows).toEqual([])
  })

  it('comes back once, unless deleted for good or another has the name', async () => {
    const { owner, ann, organizationId } = people
    await owner.post(`users/${ann.id}/reactivate`).fails('BAD_REQUEST', 'User is already active')
    await owner.delete(`users/${ann.id}`).succeeds()
    await people.person({ fullName: 'Ann Lee', email: 'other@parley.example' })
    await owner.patch('realm', { require_unique_names: true }).succeeds()
    await owner.post(`users/${ann.id}/reactivate`).fails('BAD_REQUEST', 'full_name is already in use')
    await owner.patch('realm', { require_unique_names: false }).succeeds()
    await server.core.db.query(
      sql`UPDATE "user" SET is_deleted = true WHERE id = ${ann.id} AND organization_id = ${organizationId}`,
    )
    await owner.post(`users/${ann.id}/reactivate`).fails('BAD_REQUEST', 'User is deleted')
    await owner.patch(`users/${ann.id}`, { full_name: 'Ann' }).fails('BAD_REQUEST', 'User is deleted')
  })

  it('leaves a bot to whoever brings it back', async () => {
    const { owner, admin, ann, bot } = people
    await owner.delete(`users/${ann.id}`).succeeds()
    const [queue] = await follow(owner)
    await admin.post(`users/${bot.id}/reactivate`).succeeds()
    expect((await owner.get(`users/${bot.id}`).succeeds()).user.bot_owner_id).toBe(admin.id)
    await queue?.replayEqualsFreshRegister()
  })
})

describe('One’s own account', () => {
  it('ends by one’s own will, with one’s bots', async () => {
    const { ann, bot, ben, guest } = people
    const [queue] = await follow(ben)
    await ann.delete('users/me').succeeds()
    await ann.get('users/me').fails('USER_DEACTIVATED', undefined, 401)
    await bot.get('users/me').fails('USER_DEACTIVATED', undefined, 401)
    await guest.graphql('mutation { deactivateOwnAccount(input: {}) { user { isActive } } }')
    await queue?.replayEqualsFreshRegister()
  })

  it('does not end for bots, the only owner and the only user', async () => {
    const { owner, bot, ann, admin, moderator, ben, guest } = people
    await bot.delete('users/me').fails('BAD_REQUEST')
    await expect(
      bot.graphql('mutation { deactivateOwnAccount(input: {}) { user { id } } }'),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await owner.delete('users/me').fails('CANNOT_DEACTIVATE_LAST_USER')).toMatchObject({
      is_last_owner: true,
      entity: 'organization owner',
    })
    for (const { id } of [ann, admin, moderator, ben, guest]) await owner.delete(`users/${id}`).succeeds()
    expect(await owner.delete('users/me').fails('CANNOT_DEACTIVATE_LAST_USER')).toMatchObject({
      is_last_owner: false,
      entity: 'user',
    })
  })
})
