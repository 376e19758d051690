import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { readImage } from '../../src/pictures/read-image.ts'
import { plainImage } from '../pictures/pictures.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { fetchAs, sendForm } from '../support/uploads.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer()
const MIB = 1024 * 1024

const png = await plainImage('png', 1000, 500)
const file = (content: Buffer) => ({ field: 'file', filename: 'it.png', type: 'image/png', content })

/** A picture as REST and events speak of it. */
interface Kind {
  readonly title: string
  readonly graphql: 'ICON' | 'LOGO' | 'NIGHT_LOGO'
  readonly path: string
  readonly parameters: { readonly night?: boolean }
  readonly property: string
  readonly usual: string
  readonly size: { readonly width: number; readonly height: number }
}

const wide = { path: 'realm/logo', size: { width: 200, height: 100 } }
const kinds: readonly Kind[] = [
  {
    title: 'icon',
    graphql: 'ICON',
    path: 'realm/icon',
    parameters: {},
    property: 'icon',
    usual: 'G',
    size: { width: 200, height: 200 },
  },
  { title: 'logo', graphql: 'LOGO', parameters: {}, property: 'logo', usual: 'D', ...wide },
  {
    title: 'logo for dark themes',
    graphql: 'NIGHT_LOGO',
    parameters: { night: true },
    property: 'night_logo',
    usual: 'D',
    ...wide,
  },
]

function set(person: Person, { path, parameters }: Kind, ...contents: Buffer[]) {
  const fields = Object.entries(parameters).map(([field, value]) => ({ field, content: `${value}` }))
  return sendForm(person, path, ...fields, ...contents.map(file))
}

const remove = (person: Person, { path, parameters }: Kind) => person.delete(path, parameters)

async function urlOf(person: Person, { property }: Kind): Promise<string> {
  return (await person.post('register', { fetch_event_types: ['realm'] }).succeeds())[`realm_${property}_url`]
}

const change = ({ property }: Kind, url: string, source: string) => ({
  type: 'realm',
  op: 'update_dict',
  property,
  data: { [`${property}_url`]: url, [`${property}_source`]: source },
})

describe.each(kinds)("An organization's $title", (kind) => {
  let people: Cast

  beforeAll(async () => {
    people = await cast(server)
  })

  it('is set and dropped by administrators, and everybody is told', async () => {
    const { admin, owner, guest } = people
    const usual = await urlOf(guest, kind)
    const queues = await Promise.all(
      [owner, guest].map((person) => register(person, ['realm'], { fetch_event_types: ['realm'] })),
    )
    const { status, body } = await set(admin, kind, png)
    expect(status).toBe(200)
    const url = await urlOf(guest, kind)
    expect(url).toMatch(
      new RegExp(`^/user_avatars/${people.organizationId}/organization/[0-9a-f]{32}\\.png$`),
    )
    const shown = kind.property === 'icon' ? { icon_url: url } : {}
    expect(body).toEqual({ result: 'success', msg: '', ...shown })
    for (const queue of queues) await queue.receives(change(kind, url, 'U'))
    const visitor = new Visitor({ port: server.port, host: people.host })
    const { headers, bytes } = await fetchAs(visitor, url)
    expect(headers['content-type']).toBe('image/png')
    expect(await readImage(bytes)).toMatchObject(kind.size)

    const dropped = await remove(owner, kind).succeeds()
    expect(dropped).toEqual({
      result: 'success',
      msg: '',
      ...(kind.property === 'icon' && { icon_url: usual }),
    })
    for (const queue of queues) {
      await queue.receives(change(kind, usual, kind.usual))
      await queue.replayEqualsFreshRegister()
    }
    await remove(owner, kind).succeeds()
    for (const queue of queues) await queue.receivesNothing()
    await server.core.files.removeDue()
    expect((await fetchAs(visitor, url)).status).toBe(404)
  })

  it('takes the place of an earlier one, also of one that comes at the same time', async () => {
    const { owner, admin } = people
    await Promise.all([set(owner, kind, png), set(admin, kind, png), set(owner, kind, png)])
    const url = await urlOf(owner, kind)
    await server.core.files.removeDue()
    expect((await fetchAs(owner, url)).status).toBe(200)
    const left = await server.core.db.query(
      sql`SELECT key FROM file_removal WHERE key LIKE ${`organizations/${people.organizationId}/%`}`,
    )
    expect(left).toEqual([])
    await remove(owner, kind).succeeds()
  })

  it('is not for others', async () => {
    for (const who of ['moderator', 'ann', 'guest', 'bot'] as const) {
      expect(await set(people[who], kind, png)).toMatchObject({
        status: 400,
        body: { code: 'UNAUTHORIZED_PRINCIPAL' },
      })
      await remove(people[who], kind).fails('UNAUTHORIZED_PRINCIPAL')
    }
  })

  it('is one image that is not too large', async () => {
    const { owner } = people
    const queue = await register(owner, ['realm'])
    const noun = kind.property === 'icon' ? 'icon' : 'logo'
    expect(await set(owner, kind)).toMatchObject({
      status: 400,
      body: { msg: `You must upload exactly one ${noun}.` },
    })
    expect(await set(owner, kind, png, png)).toMatchObject({ status: 400 })
    expect(await set(owner, kind, Buffer.from('<svg/>'))).toMatchObject({
      status: 400,
      body: { code: 'BAD_IMAGE' },
    })
    expect(await set(owner, kind, Buffer.alloc(5 * MIB + 1))).toMatchObject({
      status: 400,
      body: { msg: 'Uploaded file is larger than the allowed limit of 5 MiB' },
    })
    await queue.receivesNothing()
  })

  it('is changed over GraphQL by the same rules', async () => {
    const { owner, ann } = people
    const setting = `mutation ($image: Base64!) { setOrganizationPicture(input: { picture: ${kind.graphql}, image: $image }) {
      organization { iconUrl logoUrl nightLogoUrl: logoUrl(dark: true) settings { iconSource logoSource nightLogoSource } } } }`
    const image = png.toString('base64')
    const field = { icon: 'icon', logo: 'logo', night_logo: 'nightLogo' }[kind.property] ?? ''
    const { organization } = (await owner.graphql(setting, { image })).setOrganizationPicture
    expect(organization[`${field}Url`]).toBe(await urlOf(ann, kind))
    expect(organization.settings[`${field}Source`]).toBe('U')
    const dropping = `mutation { removeOrganizationPicture(input: { picture: ${kind.graphql} }) {
      organization { settings { iconSource logoSource nightLogoSource } } } }`
    const refused = { code: 'UNAUTHORIZED_PRINCIPAL' }
    await expect(ann.graphql(setting, { image })).rejects.toMatchObject(refused)
    await expect(ann.graphql(dropping)).rejects.toMatchObject(refused)
    const { settings } = (await owner.graphql(dropping)).removeOrganizationPicture.organization
    expect(settings[`${field}Source`]).toBe(kind.usual)
    const wrong = Buffer.from('text').toString('base64')
    await expect(owner.graphql(setting, { image: wrong })).rejects.toMatchObject({ code: 'BAD_IMAGE' })
  })
})

describe('GET /server_settings', () => {
  it('shows the icon to everybody', async () => {
    const people = await cast(server)
    const { body } = await sendForm(people.owner, 'realm/icon', file(png))
    const visitor = new Visitor({ port: server.port, host: people.host })
    expect((await visitor.get('server_settings')).body.realm_icon).toBe(body.icon_url)
  })
})
