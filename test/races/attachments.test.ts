import { describe, expect, it } from 'vitest'
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
