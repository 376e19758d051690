import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import { setSettingsOn } from './support.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const setSettings = setSettingsOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
  await setSettings(people, { enableSpectatorAccess: true })
})

const kinds = {
  public: {},
  'private with shared history': { invite_only: true, history_public_to_subscribers: true },
  'private with protected history': { invite_only: true },
  'web-public': { is_web_public: true },
} as const

const roleNames = ['administrator', 'moderator', 'member', 'guest', 'bot'] as const

/** Somebody of each role who is not subscribed, and, under `subscribed …`, somebody who is. */
async function everybody(): Promise<Record<string, Person>> {
  const found: Record<string, Person> = {}
  for (const prefix of ['', 'subscribed ']) {
    for (const role of roleNames) {
      found[`${prefix}${role}`] = await people.person(
        role === 'bot' ? { bot: { owner: people.ben }, channels: 'none' } : { role, channels: 'none' },
      )
    }
  }
  return found
}

const works = async (request: PromiseLike<{ status: number }>) => (await request).status === 200

/** What somebody may do with a channel, as far as trying tells: see, read, change, hide it; archive it last. */
async function powers(person: Person, id: number, isPrivate: boolean): Promise<string[]> {
  const path = `streams/${id}`
  const may: string[] = []
  if (await works(person.get(path))) may.push('see')
  if (await works(person.get(`users/me/${id}/topics`))) may.push('read')
  if (await works(person.patch(path, { description: `by ${person.id}` }))) may.push('change')
  if (await works(person.patch(path, { is_private: !isPrivate }))) {
    may.push('open or close')
    await people.owner.patch(path, { is_private: isPrivate }).succeeds()
  }
  if (await works(person.delete(path))) {
    may.push('archive')
    await people.owner.patch(path, { is_archived: false }).succeeds()
  }
  return may
}

const nothing: string[] = []
const reader = ['see', 'read']
const manager = ['see', 'change', 'archive']
const everything = ['see', 'read', 'change', 'open or close', 'archive']

const subscribed = {
  'subscribed administrator': everything,
  'subscribed moderator': reader,
  'subscribed member': reader,
  'subscribed guest': reader,
  'subscribed bot': reader,
}
const hidden = {
  administrator: manager,
  moderator: nothing,
  member: nothing,
  guest: nothing,
  bot: nothing,
  ...subscribed,
}
const open = { administrator: everything, moderator: reader, member: reader, bot: reader, ...subscribed }

describe('What each may do with a channel that is', () => {
  it.each([
    ['public', { ...open, guest: nothing }],
    ['private with shared history', hidden],
    ['private with protected history', hidden],
    ['web-public', { ...open, guest: reader }],
  ] as const)('%s', async (kind, expected) => {
    const all = await everybody()
    const members = Object.entries(all).filter(([name]) => name.startsWith('subscribed'))
    const subscribers = [people.owner.id, ...members.map(([, { id }]) => id)]
    const { id } = await people.owner
      .post('channels/create', { name: kind, subscribers, ...kinds[kind] })
      .succeeds()
    const found: Record<string, string[]> = {}
    for (const [name, person] of Object.entries(all)) {
      found[name] = await powers(person, id, 'invite_only' in kinds[kind])
      if (kind === 'web-public') {
        await people.owner.patch(`streams/${id}`, { is_private: false, is_web_public: true }).succeeds()
      }
      if (kind === 'private with protected history') {
        await people.owner.patch(`streams/${id}`, { history_public_to_subscribers: false }).succeeds()
      }
    }
    expect(found).toEqual(expected)
    const visitor = new Visitor({ port: server.port, host: people.host })
    expect(await works(visitor.get(`users/me/${id}/topics`))).toBe(kind === 'web-public')
  })

  it('archived: the same, and nobody posts or deletes', async () => {
    const all = await everybody()
    const members = Object.entries(all).filter(([name]) => name.startsWith('subscribed'))
    const subscribers = [people.owner.id, ...members.map(([, { id }]) => id)]
    const { id } = await people.owner.post('channels/create', { name: 'old', subscribers }).succeeds()
    await people.owner.delete(`streams/${id}`).succeeds()
    for (const [name, person] of Object.entries(all)) {
      const isReader = name !== 'guest'
      expect([name, await works(person.get(`streams/${id}`))]).toEqual([name, isReader])
      expect([name, await works(person.get(`users/me/${id}/topics`))]).toEqual([name, isReader])
      const change = person.patch(`streams/${id}`, { description: `by ${person.id}` })
      expect([name, await works(change)]).toEqual([name, name.endsWith('administrator')])
      await person
        .post('messages', { type: 'stream', to: id, topic: 't', content: 'x' })
        .fails(name === 'guest' ? 'STREAM_DOES_NOT_EXIST' : 'BAD_REQUEST')
      const deletion = await person.post(`streams/${id}/delete_topic`, { topic_name: 'channel events' })
      expect(deletion.status).toBe(400)
    }
  })
})
