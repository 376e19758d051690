import { describe, expect, it, vi } from 'vitest'
import { isValidTicket, temporaryUrl } from '../../src/attachments/temporary-url.ts'
import { readImage } from '../../src/pictures/read-image.ts'
import { say } from '../messages/place.ts'
import { heicImage, movingImage, plainImage } from '../pictures/pictures.ts'
import { cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { fetchAs, upload } from '../support/uploads.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer()

describe('a file is served', () => {
  it.each([
    ['photo.png', 'image/png', 'inline'],
    ['talk.mp3', 'audio/mpeg', 'inline'],
    ['clip.mp4', 'video/mp4', 'inline'],
    ['notes.txt', 'text/plain', 'inline'],
    ['page.html', 'text/html', 'attachment'],
    ['drawing.svg', 'image/svg+xml', 'attachment'],
    ['paper.pdf', 'application/pdf', 'attachment'],
    ['code.js', 'text/javascript', 'attachment'],
    ['data.xml', 'application/xml', 'attachment'],
    ['archive.zip', 'application/zip', 'attachment'],
  ])('so that no browser runs it: %s', async (filename, type, disposition) => {
    const { ann } = await cast(server)
    const { url } = await upload(ann, '<script>alert(1)</script>', { filename, type })
    const { headers, text } = await fetchAs(ann, url)
    expect(text).toBe('<script>alert(1)</script>')
    expect(headers['content-type']?.split(';')[0]).toBe(type)
    expect(headers['content-disposition']).toBe(`${disposition}; filename=${filename}`)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*; sandbox$/)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  it.each([
    ['', 'photo.png', 'image/png'],
    ['application/octet-stream', 'notes.txt', 'text/plain; charset=utf-8'],
    ['text/html/x', 'notes.bin', 'application/octet-stream'],
    ['image/png; a=b', 'notes.txt', 'image/png'],
    ['no type', 'what.is-it', 'text/plain; charset=utf-8'],
    ['text/plain', 'photo.png', 'image/png'],
  ])('as the type that it was given, or as its name says: %j', async (type, filename, served) => {
    const { ann } = await cast(server)
    const { url } = await upload(ann, 'content', { filename, type })
    expect((await fetchAs(ann, url)).headers['content-type']).toBe(served)
  })

  it('under its own name, in any script and with any signs', async () => {
    const { ann } = await cast(server)
    const { url } = await upload(ann, 'content', { filename: 'наш \\"план\\";x.txt' })
    const { headers } = await fetchAs(ann, url)
    expect(headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('наш "план";x.txt')}`,
    )
  })

  it.each([
    ['bytes=2-5', 206, '2345', 'bytes 2-5/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-100', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['bytes=x', 200, '0123456789', undefined],
    ['pages=1-2', 200, '0123456789', undefined],
    ['bytes=10-', 416, '', 'bytes */10'],
  ])('in parts: %s', async (range, status, text, contentRange) => {
    const { ann } = await cast(server)
    const { url } = await upload(ann, '0123456789')
    const answer = await fetchAs(ann, url, { range })
    expect(answer).toMatchObject({ status, text })
    expect(answer.headers['content-range']).toBe(contentRange)
  })

  it('once to those who keep it, and whole when their part is of another file', async () => {
    const { ann } = await cast(server)
    const { url } = await upload(ann, '0123456789')
    const { headers } = await fetchAs(ann, url)
    expect(await fetchAs(ann, url, { 'if-none-match': String(headers.etag) })).toMatchObject({
      status: 304,
      text: '',
    })
    expect((await fetchAs(ann, url, { 'if-none-match': '"other"' })).status).toBe(200)
    const part = { range: 'bytes=2-5', 'if-range': String(headers.etag) }
    expect(await fetchAs(ann, url, part)).toMatchObject({ status: 206, text: '2345' })
    expect((await fetchAs(ann, url, { ...part, 'if-range': '"other"' })).status).toBe(200)
    const head = await fetchAs(ann, url, {}, 'HEAD')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-length']).toBe('10')
  })

  it.each([
    '/user_uploads/../../../etc/passwd',
    '/user_uploads/%2e%2e/%2e%2e/etc/passwd',
    '/user_uploads/1/..%2f..%2f..%2fetc%2fpasswd',
    '/user_uploads/thumbnail/../../x/840x560.webp',
    '/user_uploads/temporary/x/../../x',
    '/user_uploads/1/ab/%00',
    '/user_uploads/%zz',
  ])('from nowhere else: %s', async (path) => {
    const { ann } = await cast(server)
    const answer = await fetchAs(ann, path)
    expect([400, 403, 404]).toContain(answer.status)
    expect(answer.text).not.toContain('root:')
  })
})

describe('a temporary address', () => {
  it('serves one file without credentials', async () => {
    const { ann, host } = await cast(server)
    const visitor = new Visitor({ port: server.port, host })
    const file = await upload(ann, '0123456789')
    const { url } = await ann.get(`user_uploads/${file.pathId}`).succeeds()
    expect(url).toMatch(/^\/user_uploads\/temporary\/[\w-]+\/.*\/notes\.txt$/)
    expect(await fetchAs(visitor, url)).toMatchObject({ status: 200, text: '0123456789' })
    expect(await fetchAs(visitor, url, { range: 'bytes=1-2' })).toMatchObject({ status: 206, text: '12' })
    const { attachments } = await ann.get('attachments').succeeds()
    await ann.delete(`attachments/${attachments[0].id}`).succeeds()
    expect((await fetchAs(visitor, url)).status).toBe(403)
  })

  it('serves no other file, and none after a minute', async () => {
    const { ann, host } = await cast(server)
    const visitor = new Visitor({ port: server.port, host })
    const file = await upload(ann)
    const other = await upload(ann)
    const { url } = await ann.get(`user_uploads/${file.pathId}`).succeeds()
    const [, ticket = ''] = /temporary\/([^/]+)\//.exec(url) ?? []
    const [seconds, signature] = ticket.split(/-(.*)/)
    for (const tried of [
      url.replace(file.pathId, other.pathId),
      url.replace(ticket, `${Number(seconds) + 1}-${signature}`),
      url.replace(ticket, `${seconds}-${'A'.repeat(43)}`),
      url.replace(ticket, `${seconds}-`),
      url.replace(ticket, 'x'),
    ]) {
      expect((await fetchAs(visitor, tried)).status, tried).toBe(403)
    }
    vi.spyOn(Date, 'now').mockReturnValue((Number(seconds) - 121) * 1000)
    const old = await temporaryUrl(server.core, file.pathId)
    vi.restoreAllMocks()
    expect((await fetchAs(visitor, old)).status).toBe(403)
    expect(await isValidTicket(server.core, ticket, file.pathId)).toBe(true)
  })
})

describe('a thumbnail', () => {
  const thumbnail = (pathId: string, name: string) => `/user_uploads/thumbnail/${pathId}/${name}`

  it('is made in each format that register names, no larger than the image', async () => {
    const { ann } = await cast(server)
    const image = await upload(ann, await plainImage('png', 1200, 600), {
      filename: 'a.png',
      type: 'image/png',
    })
    const snapshot = await ann.post('register', { fetch_event_types: ['realm'] }).succeeds()
    for (const format of snapshot.server_thumbnail_formats) {
      const answer = await fetchAs(ann, thumbnail(image.pathId, format.name))
      if (format.animated) expect(answer.status).toBe(403)
      else {
        expect(answer.headers['content-type']).toBe(
          `image/${format.format === 'jpg' ? 'jpeg' : format.format}`,
        )
        expect(await readImage(answer.bytes)).toMatchObject({
          width: format.max_width,
          height: format.max_width / 2,
        })
      }
    }
    const small = await upload(ann, await plainImage('jpeg', 90, 60, 6), {
      filename: 'a.jpg',
      type: 'image/jpeg',
    })
    const { bytes } = await fetchAs(ann, thumbnail(small.pathId, '840x560.webp'))
    expect(await readImage(bytes)).toMatchObject({ width: 60, height: 90 })
    expect(await ann.get(`thumbnail/status/${small.pathId}`).succeeds()).toMatchObject({
      has_thumbnail: true,
    })
  })

  it('moves where the image does, and stands still beside that', async () => {
    const { ann } = await cast(server)
    const image = await upload(ann, await movingImage(60, 30), { filename: 'a.gif', type: 'image/gif' })
    const moving = await fetchAs(ann, thumbnail(image.pathId, '840x560-anim.webp'))
    expect(await readImage(moving.bytes)).toMatchObject({ width: 60, height: 30, frames: 3 })
    const still = await fetchAs(ann, thumbnail(image.pathId, '300x200.jpg'))
    expect(await readImage(still.bytes)).toMatchObject({ frames: 1 })
  })

  it('is for those who may see the image, and goes with it', async () => {
    const { ann, ben, host } = await cast(server)
    const image = await upload(ann, await plainImage('png', 60, 30), { filename: 'a.png', type: 'image/png' })
    const path = thumbnail(image.pathId, '300x200.webp')
    expect((await fetchAs(ann, path)).status).toBe(200)
    const refused = await fetchAs(ben, path)
    expect(refused.status).toBe(403)
    expect((await fetchAs(ben, thumbnail('1/aa/x/a.png', '300x200.webp'))).text).toBe(refused.text)
    expect((await fetchAs(new Visitor({ port: server.port, host }), path)).status).toBe(401)
    await ben.get(`thumbnail/status/${image.pathId}`).fails('BAD_REQUEST', 'There is no such file', 403)
    const key = `thumbnails/uploads/${image.pathId.split('/').slice(0, 3).join('/')}/300x200.webp`
    expect(await server.core.files.has(key)).toBe(true)
    const { attachments } = await ann.get('attachments').succeeds()
    await ann.delete(`attachments/${attachments[0].id}`).succeeds()
    await server.core.files.removeDue()
    expect(await server.core.files.has(key)).toBe(false)
    expect((await fetchAs(ann, path)).status).toBe(403)
  })

  it.each([
    ['a text that calls itself an image', 'image/png', () => Buffer.from('<html>')],
    ['an image that calls itself a text', 'text/csv', () => plainImage('png', 60, 30)],
    ['a vector graphic', 'image/svg+xml', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a TIFF that calls itself a JPEG', 'image/jpeg', () => plainImage('tiff', 60, 30)],
    ['what calls itself HEIC', 'image/heic', () => plainImage('avif', 60, 30)],
    ['a HEIC that calls itself an AVIF', 'image/avif', () => heicImage(60, 30)],
  ])('is not made of %s, which a message links', async (_, type, content) => {
    const { ann, general } = await cast(server)
    const file = await upload(ann, await content(), { filename: 'a.png', type })
    expect((await fetchAs(ann, thumbnail(file.pathId, '840x560.webp'))).status).toBe(403)
    expect(await ann.get(`thumbnail/status/${file.pathId}`).succeeds()).toMatchObject({
      has_thumbnail: false,
    })
    const id = await say(ann, general, 'pictures', `[a](${file.url})`)
    const { message } = await ann.get(`messages/${id}`).succeeds()
    expect(message.content).toBe(`<p><a href="${file.url}">a</a></p>`)
  })

  it('of a TIFF are there, and one of its own size, in which browsers show it', async () => {
    const { ann, ben, general } = await cast(server)
    const type = 'image/tiff'
    const file = await upload(ann, await plainImage('tiff', 60, 30), { filename: 'scan.tif', type })
    const id = await say(ann, general, 'pictures', `[a scan](${file.url})`)
    const { content } = (await ben.get(`messages/${id}`).succeeds()).message
    expect(content).toContain(
      '<img data-original-content-type="image/tiff" data-original-dimensions="60x30" ' +
        `data-transcoded-image="60x30.webp" src="${thumbnail(file.pathId, '840x560.webp')}">`,
    )
    for (const name of ['60x30.webp', '300x200.jpg']) {
      const shown = await fetchAs(ben, thumbnail(file.pathId, name))
      expect(await readImage(shown.bytes)).toMatchObject({ width: 60, height: 30 })
    }
    expect((await fetchAs(ben, thumbnail(file.pathId, '61x30.webp'))).status).toBe(403)
    const key = `thumbnails/uploads/${file.pathId.split('/').slice(0, 3).join('/')}/transcoded.webp`
    expect(await server.core.files.has(key)).toBe(true)
    const { attachments } = await ann.get('attachments').succeeds()
    await ann.delete(`attachments/${attachments[0].id}`).succeeds()
    await server.core.files.removeDue()
    expect(await server.core.files.has(key)).toBe(false)
  })

  it('of an unknown format does not exist', async () => {
    const { ann } = await cast(server)
    const image = await upload(ann, await plainImage('png', 60, 30), { filename: 'a.png', type: 'image/png' })
    for (const name of ['1x1.webp', '840x560.gif', '..', '840x560.webp.exe']) {
      expect((await fetchAs(ann, thumbnail(image.pathId, name))).status).toBe(403)
    }
  })
})
