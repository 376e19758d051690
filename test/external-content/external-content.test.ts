import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImageFetcher } from '../../src/external-content/image-fetcher.ts'
import { Internet } from '../../src/external-content/internet.ts'
import { PartFetcher } from '../../src/external-content/part-fetcher.ts'
import { isPublicAddress } from '../../src/external-content/public-address.ts'
import { externalContent } from '../../src/pages/external-content.ts'
import { say } from '../messages/place.ts'
import { cast } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { testServer } from '../support/server.ts'

const server = testServer({ PARLEY_REMOTE_IMAGES: 'true' })
const plain = testServer()

const asked: string[] = []
let place = ''

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const answers: Readonly<Record<string, Answer>> = {
  '/a.png': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('picture'),
  '/page.png': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  '/a.svg.png': (_, response) => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>'),
  '/large.png': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'image/png', 'content-length': '2000' })
      .end(Buffer.alloc(2000)),
  '/endless.png': (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const more = setInterval(() => response.write(Buffer.alloc(300)), 5)
    response.on('close', () => clearInterval(more))
  },
  '/silent.png': () => {},
  '/moved.png': (_, response) => response.writeHead(302, { location: '/a.png' }).end(),
  '/circle.png': (_, response) => response.writeHead(302, { location: '/circle.png' }).end(),
  '/inside.png': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end(),
  '/file.png': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
}

/** A video whose bytes are their own positions, at a server that serves parts. */
const film = Buffer.from(Array.from({ length: 2500 }, (_, i) => i % 251))
const served =
  (contentType: string): Answer =>
  (request, response) => {
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === '') return void response.writeHead(200, { 'content-type': contentType }).end(film)
    const part = film.subarray(Number(from), Number(to) + 1)
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${film.length}`
    response.writeHead(206, { 'content-type': contentType, 'content-range': range }).end(part)
  }
const lying =
  (range: string, type = 'video/mp4'): Answer =>
  (_, response) =>
    void response.writeHead(206, { 'content-type': type, 'content-range': range }).end(film.subarray(0, 10))
const films: Readonly<Record<string, Answer>> = {
  '/film.mp4': served('video/mp4'),
  '/short.mp3': (_, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('short'),
  '/page.mp4': served('text/html'),
  '/vector.mp4': served('image/svg+xml'),
  '/large.mp4': (_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(film),
  '/lying.mp4': lying('bytes 5-50/100'),
  '/odd.mp4': lying('bytes 5-14/100\r\n'.trim().replace('/', '\\')),
  '/moved.mp4': (_, response) => response.writeHead(302, { location: '/film.mp4' }).end(),
  '/inside.mp4': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/film.mp4' }).end(),
}

const other = createServer((request, response) => {
  asked.push(request.url ?? '')
  const answer = answers[request.url ?? ''] ?? films[request.url ?? '']
  if (answer) answer(request, response)
  else response.writeHead(404).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  place = `127.0.0.1:${(other.address() as AddressInfo).port}`
})

afterAll(() => {
  other.closeAllConnections()
  other.close()
})

const isLoopback = (address: string) => /^127\.|^::1$/.test(address)
const nearby = new ImageFetcher(new Internet(isLoopback), { bytes: 1000, milliseconds: 1500 })

describe('an image of another server', () => {
  it.each(['/a.png', '/moved.png'])('is fetched: %s', async (path) => {
    const { contentType, bytes } = await nearby.fetch(`http://${place}${path}`)
    expect([contentType, bytes.toString()]).toEqual(['image/png', 'picture'])
  })

  it('is fetched by its name', async () => {
    const address = `http://localhost:${place.split(':')[1]}/a.png`
    expect((await nearby.fetch(address)).bytes.toString()).toBe('picture')
  })

  it.each([
    ['/page.png', 'a page'],
    ['/a.svg.png', 'a vector graphic'],
    ['/large.png', 'too large'],
    ['/endless.png', 'endless'],
    ['/silent.png', 'too slow'],
    ['/circle.png', 'a circle'],
    ['/inside.png', 'another network behind a redirect'],
    ['/file.png', 'a file behind a redirect'],
    ['/nothing.png', 'nothing'],
  ])('is not fetched: %s is %s', async (path) => {
    await expect(nearby.fetch(`http://${place}${path}`)).rejects.toMatchObject({ name: 'ImageUnavailable' })
  })

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0'])(
    'is not fetched from this machine, whatever it is called: %s',
    async (host) => {
      const before = asked.length
      const address = `http://${host}:${place.split(':')[1]}/a.png`
      await expect(new ImageFetcher().fetch(address)).rejects.toMatchObject({ name: 'ImageUnavailable' })
      expect(asked.length).toBe(before)
    },
  )

  it('is fetched though many others are being fetched', async () => {
    const fetched = Array.from({ length: 20 }, () => nearby.fetch(`http://${place}/a.png`))
    expect(await Promise.all(fetched)).toHaveLength(20)
  })
})

const nearbyParts = new PartFetcher(new Internet(isLoopback), { bytes: 1000, milliseconds: 1500 })

describe('a video or sound of another server', () => {
  it.each([
    ['bytes=0-', 0, 999],
    ['bytes=0-9', 0, 9],
    ['bytes=700-5000', 700, 1699],
    ['bytes=2000-', 2000, 2499],
  ])('is fetched in bounded parts: %s', async (range, from, to) => {
    for (const path of ['/film.mp4', '/moved.mp4']) {
      const part = await nearbyParts.fetch(`http://${place}${path}`, range)
      expect(part).toEqual({
        contentType: 'video/mp4',
        bytes: film.subarray(from, to + 1),
        contentRange: `bytes ${from}-${to}/2500`,
      })
    }
  })

  it.each([undefined, 'bytes=0-', 'bytes=-5', 'nonsense'])(
    'is fetched as a whole where it is small: %s',
    async (range) => {
      const part = await nearbyParts.fetch(`http://${place}/short.mp3`, range)
      expect(part).toEqual({ contentType: 'audio/mpeg', bytes: Buffer.from('short'), contentRange: null })
    },
  )

  it.each([
    ['/film.mp4', undefined, 'too large as a whole'],
    ['/film.mp4', 'bytes=0-1,5-6', 'asked for in several parts'],
    ['/large.mp4', 'bytes=0-', 'too large at a server without parts'],
    ['/page.mp4', 'bytes=0-', 'a page'],
    ['/vector.mp4', 'bytes=0-', 'a vector graphic'],
    ['/lying.mp4', 'bytes=5-50', 'another part than it says'],
    ['/odd.mp4', 'bytes=5-14', 'a part that says nothing'],
    ['/inside.mp4', 'bytes=0-', 'another network behind a redirect'],
    ['/endless.png', 'bytes=0-', 'no such file'],
    ['/silent.png', 'bytes=0-', 'too slow'],
    ['/nothing.mp4', 'bytes=0-', 'nothing'],
  ])('is not fetched: %s by %s is %s', async (path, range, _what) => {
    await expect(nearbyParts.fetch(`http://${place}${path}`, range)).rejects.toMatchObject({
      name: 'PartUnavailable',
    })
  })

  it('is not fetched from this machine', async () => {
    const before = asked.length
    await expect(new PartFetcher().fetch(`http://${place}/film.mp4`, 'bytes=0-')).rejects.toThrow()
    expect(asked.length).toBe(before)
  })
})

describe('an address', () => {
  it.each(['8.8.8.8', '172.15.0.1', '192.169.0.1', '2606:4700::1111'])(
    'may be of the internet: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1'],
    ...[
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
    ],
    ...[
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001::1',
      '2001:db8::1',
      '::127.0.0.1',
      'nonsense',
      '',
    ],
  ])('may be of no internet: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a message with an image of another server', () => {
  const shown = async (content: string, at = server): Promise<string> => {
    const { ann, general } = await cast(at)
    const id = await say(ann, general, 'images', content)
    return (await ann.get(`messages/${id}`).succeeds()).message.content
  }

  it('shows it from an address of this server, which fetches nothing from around it', async () => {
    const rendered = await shown(`http://${place}/a.png`)
    const [, path = ''] = /<img src="(\/external_content\/[0-9a-f]{64}\/[0-9a-f]+)">/.exec(rendered) ?? []
    expect(path).not.toBe('')
    const before = asked.length
    const host = { host: `localhost:${server.port}` }
    const answer = await send(server.port, 'GET', path, host)
    expect([answer.status, JSON.parse(answer.text).msg]).toEqual([404, 'No such image'])
    expect(asked.length).toBe(before)

    // The same page, at a server that may look around.
    const app = express().use(externalContent({ ...server.core, imageFetcher: nearby }))
    const listening = app.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    const image = await send(port, 'GET', path, host)
    expect([image.status, image.text]).toEqual([200, 'picture'])
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const forged = path.replace(/[0-9a-f]+$/, Buffer.from(`http://${place}/other.png`).toString('hex'))
    for (const wrong of [
      forged,
      `${path}00`,
      path.replace(/\/[0-9a-f]{64}\//, '/00/'),
      '/external_content/x/y',
    ]) {
      expect((await send(port, 'GET', wrong, host)).status).toBe(404)
    }
    listening.close()
    expect(asked.at(-1)).toBe('/a.png')
  })

  it('plays videos from an address of this server, part by part', async () => {
    const rendered = await shown(`see http://${place}/film.mp4`)
    const [, path = ''] =
      /<video preload="metadata" src="(\/external_content\/[0-9a-f]{64}\/[0-9a-f]+)">/.exec(rendered) ?? []
    const app = express().use(externalContent({ ...server.core, partFetcher: nearbyParts }))
    const listening = app.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    const host = { host: `localhost:${server.port}` }
    const part = await send(port, 'GET', path, { ...host, range: 'bytes=10-' })
    expect(part.status).toBe(206)
    expect(part.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-range': 'bytes 10-1009/2500',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await send(port, 'GET', path, host)).status).toBe(404)
    expect((await send(server.port, 'GET', path, { ...host, range: 'bytes=0-' })).status).toBe(404)
    listening.close()
  })

  it('has a link where the server shows none', async () => {
    const address = `http://${place}/a.png`
    expect(await shown(address, plain)).toBe(`<p><a href="${address}">${address}</a></p>`)
    const path = `/external_content/${'0'.repeat(64)}/${Buffer.from(address).toString('hex')}`
    expect((await send(plain.port, 'GET', path, {})).status).toBe(404)
  })
})
