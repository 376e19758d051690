import { describe, expect, it } from 'vitest'
import { cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { archiveOn } from './support.ts'

const server = testServer()
const archive = archiveOn(server)

async function create(person: Person, name: string, more: Record<string, unknown> = {}): Promise<number> {
  return (await person.post('channels/create', { name, subscribers: [person.id], ...more }).succeeds()).id
}

describe('GET /streams/{stream_id}', () => {
  it('gives a channel, archived ones too, to whoever may know of it', async () => {
    const { ann, ben, admin } = await cast(server)
    const id = await create(ann, 'Plans', { description: 'What *next*' })
    await archive(id)
    const { stream } = await ben.get(`streams/${id}`).succeeds()
    expect(stream).toMatchObject({ stream_id: id, name: 'Plans', is_archived: true, subscriber_count: 1 })
    const hidden = await create(ann, 'Hidden', { invite_only: true })
    expect((await admin.get(`streams/${hidden}`).succeeds()).stream.invite_only).toBe(true)
  })

  it('answers alike for what does not exist, what is hidden and what is another organization’s', async () => {
    const { ann, ben, guest, general } = await cast(server)
    const { general: foreign } = await cast(server)
    const hidden = await create(ann, 'Hidden', { invite_only: true })
    for (const id of [hidden, foreign, 2_000_000_000]) {
      await ben.get(`streams/${id}`).fails('BAD_REQUEST', 'Invalid channel ID')
    }
    await guest.get(`streams/${general}`).fails('BAD_REQUEST', 'Invalid channel ID')
    expect((await ben.get('streams/general')).status).toBe(404)
  })
})

describe('GET /get_stream_id', () => {
  it('finds the id of a name, without regard to case', async () => {
    const { ann, general } = await cast(server)
    expect(await ann.get('get_stream_id', { stream: 'GENERAL' }).succeeds()).toMatchObject({
      stream_id: general,
    })
  })

  it('answers alike for names that do not exist and that are hidden', async () => {
    const { ann, ben } = await cast(server)
    await create(ann, 'Hidden', { invite_only: true })
    for (const name of ['Hidden', 'Nowhere']) {
      await ben.get('get_stream_id', { stream: name }).fails('BAD_REQUEST', `Invalid channel name '${name}'`)
    }
    await ben.get('get_stream_id').fails('REQUEST_VARIABLE_MISSING', /'stream'/)
  })
})

describe('GET /streams/{stream_id}/members', () => {
  it('lists active subscribers to whoever may know of the channel', async () => {
    const { ann, ben, admin, guest, moderator, general } = await cast(server)
    const id = await create(ann, 'Secret', { invite_only: true })
    expect((await admin.get(`streams/${id}/members`).succeeds()).subscribers).toEqual([ann.id])
    await ben.get(`streams/${id}/members`).fails('BAD_REQUEST', 'Invalid channel ID')
    await guest.get(`streams/${general}/members`).fails('BAD_REQUEST', 'Invalid channel ID')
    const { subscribers } = await moderator.get(`streams/${general}/members`).succeeds()
    expect(subscribers).toEqual([...subscribers].sort((left: number, right: number) => left - right))
    expect(subscribers).toContain(ben.id)
  })
})

describe('GET /users/{user_id}/subscriptions/{stream_id}', () => {
  it('says whether a user is subscribed, to whoever may know of both', async () => {
    const { ann, ben, guest, bot, admin, general } = await cast(server)
    const id = await create(ann, 'Secret', { invite_only: true })
    const ask = (person: Person, userId: number, channelId: number) =>
      person.get(`users/${userId}/subscriptions/${channelId}`)
    expect((await ask(ben, ann.id, general).succeeds()).is_subscribed).toBe(true)
    expect((await ask(ben, bot.id, general).succeeds()).is_subscribed).toBe(false)
    expect((await ask(admin, ann.id, id).succeeds()).is_subscribed).toBe(true)
    await ask(ben, ann.id, id).fails('BAD_REQUEST', 'Invalid channel ID')
    await ask(guest, ann.id, general).fails('BAD_REQUEST', 'Invalid channel ID')
    await ask(ben, 2_000_000_000, general).fails('BAD_REQUEST', 'No such user')
  })
})

describe('GET /users/{user_id}/channels', () => {
  it('lists a user’s channels as far as the asker may know of them', async () => {
    const { ann, ben, guest, admin, general, sandbox } = await cast(server)
    const id = await create(ann, 'Secret', { invite_only: true })
    const ask = async (person: Person) =>
      (await person.get(`users/${ann.id}/channels`).succeeds()).subscribed_channel_ids
    expect(await ask(ann)).toEqual([general, sandbox, id])
    expect(await ask(admin)).toEqual([general, sandbox, id])
    expect(await ask(ben)).toEqual([general, sandbox])
    expect(await ask(guest)).toEqual([])
    await ben.get('users/2000000000/channels').fails('BAD_REQUEST', 'No such user')
  })
})
