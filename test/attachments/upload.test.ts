import { once } from 'node:events'
import { connect } from 'node:net'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { cast, type Person } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { fetchAs, filesIn, multipart, multipartType, sendForm, upload } from '../support/uploads.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer({ PARLEY_UPLOAD_MIB: '1' })
const MIB = 1024 * 1024

const attachmentsOf = async (person: Person) => person.get('attachments').succeeds()
const aFile = { field: 'filename', content: 'content', filename: 'notes.txt', type: 'text/plain' }

describe('POST /user_uploads', () => {
  it('keeps a file, and tells its owner alone', async () => {
    const { ann, ben, organizationId } = await cast(server)
    const queue = await register(ann, ['attachment'])
    const other = await register(ben, ['attachment'])
    const before = Math.floor(Date.now() / 1000)
    const { url, filename, pathId } = await upload(ann, 'tea at five', { filename: 'my notes.txt' })
    expect(url).toMatch(new RegExp(`^/user_uploads/${organizationId}/[\\w-]{2}/[\\w-]{22}/my-notes\\.txt$`))
    expect(filename).toBe('my notes.txt')
    const { attachments, upload_space_used } = await attachmentsOf(ann)
    expect(attachments).toEqual([
      {
        id: expect.any(Number),
        name: 'my notes.txt',
        path_id: pathId,
        size: 11,
        create_time: expect.any(Number),
        message_ids: [],
      },
    ])
    expect(attachments[0].create_time).toBeGreaterThanOrEqual(before)
    expect(upload_space_used).toBe(11)
    await queue.receives({ type: 'attachment', op: 'add', attachment: attachments[0], upload_space_used: 11 })
    await other.receivesNothing()
    expect(await attachmentsOf(ben)).toMatchObject({ attachments: [], upload_space_used: 11 })
    expect((await fetchAs(ann, url)).text).toBe('tea at five')
  })

  it.each(['owner', 'admin', 'moderator', 'guest', 'bot'] as const)(
    'lets everybody upload: %s',
    async (who) => {
      const person = (await cast(server))[who]
      const { url } = await upload(person)
      expect((await fetchAs(person, url)).status).toBe(200)
    },
  )

  it('takes any bytes, and none', async () => {
    const { ann } = await cast(server)
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256))
    const { url } = await upload(ann, bytes, { filename: 'b.bin', type: 'application/octet-stream' })
    expect((await fetchAs(ann, url)).bytes.equals(bytes)).toBe(true)
    const empty = await upload(ann, '')
    expect(await fetchAs(ann, empty.url)).toMatchObject({ status: 200, text: '' })
  })

  it('counts what the whole organization has uploaded, and frees what is deleted', async () => {
    const { ann, ben } = await cast(server)
    await upload(ann, 'four')
    await upload(ben, 'nine char')
    const { attachments, upload_space_used } = await attachmentsOf(ann)
    expect(upload_space_used).toBe(13)
    const queue = await register(ann, ['attachment'])
    const { id } = attachments[0]
    await ann.delete(`attachments/${id}`).succeeds()
    await queue.receives({ type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 9 })
    expect(await attachmentsOf(ann)).toMatchObject({ attachments: [], upload_space_used: 9 })
  })

  it('refuses visitors before it looks at the file, and wrong keys', async () => {
    const { ann, host } = await cast(server)
    const visitor = new Visitor({ port: server.port, host })
    expect(await sendForm(visitor, 'user_uploads', aFile)).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
    const wrong = new Visitor({ port: server.port, host }, 'Basic d3Jvbmc6d3Jvbmc=')
    expect(await sendForm(wrong, 'user_uploads', aFile)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_API_KEY' },
    })
    expect((await attachmentsOf(ann)).upload_space_used).toBe(0)
  })

  it.each([
    ['no file', 'You must specify a file to upload', [{ field: 'a', content: 'b' }]],
    ['two files', 'You may only upload one file at a time', [aFile, { ...aFile, filename: 'b.txt' }]],
    ['an empty form', 'You must specify a file to upload', []],
  ])('refuses %s, and keeps nothing', async (_, message, parts) => {
    const { ann } = await cast(server)
    const before = await filesIn(server.folder)
    const answer = await sendForm(ann, 'user_uploads', ...parts)
    expect(answer).toMatchObject({
      status: 400,
      body: { result: 'error', code: 'BAD_REQUEST', msg: message },
    })
    expect((await attachmentsOf(ann)).attachments).toEqual([])
    expect(await filesIn(server.folder)).toEqual(before)
  })

  it('refuses a file above the limit, and takes one of just that size', async () => {
    const { ann } = await cast(server)
    const before = await filesIn(server.folder)
    const file = (size: number) => ({ ...aFile, content: Buffer.alloc(size) })
    expect(await sendForm(ann, 'user_uploads', file(MIB + 1))).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'Uploaded file is larger than the allowed limit of 1 MiB' },
    })
    // Much more, so that the answer comes long before the end of the body.
    expect((await sendForm(ann, 'user_uploads', file(20 * MIB))).status).toBe(400)
    expect(await filesIn(server.folder)).toEqual(before)
    expect((await sendForm(ann, 'user_uploads', file(MIB))).status).toBe(200)
    const snapshot = await ann.post('register', { fetch_event_types: ['realm'] }).succeeds()
    expect(snapshot.max_file_upload_size_mib).toBe(1)
  })

  it('refuses what the organization has no room for, also when two come at once', async () => {
    const { ann, ben, organizationId } = await cast(server)
    await server.core.db.query(
      sql`UPDATE organization SET settings = '{"uploadQuotaMib": 1}' WHERE id = ${organizationId}`,
    )
    const half = { ...aFile, content: Buffer.alloc(0.6 * MIB) }
    const answers = await Promise.all([ann, ben].map((person) => sendForm(person, 'user_uploads', half)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({ code: 'REALM_UPLOAD_QUOTA' })
    expect((await attachmentsOf(ann)).upload_space_used).toBe(half.content.length)
    await upload(ann, Buffer.alloc(0.4 * MIB))
    expect((await sendForm(ann, 'user_uploads', aFile)).body).toMatchObject({ code: 'REALM_UPLOAD_QUOTA' })
  })

  it('refuses a body that is no form, or a broken one', async () => {
    const { ann } = await cast(server)
    await ann.post('user_uploads', { a: 'b' }).fails('BAD_REQUEST', 'You must specify a file')
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=other']) {
      const headers = { ...ann.headers, 'content-type': type }
      const answer = await send(server.port, 'POST', '/api/v1/user_uploads', headers, multipart(aFile))
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.text)).toMatchObject({
        code: 'BAD_REQUEST',
        msg: 'The multipart body is malformed',
      })
    }
  })

  it('leaves nothing behind when the sender hangs up in the middle', async () => {
    const { ann, organizationId } = await cast(server)
    const before = await filesIn(server.folder)
    const whole = multipart({ ...aFile, content: Buffer.alloc(MIB / 2) })
    const head = [
      'POST /api/v1/user_uploads HTTP/1.1',
      ...Object.entries({ ...ann.headers, 'content-type': multipartType }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      `content-length: ${whole.length}`,
    ]
    const socket = connect(server.port, '127.0.0.1')
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(whole.subarray(0, whole.length / 2))
    await expect.poll(() => filesIn(server.folder)).toHaveLength(before.length + 1)
    socket.destroy()
    await once(socket, 'close')
    await expect.poll(() => filesIn(server.folder)).toEqual(before)
    expect((await attachmentsOf(ann)).attachments).toEqual([])
    const key = `uploads/${organizationId}/%`
    expect(await server.core.db.query(sql`SELECT key FROM file_removal WHERE key LIKE ${key}`)).toEqual([])
  })

  it('refuses a form that ends too early, with all its bytes there', async () => {
    const { ann } = await cast(server)
    const before = await filesIn(server.folder)
    const whole = multipart({ ...aFile, content: Buffer.alloc(MIB / 2) })
    const headers = { ...ann.headers, 'content-type': multipartType }
    const answer = await send(server.port, 'POST', '/api/v1/user_uploads', headers, whole.subarray(0, -40))
    expect(answer.status).toBe(400)
    expect(await filesIn(server.folder)).toEqual(before)
    expect((await attachmentsOf(ann)).attachments).toEqual([])
  })
})

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['..\\\\..\\\\boot.ini', 'boot.ini', 'boot.ini'],
    ['/', 'uploaded-file', 'uploaded-file'],
    ['..', 'uploaded-file', 'uploaded-file'],
    ['.htaccess', '.htaccess', 'file.htaccess'],
    ['наши планы.txt', 'наши планы.txt', 'file.txt'],
    ['Café menu.PDF', 'Café menu.PDF', 'Cafe-menu.PDF'],
    ['a\u202Egpj.exe', 'agpj.exe', 'agpj.exe'],
    ['x%2F..%2F..%2Fy', 'x%2F..%2F..%2Fy', 'x2F.2F.2Fy'],
    [`${'a'.repeat(400)}.txt`, `${'a'.repeat(251)}.txt`, `${'a'.repeat(96)}.txt`],
  ])('%s leads nowhere', async (given, name, inAddress) => {
    const { ann, organizationId } = await cast(server)
    const { url, filename } = await upload(ann, 'content', { filename: given })
    expect(filename).toBe(name)
    expect(url).toMatch(new RegExp(`^/user_uploads/${organizationId}/[\\w-]{2}/[\\w-]{22}/[\\w.-]+$`))
    expect(url.split('/').at(-1)).toBe(inAddress)
    expect((await fetchAs(ann, url)).text).toBe('content')
  })
})
