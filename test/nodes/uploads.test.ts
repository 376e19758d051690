import { rm } from 'node:fs/promises'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cast, type Person } from '../support/cast.ts'
import { beginUpload, continueUpload, tus } from '../support/resumable-uploads.ts'
import { startS3 } from '../support/s3.ts'
import { onPostgres, type TestServer, testServer } from '../support/server.ts'
import { fetchAs, filesIn } from '../support/uploads.ts'

const attachmentsOf = async (person: Person) => (await person.get('attachments').succeeds()).attachments

/** What resumable uploads are at several nodes, wherever these keep their files. */
function comeInAtSeveralNodes(server: TestServer, env: () => Readonly<Record<string, string>>): void {
  let port: number

  beforeAll(async () => {
    port = (await server.startAnotherNode(env())).port
  })

  it('go on at another node than the one where they were begun, and back', async () => {
    const { ann } = await cast(server)
    const there = ann.on(port)
    const place = await beginUpload(ann, 12)
    await continueUpload(ann, place, 0, 'tea ')
    expect((await tus(there, 'HEAD', place)).headers['upload-offset']).toBe('4')
    await continueUpload(there, place, 4, 'at ')
    expect((await tus(ann, 'HEAD', place)).headers['upload-offset']).toBe('7')
    const last = await continueUpload(there, place, 7, 'five.')
    const { url } = JSON.parse(last.text)
    for (const one of [ann, there]) {
      expect((await fetchAs(one, url)).text).toBe('tea at five.')
      expect((await tus(one, 'HEAD', place)).headers).toMatchObject({
        'upload-offset': '12',
        'content-location': url,
      })
    }
    await server.core.files.removeDue()
    expect((await fetchAs(there, url)).text).toBe('tea at five.')
  })

  it('take what one of two nodes has of the same place, and refuse the other', async () => {
    const { ann } = await cast(server)
    const place = await beginUpload(ann, 8)
    await continueUpload(ann, place, 0, 'four')
    const answers = await Promise.all([
      continueUpload(ann, place, 4, 'five'),
      continueUpload(ann.on(port), place, 4, 'nine'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { url } = JSON.parse(answers.find(({ status }) => status === 200)?.text ?? '')
    expect(['fourfive', 'fournine']).toContain((await fetchAs(ann, url)).text)
    expect(await attachmentsOf(ann)).toHaveLength(1)
  })

  it('become one file, also when two nodes finish them at once', async () => {
    const { ann } = await cast(server)
    for (let round = 0; round < 5; round++) {
      const place = await beginUpload(ann, 8)
      await continueUpload(ann, place, 0, 'four')
      // As a node leaves it that stops before it has made the file.
      await server.core.db.query(
        sql`UPDATE resumable_upload SET size = 4 WHERE id = ${place.split('/').at(-1)}`,
      )
      const answers = await Promise.all([tus(ann, 'HEAD', place), tus(ann.on(port), 'HEAD', place)])
      const [where, elsewhere] = answers.map(({ headers }) => headers['content-location'])
      expect(elsewhere).toBe(where)
      expect((await fetchAs(ann, String(where))).text).toBe('four')
      expect(await attachmentsOf(ann)).toHaveLength(round + 1)
    }
  })

  it('are given up at any node', async () => {
    const { ann } = await cast(server)
    const place = await beginUpload(ann, 8)
    await continueUpload(ann, place, 0, 'four')
    expect((await tus(ann.on(port), 'DELETE', place)).status).toBe(204)
    expect((await continueUpload(ann, place, 4, 'five')).status).toBe(404)
    expect(await attachmentsOf(ann)).toEqual([])
  })
}

describe.runIf(onPostgres)('resumable uploads at nodes that share a folder', () => {
  comeInAtSeveralNodes(testServer(), () => ({}))
})

const bucket = await startS3()
afterAll(() => bucket.close())

describe.runIf(onPostgres)('resumable uploads at nodes that share a bucket, and no folder', () => {
  const server = testServer({
    PARLEY_S3_BUCKET: 'parley',
    PARLEY_S3_ENDPOINT: bucket.url,
    PARLEY_S3_ACCESS_KEY: bucket.accessKey,
    PARLEY_S3_SECRET_KEY: 'secret',
  })
  const elsewhere = () => `${server.folder}-elsewhere`
  comeInAtSeveralNodes(server, () => ({ PARLEY_DATA: elsewhere() }))
  afterAll(() => rm(elsewhere(), { recursive: true, force: true }))

  it('leave nothing on any disk', async () => {
    expect(await filesIn(server.folder)).toEqual([])
    expect(await filesIn(elsewhere())).toEqual([])
  })
})
