import { describe, expect, it } from 'vitest'
import { Internet } from '../../src/external-content/internet.ts'
import { HeadReader } from '../../src/link-previews/head-reader.ts'
import { PageFetcher } from '../../src/link-previews/page-fetcher.ts'
import { type Answer, isLoopback, otherServer, page } from '../support/web.ts'

const other = otherServer()
const nearby = new PageFetcher(new Internet(isLoopback), { bytes: 50_000, milliseconds: 1500 })
const image = '<meta property="og:image" content="https://a.example/i.png">'
const shown = { title: null, description: null, image: 'https://a.example/i.png' }

async function fetched(answer: Answer, fetcher = nearby) {
  other.answers.set('/page', answer)
  return fetcher.fetch(`${other.origin}/page`, new AbortController().signal)
}

const pages: [claim: string, html: string | Buffer, told: object | null, contentType?: string][] = [
  [
    'by Open Graph first',
    `<title>t</title><meta name="description" content="d"><meta property="og:title" content="T &amp; U">
     <meta name="twitter:title" content="x"><meta property="og:description" content=" D
     d ">${image}`,
    { ...shown, title: 'T & U', description: 'D d' },
  ],
  [
    'by cards next',
    `<title>t</title><meta name="description" content="d"><meta name="twitter:title" content="C">
     <meta name="twitter:description" content="c"><meta name="twitter:image" content="/c.png?a=1&amp;b=2">`,
    { title: 'C', description: 'c', image: 'ORIGIN/c.png?a=1&b=2' },
  ],
  [
    'by plain HTML last',
    `<!doctype html><html><head><TITLE>The
     title</TITLE><META NAME=Description CONTENT='d'>${image}</head>`,
    { ...shown, title: 'The title', description: 'd' },
  ],
  [
    'with what is said first',
    `${image}<meta property="og:image" content="/2.png"><title>1</title><title>2</title>`,
    { ...shown, title: '1' },
  ],
  ['not without an image', '<title>t</title><meta property="og:title" content="T">', null],
  ['not with an image that is none', '<meta property="og:image" content="javascript:alert(1)">', null],
  [
    'not with an image of a password',
    '<meta property="og:image" content="https://u:p@a.example/i.png">',
    null,
  ],
  [
    'not with an image far away',
    `<meta property="og:image" content="https://a.example/${'x'.repeat(2000)}">`,
    null,
  ],
  [
    'with markup in the title as text',
    `<title><script>alert(1)</script>&lt;b&gt;</title>${image}`,
    { ...shown, title: '<script>alert(1)</script><b>' },
  ],
  ['not what a script says', '<script>"<meta property=og:image content=/i.png>"</script>', null],
  ['not what a comment says', '<!-- <meta property="og:image" content="/i.png"> -->', null],
  ['not what stands in the body', `<title>t</title><body>${image}`, null],
  ['not what stands behind the head', `<head><title>t</title></head>${image}`, null],
  [
    'without a title that a picture has',
    `<svg><title>no</title></svg>${image}<title>t</title>`,
    { ...shown, title: 'no' },
  ],
  [
    'without what turns text around',
    `<title>a\u202eb\u0000\u0007c</title>${image}`,
    { ...shown, title: 'abc' },
  ],
  [
    'cut where it is too long',
    `<meta property="og:description" content="${'é'.repeat(900)}"><title>${'x'.repeat(30_000)}</title>${image}`,
    { ...shown, title: `${'x'.repeat(199)}…`, description: `${'é'.repeat(499)}…` },
  ],
  [
    'in the encoding of the answer',
    Buffer.from(`<meta charset="utf-8"><title>\xe9t\xe9</title>${image}`, 'latin1'),
    { ...shown, title: 'été' },
    'text/html; Charset="ISO-8859-1"',
  ],
  [
    'in the encoding that it names',
    Buffer.from(`<meta charset="windows-1251"><title>\xcf\xf0\xe8</title>${image}`, 'latin1'),
    { ...shown, title: 'При' },
    'text/html',
  ],
  [
    'in the encoding that it names in the old way',
    Buffer.from(
      `<meta http-equiv="Content-Type" content="text/html; charset=shift_jis"><title>\x93\xfa</title>${image}`,
      'latin1',
    ),
    { ...shown, title: '日' },
    'text/html',
  ],
  [
    'in the encoding of its first bytes',
    Buffer.from(`\ufeff<title>日é</title>${image}`, 'utf16le'),
    { ...shown, title: '日é' },
    'text/html',
  ],
  [
    'somehow in an encoding that nobody knows',
    `<title>é</title>${image}`,
    { ...shown, title: 'é' },
    'text/html; charset=klingon',
  ],
  [
    'somehow in another encoding than it says',
    Buffer.from(`<title>\xe9t\xe9</title>${image}`, 'latin1'),
    { ...shown, title: '\ufffdt\ufffd' },
  ],
  ['as XHTML', `<title>t</title>${image}`, { ...shown, title: 't' }, 'application/xhtml+xml'],
  ['not as anything else', image, null, 'text/plain'],
  ['not as an image', image, null, 'image/png'],
  ['not when it is empty', '', null],
]

describe('a page', () => {
  it.each(pages)('is shown %s', async (_claim, html, told, contentType) => {
    const found = await fetched(page(html, contentType))
    expect(JSON.parse(JSON.stringify(found).replaceAll(other.origin, 'ORIGIN'))).toEqual(told)
  })

  it('is read in whatever pieces it comes', () => {
    const bytes = Buffer.from(`<meta name="x" content="${'é'.repeat(600)}"><title>日本é</title>${image}`)
    for (const size of [1, 2, 3, 7, 1023, 1024, 5000]) {
      const head = new HeadReader()
      for (let at = 0; at < bytes.length; at += size) head.write(bytes.subarray(at, at + size))
      head.end()
      expect([head.title, head.metas.get('og:image')]).toEqual(['日本é', shown.image])
    }
  })

  it('without an end is read up to its bound', async () => {
    const endless =
      (start: string): Answer =>
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.write(start)
        const more = setInterval(() => response.write('<!-- more -->'.repeat(500)), 2)
        response.on('close', () => clearInterval(more))
      }
    expect(await fetched(endless(`<title>t</title>${image}`))).toEqual({ ...shown, title: 't' })
    expect(await fetched(endless('<title>t</title>'))).toBeNull()
  })

  it('is not read behind its head', async () => {
    const closed = new Promise((resolve) => {
      other.answers.set('/body', (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        response.write(`<head>${image}</head><body>${' '.repeat(2000)}`)
        response.on('close', () => resolve(true))
      })
    })
    expect(await nearby.fetch(`${other.origin}/body`, new AbortController().signal)).toEqual(shown)
    expect(await closed).toBe(true)
  })

  it.each<[string, Answer]>([
    ['silent', () => {}],
    [
      'too slow',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        const more = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(more))
      },
    ],
    ['broken off', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).destroy()],
    ['missing', (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end(image)],
    ['a circle', (_, response) => void response.writeHead(302, { location: '/page' }).end()],
    [
      'in another network',
      (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
    ['a file', (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end()],
  ])('that is %s cannot be fetched', async (_claim, answer) => {
    await expect(fetched(answer)).rejects.toThrow()
  })

  it('is not fetched from this machine, nor behind a redirect to it', async () => {
    other.answers.set('/page', page(image))
    const before = other.asked.length
    const { signal } = new AbortController()
    const port = other.origin.split(':')[2]
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
      await expect(new PageFetcher().fetch(`http://${host}:${port}/page`, signal)).rejects.toThrow()
    }
    expect(other.asked.length).toBe(before)
    // The name of this machine is allowed here, its number is not.
    const named = new PageFetcher(new Internet((address) => isLoopback(address) && !isForbidden))
    let isForbidden = false
    other.answers.set('/moved', (_, response) => {
      isForbidden = true
      response.writeHead(302, { location: '/page' }).end()
    })
    await expect(named.fetch(`${other.origin}/moved`, signal)).rejects.toThrow()
    expect(other.asked.slice(before)).toEqual(['/moved'])
  })

  it('ends early when it is told to', async () => {
    const ending = new AbortController()
    other.answers.set('/page', () => ending.abort())
    await expect(nearby.fetch(`${other.origin}/page`, ending.signal)).rejects.toThrow()
  })

  it.each(['<x>', '<svg>', '<math><mi>', '<noscript>', '<table><tr><td>', '<p>', '<li>'])(
    'is not read on when it has too many elements, which cost the more the deeper they are: %s',
    (part) => {
      const head = new HeadReader('utf-8')
      head.write(Buffer.from(part.repeat(20_000)))
      expect(head.isDone).toBe(true)
    },
  )
})
