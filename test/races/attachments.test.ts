import { describe, expect, it } from 'vitest'
import { say } from '../messages/place.ts'
import { cast } from '../support/cast.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { fetchAs, upload } from '../support/uploads.ts'

describe.runIf(onPostgres)('files on several connections', () => {
  const server = testServer()

  it('that are deleted while messages begin to refer to them are either there or gone', async () => {
    const { ann, ben, general } = await cast(server)
    for (let round = 0; round < 10; round++) {
      const file = await upload(ann, 'content', { filename: `${round}.txt` })
      const { attachments } = await ann.get('attachments').succeeds()
      const { id } = attachments.find(({ path_id }: { path_id: string }) => path_id === file.pathId)
      const content = `[it](${file.url})`
      const sending = [ann, ann, ann].map((person) =>
        person.post('messages', { type: 'channel', to: general, topic: 'tea', content }),
      )
      const [removed, ...sent] = await Promise.all([ann.delete(`attachments/${id}`), ...sending])
      expect([removed, ...sent].map((answer) => answer?.status)).toEqual([200, 200, 200, 200])
      expect((await fetchAs(ben, file.url)).status).toBe(403)
    }
    expect(await ann.get('attachments').succeeds()).toMatchObject({ attachments: [], upload_space_used: 0 })
  })

  it('that messages exchange, edited at once, are those of the last texts, and every edit succeeds', async () => {
    const { ann, ben } = await cast(server)
    const files = await Promise.all([0, 1, 2, 3].map((i) => upload(ann, 'content', { filename: `${i}.txt` })))
    const fileOf = (place: number, round: number) => (place + (place % 2 ? round : 3 * round)) % 4
    const text = (file: number) => `[it](${files[file]?.url})`
    const ids = await Promise.all(
      [0, 1, 2, 3, 4, 5, 6, 7].map((place) =>
        say(place < 4 ? ann : ben, 'general', `tea ${place}`, text(fileOf(place, 0))),
      ),
    )
    for (let round = 1; round < 8; round++) {
      const edits = ids.map((id, place) =>
        (place < 4 ? ann : ben).patch(`messages/${id}`, { content: text(fileOf(place, round)) }),
      )
      expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(ids.map(() => 200))
    }
    const { attachments } = await ann.get('attachments').succeeds()
    for (const { name, message_ids } of attachments) {
      expect(message_ids).toEqual(
        ids.filter((_, place) => `${fileOf(place, 7)}.txt` === name).sort((left, right) => left - right),
      )
    }
  })

  it('that come in and go at once are counted exactly', async () => {
    const { ann, ben } = await cast(server)
    await Promise.all([ann, ben, ann, ben, ann, ben].map((person) => upload(person, '12345')))
    const { attachments } = await ann.get('attachments').succeeds()
    await Promise.all([
      ...attachments.map(({ id }: { id: number }) => ann.delete(`attachments/${id}`).succeeds()),
      upload(ben, '12345'),
    ])
    expect((await ben.get('attachments').succeeds()).upload_space_used).toBe(20)
  })
})
