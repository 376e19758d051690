import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { Upload } from 'tus-js-client'
import { describe, expect, it } from 'vitest'
import { resumableUploadPath } from '../../src/contract/server.ts'
import { collect } from '../../src/jobs/collect.ts'
import { plainImage } from '../pictures/pictures.ts'
import { cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import {
  beginUpload,
  continueUpload,
  metadata,
  notes,
  offsetBytes,
  openLossyLine,
  tus,
} from '../support/resumable-uploads.ts'
import { testServer } from '../support/server.ts'
import { fetchAs, filesIn } from '../support/uploads.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer({ PARLEY_UPLOAD_MIB: '1' })
const MIB = 1024 * 1024
/** Bytes of the files that are coming in. */
async function bytesComing(folder: string): Promise<number> {
  const incoming = join(folder, 'incoming')
  const sizes = (await readdir(incoming)).map(async (name) => (await stat(join(incoming, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const offsetOf = async (actor: Person, place: string) =>
  Number((await tus(actor, 'HEAD', place)).headers['upload-offset'])

const attachmentsOf = async (person: Person) => person.get('attachments').succeeds()
const refusal = ({ status, text }: { status: number; text: string }) => ({ status, ...JSON.parse(text) })

describe('a resumable upload', () => {
  it('comes in over several requests, becomes a file like any other, and its owner alone is told', async () => {
    const { ann, ben, organizationId } = await cast(server)
    const [queue, other] = [await register(ann, ['attachment']), await register(ben, ['attachment'])]
    const place = await beginUpload(ann, 11, { filename: 'my notes.txt', filetype: 'text/plain' })
    expect((await continueUpload(ann, place, 0, 'tea a')).headers['upload-offset']).toBe('5')
    const head = await tus(ann, 'HEAD', place)
    expect(head).toMatchObject({ status: 200 })
    expect(head.headers).toMatchObject({
      'upload-offset': '5',
      'upload-length': '11',
      'cache-control': 'no-store',
    })
    expect((await attachmentsOf(ann)).attachments).toEqual([])
    const { status, text } = await continueUpload(ann, place, 5, 't five')
    expect(status).toBe(200)
    const { url, ...body } = JSON.parse(text)
    expect(body).toEqual({ result: 'success', msg: '', uri: url, filename: 'my notes.txt' })
    expect(url).toMatch(new RegExp(`^/user_uploads/${organizationId}/[\\w-]{2}/[\\w-]{22}/my-notes\\.txt$`))
    expect((await fetchAs(ann, url)).text).toBe('tea at five')
    expect((await fetchAs(ben, url)).status).toBe(403)
    const { attachments, upload_space_used } = await attachmentsOf(ann)
    expect(attachments).toMatchObject([{ name: 'my notes.txt', size: 11, message_ids: [] }])
    await queue.receives({ type: 'attachment', op: 'add', attachment: attachments[0], upload_space_used })
    await other.receivesNothing()
    await server.core.files.removeDue()
    expect(await filesIn(server.folder)).toHaveLength(1)
    expect((await attachmentsOf(ann)).attachments).toHaveLength(1)
  })

  it('that is complete says so, and which file it is, as long as others are kept and the file is there', async () => {
    const { ann, ben } = await cast(server)
    const place = await beginUpload(ann, 4)
    const first = JSON.parse((await continueUpload(ann, place, 0, 'four')).text)
    const queue = await register(ann, ['attachment'])
    const head = await tus(ann, 'HEAD', place)
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers).toMatchObject({
      'upload-offset': '4',
      'upload-length': '4',
      'content-location': first.url,
    })
    const again = await continueUpload(ann, place, 4, '')
    expect(again.status).toBe(200)
    expect(JSON.parse(again.text)).toEqual(first)
    expect(refusal(await continueUpload(ann, place, 0, 'four'))).toMatchObject({ status: 409 })
    expect(refusal(await continueUpload(ann, place, 4, 'more'))).toMatchObject({ status: 413 })
    expect(refusal(await tus(ann, 'DELETE', place))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    for (const method of ['HEAD', 'DELETE']) expect((await tus(ben, method, place)).status).toBe(404)
    await queue.receivesNothing()
    expect((await fetchAs(ann, first.url)).text).toBe('four')
    const { attachments } = await attachmentsOf(ann)
    expect(attachments).toHaveLength(1)
    await ann.delete(`attachments/${attachments[0].id}`).succeeds()
    expect((await tus(ann, 'HEAD', place)).status).toBe(404)
  })

  it('that is complete does not count among those that are not, and is forgotten with them; its file stays', async () => {
    const { ann } = await cast(server)
    const place = await beginUpload(ann, 4)
    const { url } = JSON.parse((await continueUpload(ann, place, 0, 'four')).text)
    await server.core.db.query(sql`
      INSERT INTO resumable_upload (id, organization_id, owner_id, metadata, size)
      SELECT 'others-' || ${ann.id} || '-' || n, u.organization_id, u.id, '{}', 1
      FROM "user" u, generate_series(1, 99) AS n WHERE u.id = ${ann.id}`)
    await beginUpload(ann, 4)
    await server.core.db.query(sql`
      UPDATE resumable_upload SET created_at = created_at - interval '21 hours' WHERE owner_id = ${ann.id}`)
    expect((await tus(ann, 'HEAD', place)).status).toBe(410)
    await collect(server.core)
    expect((await tus(ann, 'HEAD', place)).status).toBe(404)
    expect((await fetchAs(ann, url)).text).toBe('four')
  })

  it('whose last answer was lost is not sent again', async () => {
    const { ann } = await cast(server)
    const asked: string[] = []
    const line = await openLossyLine(server.port, (method, status) => {
      asked.push(`${method} ${status}`)
      return method === 'PATCH' && status === 200
    })
    const { host: _, ...headers } = ann.headers
    const where = await new Promise<string | undefined>((resolve, reject) => {
      const upload = new Upload(Buffer.from('tea at five'), {
        endpoint: `http://127.0.0.1:${line.port}${resumableUploadPath}`,
        headers: { ...headers, host: ann.identity.host },
        chunkSize: 8,
        retryDelays: [0],
        metadata: notes,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Content-Location')),
        onError: reject,
      })
      upload.start()
    }).finally(() => line.close())
    expect(asked).toEqual(['POST 201', 'PATCH 204', 'PATCH 200', 'HEAD 200'])
    expect((await fetchAs(ann, String(where))).text).toBe('tea at five')
    expect((await attachmentsOf(ann)).attachments).toHaveLength(1)
  })

  it('that has come whole and is no file, because the server stopped just then, becomes one before it is called complete', async () => {
    const { ann } = await cast(server)
    const place = await beginUpload(ann, 8)
    await continueUpload(ann, place, 0, 'four')
    await server.core.db.query(
      sql`UPDATE resumable_upload SET size = 4 WHERE id = ${place.split('/').at(-1)}`,
    )
    const queue = await register(ann, ['attachment'])
    const answers = await Promise.all([tus(ann, 'HEAD', place), tus(ann, 'HEAD', place)])
    const [where, ...others] = answers.map(({ headers }) => headers['content-location'])
    expect(others).toEqual([where])
    expect((await fetchAs(ann, String(where))).text).toBe('four')
    expect(await queue.take()).toHaveLength(1)
  })

  it('that has no room when it is complete is not called complete', async () => {
    const { ann, organizationId } = await cast(server)
    const place = await beginUpload(ann, 4)
    await server.core.db.query(sql`
      UPDATE organization SET settings = '{"uploadQuotaMib": 1}', upload_space_used = ${MIB - 2}
      WHERE id = ${organizationId}`)
    const refused = await continueUpload(ann, place, 0, 'four')
    expect(refusal(refused)).toMatchObject({ status: 413, code: 'REALM_UPLOAD_QUOTA' })
    expect((await tus(ann, 'HEAD', place)).status).toBe(413)
    expect((await tus(ann, 'DELETE', place)).status).toBe(204)
    expect((await attachmentsOf(ann)).attachments).toEqual([])
  })

  it('goes on where the connection was lost in the middle of a request', async () => {
    const { ann } = await cast(server)
    const content = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 31) % 256))
    const place = await beginUpload(ann, content.length)
    const head = [
      `PATCH ${place} HTTP/1.1`,
      ...Object.entries({ ...ann.headers, ...offsetBytes }).map(([name, value]) => `${name}: ${value}`),
      'tus-resumable: 1.0.0',
      'upload-offset: 0',
      `content-length: ${content.length}`,
    ]
    const socket = connect(server.port, '127.0.0.1')
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(content.subarray(0, 300_000))
    // All that was sent has come to the server's disk.
    await expect.poll(() => bytesComing(server.folder)).toBe(300_000)
    socket.destroy()
    await once(socket, 'close')
    const offset = 300_000
    await expect.poll(() => offsetOf(ann, place)).toBe(offset)
    const { text } = await continueUpload(ann, place, offset, content.subarray(offset))
    expect((await fetchAs(ann, JSON.parse(text).url)).bytes.equals(content)).toBe(true)
  })

  it.each([
    ['in chunks', false],
    ['also where it has no PATCH and says the method in a header', true],
  ])('comes from a client of the protocol, %s', async (_claim, overridePatchMethod) => {
    const { ann } = await cast(server)
    const image = await plainImage('png', 300, 200)
    const { host: _, ...headers } = ann.headers
    let body = ''
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(image, {
        endpoint: `http://127.0.0.1:${server.port}${resumableUploadPath}`,
        headers: { ...headers, host: ann.identity.host },
        chunkSize: 100,
        overridePatchMethod,
        retryDelays: null,
        metadata: { filename: 'a.png', filetype: 'image/png' },
        onAfterResponse: (_request, response) => {
          body = response.getBody()
        },
        onSuccess: () => resolve(),
        onError: reject,
      })
      upload.start()
    })
    const { url } = JSON.parse(body)
    expect((await fetchAs(ann, url)).bytes.equals(image)).toBe(true)
    const status = await ann.get(`thumbnail/status/${url.replace('/user_uploads/', '')}`).succeeds()
    expect(status.has_thumbnail).toBe(true)
  })

  it('may bring its content with its creation, or have none', async () => {
    const { ann } = await cast(server)
    const headers = { 'upload-length': '4', 'upload-metadata': metadata(notes), ...offsetBytes }
    const { status, text, headers: answered } = await tus(ann, 'POST', resumableUploadPath, headers, 'four')
    expect(status).toBe(201)
    expect(answered.location).toMatch(/^\/api/)
    expect((await fetchAs(ann, JSON.parse(text).url)).text).toBe('four')
    const empty = await tus(ann, 'POST', resumableUploadPath, { 'upload-length': '0' })
    expect(JSON.parse(empty.text)).toMatchObject({ filename: 'uploaded-file' })
    expect((await attachmentsOf(ann)).attachments).toHaveLength(2)
  })

  it('is there for its owner alone, and for nobody without credentials', async () => {
    const { ann, admin, host } = await cast(server)
    const place = await beginUpload(ann, 4)
    for (const method of ['HEAD', 'DELETE']) expect((await tus(admin, method, place)).status).toBe(404)
    expect(refusal(await continueUpload(admin, place, 0, 'evil'))).toMatchObject({
      status: 404,
      code: 'BAD_REQUEST',
    })
    const visitor = new Visitor({ port: server.port, host })
    const wrong = new Visitor({ port: server.port, host }, 'Basic d3Jvbmc6d3Jvbmc=')
    const begun = await tus(visitor, 'POST', resumableUploadPath, { 'upload-length': '4' })
    expect(refusal(begun)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect((await tus(visitor, 'HEAD', place)).status).toBe(401)
    const given = await tus(wrong, 'DELETE', place)
    expect(refusal(given)).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
    expect(await offsetOf(ann, place)).toBe(0)
  })

  it('is refused where it goes on from another place, and keeps what it has', async () => {
    const { ann } = await cast(server)
    const place = await beginUpload(ann, 8)
    await continueUpload(ann, place, 0, 'four')
    expect(refusal(await continueUpload(ann, place, 2, 'xx'))).toMatchObject({ status: 409, result: 'error' })
    const answers = await Promise.all([
      continueUpload(ann, place, 4, 'five'),
      continueUpload(ann, place, 4, 'nine'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
    const { attachments } = await attachmentsOf(ann)
    expect(attachments).toHaveLength(1)
    const kept = (await fetchAs(ann, `/user_uploads/${attachments[0].path_id}`)).text
    expect(['fourfive', 'fournine']).toContain(kept)
  })

  it('is refused above the limits, in the form of all errors', async () => {
    const { ann, organizationId } = await cast(server)
    const tooLarge = await tus(ann, 'POST', resumableUploadPath, { 'upload-length': String(MIB + 1) })
    expect(refusal(tooLarge)).toMatchObject({ status: 413, result: 'error', code: 'BAD_REQUEST' })
    expect(tooLarge.headers['content-type']).toBe('application/json')
    const place = await beginUpload(ann, 4)
    expect(refusal(await continueUpload(ann, place, 0, 'more than four'))).toMatchObject({ status: 413 })
    await server.core.db.query(
      sql`UPDATE organization SET settings = '{"uploadQuotaMib": 1}' WHERE id = ${organizationId}`,
    )
    const places = [await beginUpload(ann, 600_000), await beginUpload(ann, 600_000)]
    const answers = []
    for (const one of places) answers.push(await continueUpload(ann, one, 0, Buffer.alloc(600_000)))
    expect(answers[0]?.status).toBe(200)
    expect(answers[1] && refusal(answers[1])).toMatchObject({ status: 413, code: 'REALM_UPLOAD_QUOTA' })
    const another = await tus(ann, 'POST', resumableUploadPath, { 'upload-length': String(600_000) })
    expect(refusal(another)).toMatchObject({ status: 413, code: 'REALM_UPLOAD_QUOTA' })
    expect((await attachmentsOf(ann)).upload_space_used).toBe(600_000)
  })

  it('is refused when its headers are wrong, and when too many have not been completed', async () => {
    const { ann } = await cast(server)
    const post = (headers: Readonly<Record<string, string>>) => tus(ann, 'POST', resumableUploadPath, headers)
    expect(refusal(await post({}))).toMatchObject({ status: 400 })
    expect(refusal(await post({ 'upload-length': 'x' }))).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/upload-length/),
    })
    expect(refusal(await post({ 'upload-defer-length': '1' }))).toMatchObject({ status: 501 })
    expect(refusal(await post({ 'upload-length': '1', 'tus-resumable': '0.2' }))).toMatchObject({
      status: 400,
    })
    const long = { 'upload-length': '1', 'upload-metadata': metadata({ a: 'x'.repeat(5000) }) }
    expect(refusal(await post(long))).toMatchObject({ status: 400, msg: 'Upload-Metadata is too long' })
    await server.core.db.query(sql`
      INSERT INTO resumable_upload (id, organization_id, owner_id, metadata, size)
      SELECT 'begun-' || ${ann.id} || '-' || n, u.organization_id, u.id, '{}', 1
      FROM "user" u, generate_series(1, 100) AS n WHERE u.id = ${ann.id}`)
    expect(refusal(await post({ 'upload-length': '1' }))).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/not complete/),
    })
  })

  it('can be given up, and goes when it is not completed in time', async () => {
    const { ann } = await cast(server)
    const letADayPass = () =>
      server.core.db.query(sql`UPDATE file_removal SET due_at = due_at - interval '25 hours'`)
    await letADayPass()
    await server.core.files.removeDue()
    const before = await filesIn(server.folder)
    const [given, late] = [await beginUpload(ann, 8), await beginUpload(ann, 8)]
    for (const place of [given, late]) await continueUpload(ann, place, 0, 'four')
    expect((await tus(ann, 'DELETE', given)).status).toBe(204)
    expect((await tus(ann, 'HEAD', given)).status).toBe(404)
    const id = late.split('/').at(-1)
    await server.core.db.query(
      sql`UPDATE resumable_upload SET created_at = created_at - interval '21 hours' WHERE id = ${id}`,
    )
    expect(refusal(await continueUpload(ann, late, 4, 'more'))).toMatchObject({ status: 410 })
    await letADayPass()
    await collect(server.core)
    expect((await tus(ann, 'HEAD', late)).status).toBe(404)
    expect(await filesIn(server.folder)).toEqual(before)
    expect((await attachmentsOf(ann)).attachments).toEqual([])
  })
})
