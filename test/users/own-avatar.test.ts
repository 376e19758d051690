import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { readImage } from '../../src/pictures/read-image.ts'
import { say } from '../messages/place.ts'
import { plainImage } from '../pictures/pictures.ts'
import { cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { fetchAs, sendForm } from '../support/uploads.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer()
const MIB = 1024 * 1024

const png = await plainImage('png', 300, 200)
const pictureOf = (content: Buffer) => ({ field: 'file', filename: 'me.png', type: 'image/png', content })
const setAvatar = (person: Person, content = png) => sendForm(person, 'users/me/avatar', pictureOf(content))

describe('POST /users/me/avatar', () => {
  it('shows the picture wherever the user is shown, and tells everybody', async () => {
    const { ann, ben, general, organizationId } = await cast(server)
    const queue = await register(ben, ['realm_user'], { fetch_event_types: ['realm_user'] })
    const { status, body } = await setAvatar(ann)
    expect(status).toBe(200)
    const url = String(body.avatar_url)
    expect(body).toEqual({ result: 'success', msg: '', avatar_url: url })
    expect(url).toMatch(new RegExp(`^/user_avatars/${organizationId}/[0-9a-f]{32}\\.png\\?v=2$`))
    const medium = url.replace('.png', '-medium.png')
    await queue.receives({
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: ann.id,
        avatar_url: url,
        avatar_source: 'U',
        avatar_url_medium: medium,
        avatar_version: 2,
      },
    })
    await queue.replayEqualsFreshRegister()
    const visitor = new Visitor({ port: server.port, host: ann.identity.host })
    for (const [path, width] of [
      [url, 100],
      [medium, 500],
    ] as const) {
      const { bytes, headers } = await fetchAs(visitor, path)
      expect(headers['content-type']).toBe('image/png')
      expect(await readImage(bytes)).toMatchObject({ width, height: width })
    }
    const id = await say(ann, general, 'tea', 'hello')
    const { message } = await ben.get(`messages/${id}`).succeeds()
    expect(message.avatar_url).toBe(url)
    expect((await ben.get(`users/${ann.id}`).succeeds()).user).toMatchObject({
      avatar_url: url,
      avatar_version: 2,
    })
    expect((await fetchAs(ben, `/avatar/${ann.id}/medium`)).headers.location).toBe(medium)
  })

  it('takes the place of an earlier one, which is gone', async () => {
    const { ann } = await cast(server)
    const first = String((await setAvatar(ann)).body.avatar_url)
    const second = String((await setAvatar(ann)).body.avatar_url)
    await server.core.files.removeDue()
    expect((await fetchAs(ann, first)).status).toBe(404)
    expect((await fetchAs(ann, second)).status).toBe(200)
  })

  it.each(['owner', 'moderator', 'guest', 'bot'] as const)('is for everybody: %s', async (who) => {
    expect((await setAvatar((await cast(server))[who])).status).toBe(200)
  })

  it('refuses what is no picture, too large, or not one file', async () => {
    const { ann } = await cast(server)
    const queue = await register(ann, ['realm_user'])
    expect(await setAvatar(ann, Buffer.from('<svg/>'))).toMatchObject({
      status: 400,
      body: { code: 'BAD_IMAGE' },
    })
    expect(await setAvatar(ann, Buffer.alloc(5 * MIB + 1))).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
    })
    const parts = [pictureOf(png), { ...pictureOf(png), field: 'other' }]
    for (const sent of [[], parts]) {
      expect(await sendForm(ann, 'users/me/avatar', ...sent)).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', msg: 'You must upload exactly one avatar' },
      })
    }
    await queue.receivesNothing()
  })

  it('is for administrators alone where the organization forbids it', async () => {
    const { ann, admin, organizationId } = await cast(server)
    await server.core.db.query(sql`
      UPDATE organization SET settings = settings || '{"avatarChangesDisabled": true}'::jsonb
      WHERE id = ${organizationId}`)
    expect(await setAvatar(ann)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    await ann.delete('users/me/avatar').fails('BAD_REQUEST', 'Avatar changes are disabled')
    expect((await setAvatar(admin)).status).toBe(200)
    await admin.delete('users/me/avatar').succeeds()
  })
})

describe('DELETE /users/me/avatar', () => {
  it('brings back the usual style, and says so once', async () => {
    const { ann, ben, organizationId } = await cast(server)
    const url = String((await setAvatar(ann)).body.avatar_url)
    const queue = await register(ben, ['realm_user'], { fetch_event_types: ['realm_user'] })
    const usual = `/user_avatars/${organizationId}/${ann.id}.png?v=3`
    expect(await ann.delete('users/me/avatar').succeeds()).toMatchObject({ avatar_url: usual })
    expect(await ann.delete('users/me/avatar').succeeds()).toMatchObject({ avatar_url: usual })
    await queue.receives({
      type: 'realm_user',
      op: 'update',
      person: {
        user_id: ann.id,
        avatar_url: usual,
        avatar_source: 'J',
        avatar_url_medium: usual.replace('.png', '-medium.png'),
        avatar_version: 3,
      },
    })
    await queue.replayEqualsFreshRegister()
    await server.core.files.removeDue()
    expect((await fetchAs(ann, url)).status).toBe(404)
  })
})

it('GraphQL sets and drops a picture, and a repeated request is one', async () => {
  const { ann, organizationId } = await cast(server)
  const set = `mutation ($image: Base64!) { setAvatar(input: {image: $image, idempotencyKey: "k"}) {
    avatarUrl user { avatarSource avatarVersion } } }`
  const image = png.toString('base64')
  const { setAvatar: first } = await ann.graphql(set, { image })
  expect(first).toMatchObject({ user: { avatarSource: 'UPLOADED', avatarVersion: 2 } })
  expect((await ann.graphql(set, { image })).setAvatar).toEqual(first)
  const other = (await plainImage('png', 30, 30)).toString('base64')
  await expect(ann.graphql(set, { image: other })).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  await expect(ann.graphql(set, { image: 'no base64' })).rejects.toThrow()
  const { removeAvatar } = await ann.graphql('mutation { removeAvatar(input: {}) { avatarUrl } }')
  expect(removeAvatar.avatarUrl).toBe(`/user_avatars/${organizationId}/${ann.id}.png?v=3`)
})
