import { afterAll, describe, expect, it } from 'vitest'
import { readImage } from '../../src/pictures/read-image.ts'
import { say } from '../messages/place.ts'
import { plainImage } from '../pictures/pictures.ts'
import { cast } from '../support/cast.ts'
import { beginUpload, continueUpload } from '../support/resumable-uploads.ts'
import { startS3 } from '../support/s3.ts'
import { testServer } from '../support/server.ts'
import { fetchAs, filesIn, sendForm, upload } from '../support/uploads.ts'

const bucket = await startS3()
const server = testServer({
  PARLEY_S3_BUCKET: 'parley',
  PARLEY_S3_ENDPOINT: bucket.url,
  PARLEY_S3_ACCESS_KEY: bucket.accessKey,
  PARLEY_S3_SECRET_KEY: 'secret',
  PARLEY_LOG: 'silent',
})
afterAll(() => bucket.close())

const objectOf = (pathId: string) =>
  bucket.objects.get(`parley/uploads/${pathId.split('/').slice(0, 3).join('/')}`)

describe('files in a bucket', () => {
  it('are kept there alone, and served whole and in parts', async () => {
    const { ann } = await cast(server)
    const file = await upload(ann, '0123456789', { filename: 'a.txt', type: 'text/csv' })
    expect(objectOf(file.pathId)).toEqual({ bytes: Buffer.from('0123456789'), contentType: 'text/csv' })
    expect(await filesIn(server.folder)).toEqual([])
    expect((await fetchAs(ann, file.url)).text).toBe('0123456789')
    expect((await fetchAs(ann, file.url, { range: 'bytes=2-4' })).text).toBe('234')
    const empty = await upload(ann, '')
    expect(await fetchAs(ann, empty.url)).toMatchObject({ status: 200, text: '' })
  })

  it('are no more open than on disk', async () => {
    const { ann, ben, general } = await cast(server)
    const file = await upload(ann)
    expect((await fetchAs(ben, file.url)).status).toBe(403)
    await say(ann, general, 'tea', `[it](${file.url})`)
    expect((await fetchAs(ben, file.url)).text).toBe('content')
    const { url } = await ben.get(`user_uploads/${file.pathId}`).succeeds()
    expect((await fetchAs(ben, url)).text).toBe('content')
  })

  it('have thumbnails beside them, and go with them', async () => {
    const { ann } = await cast(server)
    const image = await upload(ann, await plainImage('png', 900, 90), {
      filename: 'a.png',
      type: 'image/png',
    })
    const count = bucket.objects.size
    const path = `/user_uploads/thumbnail/${image.pathId}/300x200.webp`
    const answers = await Promise.all([fetchAs(ann, path), fetchAs(ann, path)])
    for (const { bytes } of answers) expect(await readImage(bytes)).toMatchObject({ width: 300, height: 30 })
    expect(bucket.objects.size).toBe(count + 1)
    const { attachments } = await ann.get('attachments').succeeds()
    await ann.delete(`attachments/${attachments[0].id}`).succeeds()
    await server.core.files.removeDue()
    expect(bucket.objects.size).toBe(count - 1)
    expect(await filesIn(server.folder)).toEqual([])
  })

  it('come in over several requests', async () => {
    const { ann } = await cast(server)
    await server.core.files.removeDue()
    const count = bucket.objects.size
    const place = await beginUpload(ann, 10)
    await continueUpload(ann, place, 0, 'first')
    // What has come is no matter of one node's disk.
    expect(bucket.objects.size).toBe(count + 1)
    expect(await filesIn(server.folder)).toEqual([])
    const { url } = JSON.parse((await continueUpload(ann, place, 5, 'later')).text)
    expect((await fetchAs(ann, url)).text).toBe('firstlater')
    await server.core.files.removeDue()
    expect(bucket.objects.size).toBe(count + 1)
    expect(await filesIn(server.folder)).toEqual([])
  })

  it('come in although the bucket is busy for a moment', async () => {
    const { ann } = await cast(server)
    bucket.failNext(1)
    const file = await upload(ann)
    expect((await fetchAs(ann, file.url)).text).toBe('content')
  })

  it('are not there at all when the bucket refuses them', async () => {
    const { ann } = await cast(server)
    const count = bucket.objects.size
    // More often than the client tries.
    bucket.failNext(10)
    const file = { field: 'f', content: 'content', filename: 'a.txt' }
    expect((await sendForm(ann, 'user_uploads', file)).status).toBe(500)
    bucket.failNext(0)
    expect(bucket.objects.size).toBe(count)
    expect(await filesIn(server.folder)).toEqual([])
    expect(await ann.get('attachments').succeeds()).toMatchObject({ attachments: [], upload_space_used: 0 })
    expect((await sendForm(ann, 'user_uploads', file)).status).toBe(200)
  })

  it('that the bucket has lost are answered like those that never were', async () => {
    const { ann, ben } = await cast(server)
    const file = await upload(ann)
    for (const key of [...bucket.objects.keys()]) {
      // The map is the test's own to change.
      if (objectOf(file.pathId) === bucket.objects.get(key))
        (bucket.objects as Map<string, unknown>).delete(key)
    }
    const lost = await fetchAs(ann, file.url)
    expect(lost).toMatchObject({ status: 403, text: (await fetchAs(ben, file.url)).text })
  })
})
