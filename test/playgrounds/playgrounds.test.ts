import { beforeEach, describe, expect, it } from 'vitest'
import type { Parameters } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const rust = {
  name: 'Try Rust',
  pygments_language: 'Rust',
  url_template: 'https://rust.example/?code={code}',
}
const create = async (fields: Parameters = rust, by: Person = people.admin): Promise<number> =>
  (await by.post('realm/playgrounds', fields).succeeds()).id
const follow = (person: Person) => register(person, ['realm_playgrounds'])
const list = async (by: Person = people.guest) => (await follow(by)).registered.realm_playgrounds
const told = (...realm_playgrounds: unknown[]) => ({ type: 'realm_playgrounds', realm_playgrounds })

describe('Code playgrounds', () => {
  it('are added and removed; everybody in the organization is told', async () => {
    const { admin, guest } = people
    const other = await cast(server)
    const [queue, elsewhere] = [await follow(guest), await follow(other.ann)]
    const first = { id: await create(), ...rust }
    const second = { ...rust, id: await create({ ...rust, name: 'Run it' }), name: 'Run it' }
    expect(await list()).toEqual([first, second])
    await admin.delete(`realm/playgrounds/${first.id}`).succeeds()
    await queue.receives(told(first), told(first, second), told(second))
    expect(await list()).toEqual([second])
    await queue.replayEqualsFreshRegister()
    await elsewhere.receivesNothing()
  })

  it('are the business of administrators, each of their own organization', async () => {
    const id = await create(rust, people.owner)
    for (const person of [people.moderator, people.ann, people.guest, people.bot]) {
      await person.post('realm/playgrounds', rust).fails('UNAUTHORIZED_PRINCIPAL')
      await person.delete(`realm/playgrounds/${id}`).fails('UNAUTHORIZED_PRINCIPAL')
    }
    const other = await cast(server)
    await other.owner.delete(`realm/playgrounds/${id}`).fails('BAD_REQUEST', 'Invalid playground')
    await people.admin.delete('realm/playgrounds/2000000000').fails('BAD_REQUEST', 'Invalid playground')
    expect(await list(other.ann)).toEqual([])
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['pygments_language', 'a character that no language has', { pygments_language: 'Rust<' }],
    ['url_template', 'no template', { url_template: 'https://x.example/{code' }],
    ['url_template', 'no variable', { url_template: 'https://x.example/' }],
    ['url_template', 'another variable', { url_template: 'https://x.example/{text}' }],
    ['url_template', 'a further variable', { url_template: 'https://x.example/{code}{?more}' }],
    ['url_template', 'a scheme that runs code', { url_template: 'javascript:{code}' }],
    ['url_template', 'the code is the address', { url_template: '{+code}' }],
    ['url_template', 'the code names the host', { url_template: 'https://{code}' }],
    ['url_template', 'empty', { url_template: '' }],
  ])('are refused with the wrong field: %s, %s', async (field, _why, wrong) => {
    const queue = await follow(people.ann)
    const body = await people.admin.post('realm/playgrounds', { ...rust, ...wrong }).fails('BAD_REQUEST')
    expect(body.errors).toEqual({ [field]: [body.msg] })
    await queue.receivesNothing()
  })

  it('take the forms of templates and names that there are', async () => {
    for (const pygments_language of ['C++', 'C#', 'Django/Jinja', 'VB.net', 'Nginx configuration file']) {
      await create({ ...rust, pygments_language })
    }
    for (const url_template of ['https://x.example/{?code}', 'http://x.example:8080/#{+code}']) {
      await create({ ...rust, name: url_template, url_template })
    }
    expect(await list()).toHaveLength(7)
  })

  it('need all their fields, in bounds', async () => {
    const { admin } = people
    for (const name of ['name', 'pygments_language', 'url_template']) {
      const { [name]: _, ...rest }: Record<string, string> = rust
      const body = await admin.post('realm/playgrounds', rest).fails('REQUEST_VARIABLE_MISSING')
      expect(body.var_name).toBe(name)
    }
    await admin.post('realm/playgrounds', { ...rust, name: ' ' }).fails('BAD_REQUEST', /name/)
    const long = { name: 100, pygments_language: 60, url_template: 2000 }
    for (const [name, limit] of Object.entries(long)) {
      const fields = { ...rust, [name]: 'x'.repeat(limit + 1) }
      await admin.post('realm/playgrounds', fields).fails('BAD_REQUEST', new RegExp(`${name} is too long`))
    }
    expect(await list()).toEqual([])
  })

  it('have names of their own within a language, also when two come at once', async () => {
    const make = () => people.admin.post('realm/playgrounds', rust)
    const statuses = (await Promise.all([make(), make(), make()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400, 400])
    const body = await people.admin.post('realm/playgrounds', rust).fails('BAD_REQUEST')
    expect(body.errors).toEqual({ name: [body.msg] })
    await create({ ...rust, pygments_language: 'Go' })
    expect(await list()).toHaveLength(2)
  })

  it('over GraphQL are the same', async () => {
    const { admin, ann } = people
    const run = (person: Person, name: string, type: string, selection: string, input: unknown) =>
      person
        .graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, { input })
        .then((data) => data[name])
    const fields = { name: 'Try Go', language: 'Go', urlTemplate: 'https://go.example/{code}' }
    const made = 'playground { databaseId name }'
    const input = { ...fields, idempotencyKey: 'once' }
    const { playground } = await run(admin, 'createPlayground', 'CreatePlaygroundInput', made, input)
    const again = await run(admin, 'createPlayground', 'CreatePlaygroundInput', made, input)
    expect(again.playground).toEqual(playground)
    const { databaseId } = playground
    const seen = await ann.graphql('{ playgrounds { databaseId name language urlTemplate } }')
    expect(seen.playgrounds).toEqual([{ databaseId, ...fields }])
    for (const [name, type, value] of [
      ['createPlayground', 'CreatePlaygroundInput', fields],
      ['deletePlayground', 'DeletePlaygroundInput', { databaseId }],
    ] as const) {
      const selection = name === 'createPlayground' ? made : 'databaseId'
      await expect(run(ann, name, type, selection, value)).rejects.toMatchObject({
        code: 'UNAUTHORIZED_PRINCIPAL',
      })
    }
    await run(admin, 'deletePlayground', 'DeletePlaygroundInput', 'databaseId', { databaseId })
    expect(await list()).toEqual([])
  })
})
