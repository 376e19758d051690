import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Backstage, channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast
let backstage: Backstage

beforeAll(async () => {
  people = await cast(server)
  backstage = new Backstage(server, people)
})

const receipts = async (person: Person, id: number): Promise<number[]> =>
  (await person.get(`messages/${id}/read_receipts`).succeeds()).user_ids
const mark = (person: Person, id: number) =>
  person.post('messages/flags', { op: 'add', flag: 'read', messages: [id] }).succeeds()

describe('GET /messages/{message_id}/read_receipts', () => {
  it('names those who have read a message, but its sender and those who keep it to themselves', async () => {
    const { ann, ben, admin, moderator, guest, bot } = people
    const place = await channel(people, 'kitchen', [ann, ben, admin, moderator, guest, bot])
    const id = await say(ann, place, 'tea', 'Hi', { read_by_sender: true })
    expect(await receipts(ann, id)).toEqual([])
    for (const person of [ben, admin, moderator, bot]) await mark(person, id)
    await server.core.db.query(sql`
      UPDATE "user" SET settings = settings || '{"sendReadReceipts": false}' WHERE id = ${moderator.id}`)
    const ids = [ben.id, admin.id, bot.id].sort((left, right) => left - right)
    expect(await receipts(ann, id)).toEqual(ids)
    expect(await receipts(ben, id)).toEqual(ids)
    const { message } = await guest.graphql(
      'query ($id: Int!) { message(databaseId: $id) { readers { fullName } readerDatabaseIds } }',
      { id },
    )
    expect(message.readerDatabaseIds).toEqual(ids)
    expect(message.readers).toContainEqual({ fullName: 'Ben Ito' })
    const direct = await tell(ann, [ben], 'Hi')
    await mark(ben, direct)
    expect(await receipts(ann, direct)).toEqual([ben.id])
    await admin.get(`messages/${direct}/read_receipts`).fails('BAD_REQUEST', 'Invalid message(s)')
  })

  it('is refused where the organization has none', async () => {
    const { ann } = people
    const id = await say(ann, 'general', 'tea', 'Hi')
    await backstage.organizationSetting('enableReadReceipts', false)
    await ann.get(`messages/${id}/read_receipts`).fails('BAD_REQUEST', /disabled/)
    await backstage.organizationSetting('enableReadReceipts', true)
  })
})

describe('What the viewer can do with a message', () => {
  it('is what the actions allow', async () => {
    const { ann, ben, admin } = people
    const [id, direct] = [await say(ann, 'general', 'tea', 'Hi'), await tell(ann, [ben], 'Hi')]
    const fields = `viewerCanEditContent viewerCanMoveToTopic viewerCanMoveToChannel viewerCanResolveTopic viewerCanDelete`
    const rights = async (person: Person, messageId: number) =>
      Object.values(
        (
          await person.graphql(`query ($id: Int!) { message(databaseId: $id) { ${fields} } }`, {
            id: messageId,
          })
        ).message,
      )
    expect(await rights(ann, id)).toEqual([true, true, true, true, true])
    expect(await rights(ben, id)).toEqual([false, true, true, true, false])
    expect(await rights(admin, id)).toEqual([false, true, true, true, true])
    expect(await rights(ann, direct)).toEqual([true, false, false, false, true])
    expect(await rights(ben, direct)).toEqual([false, false, false, false, false])
  })
})
