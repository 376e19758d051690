import { beforeEach, describe, expect, it } from 'vitest'
import { Backstage, say, systemGroup } from '../messages/place.ts'
import { movingImage, plainImage } from '../pictures/pictures.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { fetchAs, type Part, sendForm } from '../support/uploads.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const ADD = `mutation ($input: AddCustomEmojiInput!) {
  addCustomEmoji(input: $input) { emoji { databaseId name pictureUrl stillPictureUrl isDeactivated authorDatabaseId } }
}`

const picture = async () => (await plainImage('png', 40, 30)).toString('base64')

/** Adds an emoji over GraphQL; resolves with it. */
async function add(person: Person, name: string, more: object = {}) {
  const input = { name, picture: await picture(), ...more }
  return (await person.graphql(ADD, { input })).addCustomEmoji.emoji
}

const listed = async (person: Person) => (await person.get('realm/emoji').succeeds()).emoji

describe('Custom emoji', () => {
  it('are added, listed, told to everybody and rendered', async () => {
    const { ann, guest } = people
    const changes = await register(guest, ['realm_emoji'], {
      fetch_event_types: ['realm_emoji'],
      client_capabilities: { individual_emoji_changes: true },
    })
    const old = await register(ann, ['realm_emoji'], { fetch_event_types: ['realm_emoji'] })
    const { databaseId, pictureUrl } = await add(ann, 'Party Parrot', { idempotencyKey: 'once' })
    expect((await add(ann, 'Party Parrot', { idempotencyKey: 'once' })).databaseId).toBe(databaseId)
    const emoji = {
      id: String(databaseId),
      name: 'party_parrot',
      source_url: pictureUrl,
      still_url: null,
      deactivated: false,
      author_id: ann.id,
    }
    expect(pictureUrl).toMatch(new RegExp(`^/user_avatars/${people.organizationId}/emoji/images/\\w+\\.png$`))
    expect(await listed(guest)).toEqual({ [databaseId]: emoji })
    await changes.receives({ type: 'realm_emoji', op: 'add', emoji })
    await old.receives({ type: 'realm_emoji', op: 'update', realm_emoji: { [databaseId]: emoji } })
    await changes.replayEqualsFreshRegister()
    await old.replayEqualsFreshRegister()
    const id = await say(ann, 'general', 'tea', 'Look::party_parrot: :no_parrot:')
    expect((await ann.get(`messages/${id}`).succeeds()).message.content).toBe(
      `<p>Look:<img alt=":party_parrot:" class="emoji" src="${pictureUrl}" title="party parrot"> :no_parrot:</p>`,
    )
  })

  it('are uploaded as files, and their pictures served to everybody', async () => {
    const { ann, ben, guest } = people
    const file = (content: Buffer) => ({ field: 'filename', filename: 'x.gif', type: 'image/gif', content })
    const path = 'realm/emoji/Party%20Parrot'
    const moving = await movingImage(32, 32)
    expect(await sendForm(ann, path, file(moving))).toMatchObject({ status: 200 })
    const [emoji] = Object.values(await listed(ben)) as {
      name: string
      source_url: string
      still_url: string
    }[]
    expect(emoji).toMatchObject({ name: 'party_parrot', still_url: expect.stringContaining('-still.') })
    for (const url of [emoji?.source_url ?? '', emoji?.still_url ?? '']) {
      const { status, headers, bytes } = await fetchAs(ben, url)
      expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff'])
      expect(headers['content-type']).toMatch(/^image\/(png|webp)$/)
      expect(bytes.length).toBeGreaterThan(0)
    }
    const folder = `/user_avatars/${people.organizationId}/emoji/images`
    for (const name of ['x.png', `${'0'.repeat(24)}.png`, '..%2f..%2fx.png']) {
      expect((await fetchAs(ben, `${folder}/${name}`)).status).toBe(404)
    }
    const refused = async (sender: Person, ...parts: Part[]) => {
      const { status, body } = await sendForm(sender, 'realm/emoji/bird', ...parts)
      expect(status).toBe(400)
      return body
    }
    expect(await refused(ann)).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'You must upload exactly one file.',
    })
    expect(await refused(ann, file(Buffer.from('no picture')))).toMatchObject({ code: 'BAD_IMAGE' })
    expect(await refused(ann, file(Buffer.alloc(5 * 1024 * 1024 + 1)))).toMatchObject({
      msg: expect.stringContaining('5 MiB'),
    })
    expect(await refused(guest, file(moving))).toMatchObject({ msg: 'Insufficient permission' })
  })

  it('go out of use by their author and administrators, and stay where they were used', async () => {
    const { ann, ben, admin } = people
    const queue = await register(ben, ['realm_emoji'], {
      fetch_event_types: ['realm_emoji'],
      client_capabilities: { individual_emoji_changes: true },
    })
    const { databaseId } = await add(ann, 'parrot')
    const id = await say(ann, 'general', 'tea', ':parrot:')
    await ann.post(`messages/${id}/reactions`, { emoji_name: 'parrot' }).succeeds()
    await ben.delete('realm/emoji/parrot').fails('UNAUTHORIZED_PRINCIPAL')
    await ann.delete('realm/emoji/no_parrot').fails('BAD_REQUEST', 'does not exist', 404)
    await ann.delete('realm/emoji/parrot').succeeds()
    await ann.delete('realm/emoji/parrot').fails('BAD_REQUEST', 'does not exist', 404)
    expect(await listed(ben)).toMatchObject({ [databaseId]: { deactivated: true } })
    const { message } = await ben.get(`messages/${id}`).succeeds()
    expect(message.content).toContain('<img alt=":parrot:"')
    expect(message.reactions).toMatchObject([
      { emoji_code: String(databaseId), reaction_type: 'realm_emoji' },
    ])
    expect((await queue.takeCount(2)).at(-1)).toMatchObject({
      op: 'update_one',
      emoji_id: String(databaseId),
      data: { deactivated: true },
    })
    const again = await say(ann, 'general', 'tea', ':parrot:')
    expect((await ann.get(`messages/${again}`).succeeds()).message.content).not.toContain('<img')
    expect((await add(ben, 'parrot')).databaseId).not.toBe(databaseId)
    await admin.delete('realm/emoji/parrot').succeeds()
    await queue.replayEqualsFreshRegister()
  })

  it('need the permission, a name that is free, and a picture', async () => {
    const { ann, ben, guest } = people
    await add(ann, 'parrot')
    const refused = { code: 'BAD_REQUEST' }
    await expect(add(ben, 'Parrot')).rejects.toMatchObject({ ...refused, message: /already exists/ })
    for (const name of ['', ' ', 'parrot!', 'parrot_', 'parrot-', 'papagei ü', 'a:b']) {
      await expect(add(ben, name), name).rejects.toMatchObject(refused)
    }
    await expect(add(guest, 'bird')).rejects.toMatchObject({ ...refused, message: 'Insufficient permission' })
    await expect(
      add(ben, 'bird', { picture: Buffer.from('no picture').toString('base64') }),
    ).rejects.toMatchObject({ code: 'BAD_IMAGE' })
    const backstage = new Backstage(server, people)
    const owners = await systemGroup(server, people, 'role:owners')
    await backstage.organizationPermission('can_add_custom_emoji_group', owners)
    await expect(add(ben, 'bird')).rejects.toMatchObject(refused)
    expect(Object.keys(await listed(ben))).toHaveLength(1)
  })

  it('are listed in GraphQL and taken out of use there', async () => {
    const { ann, ben } = people
    await add(ann, 'parrot')
    const DEACTIVATE = `mutation ($input: DeactivateCustomEmojiInput!) {
      deactivateCustomEmoji(input: $input) { emoji { name isDeactivated } }
    }`
    await expect(ben.graphql(DEACTIVATE, { input: { name: 'parrot' } })).rejects.toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    const { deactivateCustomEmoji } = await ann.graphql(DEACTIVATE, { input: { name: 'Parrot' } })
    expect(deactivateCustomEmoji.emoji).toEqual({ name: 'parrot', isDeactivated: true })
    const { organization } = await ben.graphql('{ organization { customEmoji { name isDeactivated } } }')
    expect(organization.customEmoji).toEqual([{ name: 'parrot', isDeactivated: true }])
  })
})
