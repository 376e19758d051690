import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { systemGroupOn } from './support.ts'

const server = testServer({ PARLEY_MAIL_DOMAIN: 'mail.example.org' })
const systemGroup = systemGroupOn(server)
let people: Cast
let channelId: number

const create = async (by: Person, name: string, more: Record<string, unknown> = {}): Promise<number> =>
  (await by.post('channels/create', { name, subscribers: [by.id], ...more }).succeeds()).id
const ask = (by: Person, parameters: Record<string, unknown> = {}, id = channelId) =>
  by.get(`streams/${id}/email_address`, parameters)
const address = async (...of: Parameters<typeof ask>): Promise<string> => (await ask(...of).succeeds()).email

beforeEach(async () => {
  people = await cast(server)
  channelId = await create(people.ann, 'Crème & Chess')
})

describe('GET /streams/{stream_id}/email_address', () => {
  it('answers a secret address of one’s own, the same each time, with at most 64 characters before the @', async () => {
    const { ann, ben } = people
    const own = await address(ann)
    expect(own).toMatch(/^creme-chess\.[0-9a-f]{32}\.show-sender@mail\.example\.org$/)
    expect(await address(ann)).toBe(own)
    expect(await address(ben)).not.toBe(own)
    const many = await Promise.all(Array.from({ length: 4 }, () => address(people.owner)))
    expect(new Set(many).size).toBe(1)
    const long = await create(ann, 'The Society of Friends of Oolong and of Other Teas')
    expect(await address(ann, {}, long)).toMatch(/^the-society-of-frie\.[0-9a-f]{32}\.show-sender@/)
    const nameless = await create(ann, '茶')
    expect(await address(ann, {}, nameless)).toMatch(/^[0-9a-f]{32}\.show-sender@/)
  })

  it('has one for each sender: oneself, bots of one’s own, and the gateway', async () => {
    const { ann, ben, bot } = people
    const { cross_realm_bots } = await ann.post('register', { fetch_event_types: ['realm_user'] }).succeeds()
    const gateway = cross_realm_bots.find((one: { full_name: string }) => one.full_name === 'Email Gateway')
    const own = await address(ann)
    expect(await address(ann, { sender_id: gateway.user_id })).toBe(own)
    const all = [own, await address(ann, { sender_id: ann.id }), await address(ann, { sender_id: bot.id })]
    expect(new Set(all).size).toBe(3)
    for (const sender_id of [ben.id, 2_000_000_000])
      await ask(ann, { sender_id }).fails('BAD_REQUEST', 'sender')
    await ask(ben, { sender_id: bot.id }).fails('BAD_REQUEST', 'sender')
    await ask(ann, { sender_id: 'me' }).fails('BAD_REQUEST', /sender_id/)
  })

  it('is for those who may post', async () => {
    const { ann, ben, admin, guest, moderator } = people
    const hidden = await create(ann, 'Hidden', { invite_only: true })
    await ask(ben, {}, hidden).fails('BAD_REQUEST', 'Invalid channel ID')
    await ask(guest).fails('BAD_REQUEST', 'Invalid channel ID')
    await ask(ben, {}, 2_000_000_000).fails('BAD_REQUEST', 'Invalid channel ID')
    await ask(admin, {}, hidden).fails('BAD_REQUEST', 'permission to post')
    const moderators = await systemGroup(ann.id, 'role:moderators')
    await ann.patch(`streams/${channelId}`, { can_send_message_group: { new: moderators } }).succeeds()
    await ask(ann).fails('BAD_REQUEST', 'permission to post')
    await address(moderator)
    await ann.delete(`streams/${channelId}`).succeeds()
    await ask(moderator).fails('BAD_REQUEST', 'permission to post')
  })
})
