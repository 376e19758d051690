import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { Backstage, channel, say, tell } from '../messages/place.ts'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { react, reactionsOf, tada, unreact } from './support.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** Writes a custom emoji; resolves with its id. */
async function customEmoji(name: string): Promise<number> {
  const [row] = await server.core.db.query<{ id: number }>(sql`
    INSERT INTO custom_emoji (organization_id, name, file_name)
    VALUES (${people.organizationId}, ${name}, 'x.png') RETURNING id`)
  return row?.id ?? -1
}

describe('POST and DELETE /messages/{message_id}/reactions', () => {
  it('add and take back an emoji, shown with the message and told to all its audience', async () => {
    const { ann, ben, guest } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    const queues = [await register(ann, ['reaction']), await register(ben, ['reaction'])]
    const outsider = await register(guest, ['reaction'])
    await react(ben, id, 'tada').succeeds()
    await react(ann, id, 'tada').succeeds()
    await react(ann, id, '+1').succeeds()
    const thumb = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
    const all = [
      { ...tada, user_id: ben.id },
      { ...tada, user_id: ann.id },
      { ...thumb, user_id: ann.id },
    ]
    expect(await reactionsOf(ben, id)).toEqual(all)
    const { messages } = await ben
      .get('messages', { anchor: 'newest', num_before: 1, narrow: [['topic', 'tea']] })
      .succeeds()
    expect(messages[0].reactions).toEqual(all)
    await unreact(ann, id, { emoji_name: 'tada' }).succeeds()
    expect(await reactionsOf(ann, id)).toEqual([all[0], all[2]])
    const told = (op: string, reaction: object) => ({ type: 'reaction', op, message_id: id, ...reaction })
    for (const queue of queues) {
      await queue.receives(
        ...all.map((reaction) => told('add', reaction)),
        told('remove', { ...tada, user_id: ann.id }),
      )
    }
    await outsider.receivesNothing()
  })

  it('of direct messages concern the conversation and nobody else', async () => {
    const { ann, ben, owner } = people
    const id = await tell(ann, [ben], 'Hello')
    const [queue, outsider] = [await register(ann, ['reaction']), await register(owner, ['reaction'])]
    await react(ben, id, 'tada').succeeds()
    await queue.receives({ type: 'reaction', op: 'add', message_id: id, ...tada, user_id: ben.id })
    await outsider.receivesNothing()
    await react(owner, id, 'tada').fails('BAD_REQUEST', 'Invalid message(s)')
    await unreact(owner, id, { emoji_name: 'tada' }).fails('BAD_REQUEST', 'Invalid message(s)')
  })

  it('say what is there already, and what is not', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    await react(ben, id, 'tada').succeeds()
    await react(ben, id, 'tada').fails('REACTION_ALREADY_EXISTS')
    await react(ben, id, 'tada', tada).fails('REACTION_ALREADY_EXISTS')
    await unreact(ann, id, { emoji_name: 'tada' }).fails('REACTION_DOES_NOT_EXIST')
    await unreact(ben, id, { emoji_code: '1f44d' }).fails('REACTION_DOES_NOT_EXIST')
    await unreact(ben, id, { emoji_code: '1f389', reaction_type: 'realm_emoji' }).fails('BAD_REQUEST')
    await unreact(ben, id, { emoji_code: '1f389' }).succeeds()
    await unreact(ben, id, tada).fails('REACTION_DOES_NOT_EXIST')
    expect(await reactionsOf(ben, id)).toEqual([])
  })

  it('refuse what is no emoji, and parts that do not fit', async () => {
    const { ann } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    await react(ann, id, 'nosuch').fails('BAD_REQUEST', "Emoji 'nosuch' does not exist")
    await react(ann, id, '').fails('BAD_REQUEST', "Emoji '' does not exist")
    const owl = { emoji_code: String(await customEmoji('owl')), reaction_type: 'realm_emoji' }
    await react(ann, id, 'tada', owl).fails('BAD_REQUEST', 'Invalid emoji name.')
    await react(ann, id, 'tada', { emoji_code: 'zz' }).fails('BAD_REQUEST', 'Invalid emoji code.')
    await react(ann, id, 'tada', { reaction_type: 'realm_emoji' }).fails('BAD_REQUEST', 'does not exist')
    await react(ann, id, 'tada', { emoji_code: '12', reaction_type: 'realm_emoji' }).fails(
      'BAD_REQUEST',
      'Invalid emoji code.',
    )
    await react(ann, id, 'tada', { reaction_type: 'no_emoji' }).fails('BAD_REQUEST', 'reaction_type')
    await ann.post(`messages/${id}/reactions`, {}).fails('REQUEST_VARIABLE_MISSING', 'emoji_name')
    await unreact(ann, id, {}).fails('BAD_REQUEST', 'emoji_name')
    await unreact(ann, id, { emoji_name: 'nosuch' }).fails('BAD_REQUEST', "Emoji 'nosuch' does not exist")
    await unreact(ann, id, { emoji_code: 'zz' }).fails('BAD_REQUEST', 'Invalid emoji code.')
    expect(await reactionsOf(ann, id)).toEqual([])
  })

  it('know the extra emoji by the name that clients have for its type', async () => {
    const { ann } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    const queue = await register(ann, ['reaction'])
    const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
    await react(ann, id, 'zulip', extra).succeeds()
    expect(await reactionsOf(ann, id)).toEqual([{ ...extra, user_id: ann.id }])
    await queue.receives({ type: 'reaction', op: 'add', message_id: id, ...extra, user_id: ann.id })
    await react(ann, id, 'zulip', { reaction_type: 'service_extra_emoji' }).fails('REACTION_ALREADY_EXISTS')
    await unreact(ann, id, { emoji_name: 'zulip' }).succeeds()
  })

  it('know a Unicode emoji by its code, under whatever name a client has for it', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    const queue = await register(ben, ['reaction'])
    const named = { emoji_name: 'slightly_smiling_face', emoji_code: '1f642', reaction_type: 'unicode_emoji' }
    await react(ann, id, 'smile', { ...named, emoji_name: 'smile' }).succeeds()
    await react(ben, id, 'friendly', { emoji_code: '1f642' }).succeeds()
    expect(await reactionsOf(ann, id)).toEqual([
      { ...named, user_id: ann.id },
      { ...named, user_id: ben.id },
    ])
    expect((await queue.takeCount(2)).map(({ emoji_name }) => emoji_name)).toEqual([
      'slightly_smiling_face',
      'slightly_smiling_face',
    ])
    const other = await say(ann, 'general', 'tea', 'Hello')
    await react(ann, other, 'check', { emoji_code: '2714' }).succeeds()
    await react(ann, other, 'friendly').fails('BAD_REQUEST', "Emoji 'friendly' does not exist")
    await react(ann, other, 'friendly', { emoji_code: 'zz' }).fails('BAD_REQUEST', 'friendly')
    await react(ann, other, 'smile', { emoji_code: 'zz' }).fails('BAD_REQUEST', 'Invalid emoji code.')
    await react(ann, other, 'smile', { emoji_code: '1f642', reaction_type: 'realm_emoji' }).fails(
      'BAD_REQUEST',
      'Invalid emoji code.',
    )
    await unreact(ann, id, { ...named, emoji_name: 'smile' }).succeeds()
    expect(await reactionsOf(ann, id)).toHaveLength(1)
  })

  it('know the names that bots react with, without a code', async () => {
    const { ann } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    const working = { emoji_name: 'working_on_it', emoji_code: '1f6e0', reaction_type: 'unicode_emoji' }
    await react(ann, id, 'working_on_it').succeeds()
    await react(ann, id, 'check').succeeds()
    await react(ann, id, 'white_check_mark').fails('REACTION_ALREADY_EXISTS')
    expect(await reactionsOf(ann, id)).toEqual([
      { ...working, user_id: ann.id },
      { emoji_name: 'check', emoji_code: '2705', reaction_type: 'unicode_emoji', user_id: ann.id },
    ])
    await unreact(ann, id, { emoji_name: 'hammer_and_wrench' }).succeeds()
    expect(await reactionsOf(ann, id)).toHaveLength(1)
  })

  it('tell a custom emoji by name and code, also where its id is the code of a Unicode emoji', async () => {
    const { ann } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    await server.core.db.query(sql`
      INSERT INTO custom_emoji (id, organization_id, name, file_name)
      VALUES (2705, ${people.organizationId}, 'robin', 'x.png')`)
    await react(ann, id, 'robin', { emoji_code: '2705' }).succeeds()
    const other = await say(ann, 'general', 'tea', 'Hello')
    await react(ann, other, 'check', { emoji_code: '2705' }).succeeds()
    const types = [await reactionsOf(ann, id), await reactionsOf(ann, other)].map(
      ([first]) => first?.reaction_type,
    )
    expect(types).toEqual(['realm_emoji', 'unicode_emoji'])
  })

  it('let a custom emoji go before Unicode, and others join in when it is out of use', async () => {
    const { ann, ben, owner } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    const emojiId = await customEmoji('tada')
    const custom = { emoji_name: 'tada', emoji_code: String(emojiId), reaction_type: 'realm_emoji' }
    await react(ann, id, 'tada').succeeds()
    await react(ben, id, 'tada', tada).succeeds()
    expect(await reactionsOf(ann, id)).toEqual([
      { ...custom, user_id: ann.id },
      { ...tada, user_id: ben.id },
    ])
    await server.core.db.query(sql`UPDATE custom_emoji SET is_deactivated = true WHERE id = ${emojiId}`)
    const other = await say(ann, 'general', 'tea', 'Again')
    await react(owner, other, 'tada', custom).fails('BAD_REQUEST', 'deactivated')
    await react(owner, id, 'whatever', { ...custom, emoji_name: 'whatever' }).succeeds()
    expect((await reactionsOf(ann, id)).at(-1)).toEqual({ ...custom, user_id: owner.id })
    await unreact(ann, id, { emoji_name: 'tada' }).succeeds()
    expect(await reactionsOf(ann, id)).toHaveLength(2)
  })

  it('take a message into the history of those who never received it', async () => {
    const { ann, owner, guest } = people
    await channel(people, 'open', [ann])
    const id = await say(ann, 'open', 'tea', 'Hello')
    const queue = await register(owner, ['reaction'])
    await react(guest, id, 'tada').fails('BAD_REQUEST', 'Invalid message(s)')
    await react(owner, id, 'tada').succeeds()
    expect((await owner.get(`messages/${id}`).succeeds()).message.flags).toEqual(['read', 'historical'])
    const { messages } = await owner.get('messages', { anchor: 'newest', num_before: 1 }).succeeds()
    expect(messages[0].id).toBe(id)
    await queue.receives({ type: 'reaction', op: 'add', message_id: id, ...tada, user_id: owner.id })
  })

  it('are only for those who can read, and not for archived channels', async () => {
    const { ann, ben, admin } = people
    const id = await channel(people, 'closed', [ann], { invite_only: true })
    const message = await say(ann, 'closed', 'tea', 'Hello')
    const queue = await register(admin, ['reaction'])
    for (const person of [ben, admin]) {
      await react(person, message, 'tada').fails('BAD_REQUEST', 'Invalid message(s)')
      await react(person, 2 ** 31 - 1, 'tada').fails('BAD_REQUEST', 'Invalid message(s)')
    }
    await react(ann, message, 'tada').succeeds()
    await new Backstage(server, people).archive(id)
    await react(ann, message, '+1').fails('BAD_REQUEST', 'archived')
    await unreact(ann, message, { emoji_name: 'tada' }).fails('BAD_REQUEST', 'archived')
    expect(await reactionsOf(ann, message)).toHaveLength(1)
    await queue.receivesNothing()
  })

  it('with protected history tell only subscribers who received the message', async () => {
    const { ann, ben } = people
    await channel(people, 'vault', [ann], { invite_only: true, history_public_to_subscribers: false })
    const message = await say(ann, 'vault', 'tea', 'Hello')
    await ann
      .post('users/me/subscriptions', { subscriptions: [{ name: 'vault' }], principals: [ben.id] })
      .succeeds()
    const [received, late] = [await register(ann, ['reaction']), await register(ben, ['reaction'])]
    await react(ben, message, 'tada').fails('BAD_REQUEST', 'Invalid message(s)')
    await react(ann, message, 'tada').succeeds()
    expect(await received.take()).toHaveLength(1)
    await late.receivesNothing()
  })

  it('follow the topic for those who want that on taking part', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    const queue = await register(ben, ['user_topic'], { fetch_event_types: ['user_topic'] })
    await react(ben, id, '+1').succeeds()
    await queue.receivesNothing()
    await server.core.db.query(sql`
      UPDATE "user" SET settings = '{"automaticallyFollowTopicsPolicy": 1}' WHERE id = ${ben.id}`)
    await react(ben, id, 'tada').succeeds()
    const [event] = await queue.takeCount(1)
    expect(event).toMatchObject({ type: 'user_topic', topic_name: 'tea', visibility_policy: 3 })
    await queue.replayEqualsFreshRegister()
  })
})

describe('In GraphQL', () => {
  const REACT = `mutation ($input: AddReactionInput!) {
    addReaction(input: $input) { messageDatabaseId message { reactions { emojiName emojiCode type user { fullName } } } }
  }`

  it('reactions are added, read with the message, and taken back', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', 'Hello')
    const input = { messageDatabaseId: id, emojiName: 'tada', idempotencyKey: 'once' }
    for (const _ of [1, 2]) {
      const { addReaction } = await ben.graphql(REACT, { input })
      expect(addReaction.message.reactions).toEqual([
        { emojiName: 'tada', emojiCode: '1f389', type: 'UNICODE_EMOJI', user: { fullName: 'Ben Ito' } },
      ])
    }
    await expect(ben.graphql(REACT, { input: { ...input, idempotencyKey: 'twice' } })).rejects.toMatchObject({
      code: 'REACTION_ALREADY_EXISTS',
    })
    const { removeReaction } = await ben.graphql(
      `mutation ($input: RemoveReactionInput!) {
        removeReaction(input: $input) { message { reactions { emojiName } } }
      }`,
      { input: { messageDatabaseId: id, emojiCode: '1f389' } },
    )
    expect(removeReaction.message.reactions).toEqual([])
  })
})
