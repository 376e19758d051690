import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

async function found(reader: Person, operator: string, operand: unknown): Promise<number[]> {
  const narrow = [{ operator, operand }]
  const { messages } = await reader.get('messages', { anchor: 'newest', num_before: 100, narrow }).succeeds()
  return messages.map(({ id }: { id: number }) => id)
}

describe('A narrow', () => {
  it('knows the server’s own bots, by id and address', async () => {
    const { owner, ben } = people
    await channel(people, 'garden', [owner])
    // The Notification Bot tells whoever is subscribed by somebody else.
    await owner.post('users/me/subscriptions', {
      subscriptions: [{ name: 'garden' }],
      principals: [ben.id],
    })
    const { cross_realm_bots: bots } = (await register(ben, undefined)).registered
    const bot = bots.find(({ email }: { email: string }) => email.startsWith('notification-bot@'))
    const sent = await found(ben, 'sender', bot.user_id)
    expect(sent).toHaveLength(1)
    expect(await found(ben, 'sender', bot.email)).toEqual(sent)
    expect(await found(ben, 'dm', [bot.user_id])).toEqual(sent)
    expect(await found(ben, 'dm', bot.email)).toEqual(sent)
    expect(await found(ben, 'dm-including', bot.email)).toEqual(sent)
  })

  it('knows people who are deactivated', async () => {
    const { owner, ann, ben } = people
    const dan = await people.person()
    const said = await say(dan, 'general', 'tea', `Hi @**${ben.fullName}**`)
    const told = await tell(dan, [ben], 'Hi')
    const group = await tell(ann, [ben, dan], 'Hi')
    const naming = await say(ann, 'general', 'tea', `Hi @**${dan.fullName}**`)
    await owner.delete(`users/${dan.id}`).succeeds()
    for (const dans of [dan.id, dan.email, dan.email.toUpperCase()]) {
      expect(await found(ben, 'sender', dans)).toEqual([said, told])
      expect(await found(ben, 'dm-including', dans)).toEqual([told, group])
      expect(await found(ben, 'group-pm-with', dans)).toEqual([group])
      expect(await found(ben, 'mentions', dans)).toEqual([naming])
    }
    expect(await found(ben, 'dm', [dan.id])).toEqual([told])
    expect(await found(ben, 'dm', `${dan.email}, ${ann.email}`)).toEqual([group])
  })

  it('by an address that one may not see knows nobody; the one that messages show leads to its owner', async () => {
    const { admin, ben } = people
    const shy = await people.person({ emailAddressVisibility: 3 })
    const id = await say(shy, 'general', 'tea', 'Hi')
    const { message } = await ben.get(`messages/${id}`).succeeds()
    expect(message.sender_email).toMatch(new RegExp(`^user${shy.id}@`))
    expect(await found(ben, 'sender', message.sender_email)).toEqual([id])
    await ben
      .get('messages', { anchor: 'newest', narrow: [['sender', shy.email]] })
      .fails('BAD_NARROW', /unknown user/)
    expect(await found(admin, 'sender', shy.email)).toEqual([id])
    expect(await found(admin, 'sender', message.sender_email)).toEqual([id])
  })
})
