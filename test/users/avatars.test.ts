import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cast, type Person } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { testServer } from '../support/server.ts'
import { limitGuests } from './limited-guests.ts'

const server = testServer()

/** The bytes and headers of a path; the answer's text cannot hold a picture. */
async function picture(path: string) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/** Width and height in the header of a PNG file. */
function pixels(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

async function location(reader: Person, path: string) {
  const { status, headers } = await send(server.port, 'GET', path, reader.headers)
  return { status, location: headers.location }
}

describe('a generated picture', () => {
  it('is 100 or 500 pixels wide and can be kept for ever', async () => {
    const { ann, organizationId } = await cast(server)
    const { avatar_url } = await ann.get('users/me').succeeds()
    expect(avatar_url).toBe(`/user_avatars/${organizationId}/${ann.id}.png?v=1`)
    const small = await picture(avatar_url)
    expect(small.status).toBe(200)
    expect(small.headers.get('content-type')).toBe('image/png')
    expect(small.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(pixels(small.bytes)).toEqual([100, 100])
    const { viewer } = await ann.graphql('{ viewer { user { avatarMediumUrl } } }')
    expect(pixels((await picture(viewer.user.avatarMediumUrl)).bytes)).toEqual([500, 500])
  })

  it('is always the same, and another for each user and organization', async () => {
    const { ann, ben, organizationId } = await cast(server)
    const { organizationId: other } = await cast(server)
    const bytesOf = async (organization: number, user: number) =>
      (await picture(`/user_avatars/${organization}/${user}.png`)).bytes.toString('base64')
    const own = await bytesOf(organizationId, ann.id)
    expect(await bytesOf(organizationId, ann.id)).toBe(own)
    expect(await bytesOf(organizationId, ben.id)).not.toBe(own)
    expect(await bytesOf(other, ann.id)).not.toBe(own)
  })

  it('tells nobody whether a user exists', async () => {
    const { organizationId } = await cast(server)
    expect((await picture(`/user_avatars/${organizationId}/2147483647.png`)).status).toBe(200)
  })

  it('is nowhere else', async () => {
    const { organizationId } = await cast(server)
    for (const path of ['x/1.png', `${organizationId}/x.png`, '2147483647/1.png', '99999999999/1.png']) {
      expect((await picture(`/user_avatars/${path}`)).status, path).toBe(404)
    }
    expect((await picture(`/user_avatars/${organizationId}/1-large.png`)).status).toBe(404)
    expect((await picture(`/user_avatars/${organizationId}/99999999999.png`)).status).toBe(404)
  })
})

describe('/avatar/{id or address}', () => {
  it('leads to the picture that a user has now', async () => {
    const { ann, ben, organizationId } = await cast(server)
    const small = { status: 302, location: `/user_avatars/${organizationId}/${ben.id}.png?v=1` }
    expect(await location(ann, `/avatar/${ben.id}`)).toEqual(small)
    expect(await location(ann, `/avatar/${ben.email}`)).toEqual(small)
    const medium = { status: 302, location: `/user_avatars/${organizationId}/${ben.id}-medium.png?v=1` }
    expect(await location(ann, `/avatar/${ben.id}/medium`)).toEqual(medium)
    expect(await location(ann, `/avatar/${ben.email}/medium`)).toEqual(medium)
  })

  it('leads to Gravatar for those who have theirs there', async () => {
    const { ann, person } = await cast(server)
    const nora = await person({ avatarSource: 'G', email: 'Nora@Parley.example' })
    const hash = createHash('md5').update('nora@parley.example').digest('hex')
    const url = `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=1`
    expect(await location(ann, `/avatar/${nora.id}`)).toEqual({ status: 302, location: url })
    expect(await location(ann, `/avatar/${nora.id}/medium`)).toEqual({
      status: 302,
      location: `${url}&s=500`,
    })
  })

  it('knows the bots of the server', async () => {
    const { ann } = await cast(server)
    const byAddress = await location(ann, '/avatar/welcome-bot@zulip.com')
    expect(byAddress.location).toMatch(/^\/user_avatars\/\d+\/\d+\.png\?v=1$/)
    const id = byAddress.location?.split(/[/.]/)[3]
    expect(await location(ann, `/avatar/${id}`)).toEqual(byAddress)
  })

  it('leads to the same picture for nobody and for those whom the reader may not see', async () => {
    const people = await cast(server)
    const { guest, ann, bot, organizationId } = people
    const { ann: stranger } = await cast(server)
    await limitGuests(server, people)
    const nobody = { status: 302, location: `/user_avatars/${organizationId}/0.png?v=1` }
    for (const name of [ann.id, ann.email, stranger.id, 2147483647, '99999999999', 'nobody@parley.example']) {
      expect(await location(guest, `/avatar/${name}`), String(name)).toEqual(nobody)
    }
    expect((await location(guest, `/avatar/${bot.id}`)).location).not.toBe(nobody.location)
  })

  it('answers a malformed path without detail', async () => {
    const { ann } = await cast(server)
    const { status, text } = await send(server.port, 'GET', '/avatar/%E0%A4%A', ann.headers)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toEqual({ result: 'error', msg: 'The path is malformed', code: 'BAD_REQUEST' })
  })

  it('wants credentials', async () => {
    const { ann } = await cast(server)
    const { authorization: _, ...headers } = ann.headers
    for (const given of [headers, { ...headers, authorization: 'Basic nonsense' }]) {
      const { status, headers: answered, text } = await send(server.port, 'GET', `/avatar/${ann.id}`, given)
      expect(status).toBe(401)
      expect(answered['www-authenticate']).toBe('Basic realm="zulip"')
      expect(JSON.parse(text)).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
    }
  })
})
