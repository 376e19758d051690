import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { Backstage, channel, say, systemGroup, tell } from './place.ts'

const server = testServer()
let people: Cast
let backstage: Backstage

beforeEach(async () => {
  people = await cast(server)
  backstage = new Backstage(server, people)
})

async function flagsOf(reader: Person, id: number): Promise<string[]> {
  return (await reader.get(`messages/${id}`).succeeds()).message.flags
}

describe('mentions in a new message', () => {
  it('flag the copy of whoever is named, oneself included, in the event and in the history', async () => {
    const { ann, ben, admin } = people
    const queues = await Promise.all([ann, ben, admin].map((person) => register(person, ['message'])))
    const id = await say(ann, 'general', 'tea', '@**Ben Ito** and @**Ann Lee**, not @_**Adam Admin**')
    const received = await Promise.all(queues.map(async (queue) => (await queue.takeCount(1))[0]?.flags))
    expect(received).toEqual([['mentioned'], ['mentioned'], []])
    expect(await flagsOf(ben, id)).toEqual(['mentioned'])
    expect(await flagsOf(admin, id)).toEqual([])
  })

  it('give nobody a copy who does not receive the message', async () => {
    const outsider = await people.person({ channels: 'none', fullName: 'Oda Outside' })
    const queue = await register(outsider, ['message'])
    const id = await say(people.ann, 'general', 'tea', '@**Oda Outside**')
    await queue.receivesNothing()
    expect(await flagsOf(outsider, id)).toEqual(['read', 'historical'])
  })

  it('reach the members of a group, if its permission allows it to the sender', async () => {
    const { ann, ben, admin } = people
    const everyone = await systemGroup(server, people, 'role:everyone')
    await backstage.group('cooks', [ben], everyone)
    const id = await say(ann, 'general', 'tea', '@*cooks*')
    expect(await flagsOf(ben, id)).toEqual(['mentioned'])
    expect(await flagsOf(admin, id)).toEqual([])

    await backstage.group('chiefs', [admin], await systemGroup(server, people, 'role:administrators'))
    const parameters = { type: 'stream', to: 'general', topic: 'tea', content: 'Dear @*chiefs*' }
    await ann.post('messages', parameters).fails('BAD_REQUEST', "not allowed to mention user group 'chiefs'")
    expect(await flagsOf(admin, await say(ann, 'general', 'tea', 'Dear @_*chiefs*'))).toEqual([])
    expect(await flagsOf(admin, await say(people.owner, 'general', 'tea', '@*chiefs*'))).toEqual([
      'mentioned',
    ])
  })

  it('reach everybody by a channel wildcard, up to fifteen subscribers without a permission', async () => {
    const { ann, ben } = people
    const id = await say(ann, 'general', 'tea', '@**all**')
    expect(await flagsOf(ben, id)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])

    const crowd = await Promise.all(Array.from({ length: 14 }, () => people.person({ channels: 'none' })))
    const fifteen = await channel(people, 'fifteen', [ann, ...crowd])
    await say(ann, fifteen, 'tea', '@**everyone**')
    const sixteen = await channel(people, 'sixteen', [ann, ben, ...crowd])
    const parameters = { type: 'stream', to: sixteen, topic: 'tea', content: '@**channel**' }
    await ann.post('messages', parameters).fails('STREAM_WILDCARD_MENTION_NOT_ALLOWED')
    await people.admin.post('messages', parameters).succeeds()
    await ann.post('messages', { ...parameters, content: '@_**channel** and `@**all**`' }).succeeds()
  })

  it('reach those who wrote in a topic by a topic wildcard, in whatever spelling', async () => {
    const { ann, ben, admin } = people
    await say(ben, 'general', 'TEA', 'Hi')
    const id = await say(ann, 'general', 'tea', '@**topic**')
    const flags = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    expect(await flagsOf(ben, id)).toEqual(flags)
    expect(await flagsOf(ann, id)).toEqual(flags)
    expect(await flagsOf(admin, id)).toEqual([])

    const crowd = await Promise.all(Array.from({ length: 15 }, () => people.person()))
    for (const person of crowd) await say(person, 'general', 'crowd', 'Hi')
    const parameters = { type: 'stream', to: 'general', topic: 'Crowd', content: '@**topic**' }
    await ann.post('messages', parameters).fails('TOPIC_WILDCARD_MENTION_NOT_ALLOWED')
    await people.admin.post('messages', parameters).succeeds()
  })

  it('flag direct messages, too', async () => {
    const { ann, ben } = people
    expect(await flagsOf(ben, await tell(ann, [ben], '@**Ben Ito**'))).toEqual(['mentioned'])
    expect(await flagsOf(ben, await tell(ann, [ben], '@**all**'))).toContain('stream_wildcard_mentioned')
  })

  it('link only channels that the writer may know of', async () => {
    await channel(people, 'secret', [people.owner], { invite_only: true })
    const html = async (writer: Person) => {
      const id = await say(writer, 'general', 'tea', '#**secret** #**general>tea**')
      return (await people.ann.get(`messages/${id}`).succeeds()).message.content
    }
    expect(await html(people.ben)).toContain('#**secret**')
    expect(await html(people.owner)).not.toContain('#**secret**')
  })
})
