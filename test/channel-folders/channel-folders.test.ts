import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { setSettingsOn } from '../channels/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'true' })
const setSettings = setSettingsOn(server)
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const create = async (name: string, description = '', by: Person = people.admin): Promise<number> =>
  (await by.post('channel_folders/create', { name, description }).succeeds()).channel_folder_id
const list = async (by: Person = people.ann, include_archived = false) =>
  (await by.get('channel_folders', { include_archived }).succeeds()).channel_folders
const names = async (include_archived = false) =>
  (await list(people.ann, include_archived)).map(({ name }: { name: string }) => name)
const change = (id: number, parameters: Record<string, unknown>, by: Person = people.admin) =>
  by.patch(`channel_folders/${id}`, parameters)
const follow = (person: Person) => register(person, ['channel_folder', 'channel_folders', 'stream'])

describe('Channel folders', () => {
  it('are made by administrators, behind the others, and everybody hears of them', async () => {
    const { admin, guest } = people
    const queue = await follow(guest)
    const first = await create(' Engineering ', 'Where we *build*')
    const second = await create('Sales')
    const folder = {
      id: first,
      name: 'Engineering',
      description: 'Where we *build*',
      rendered_description: '<p>Where we <em>build</em></p>',
      creator_id: admin.id,
      date_created: expect.any(Number),
      order: 0,
      is_archived: false,
    }
    const other = {
      ...folder,
      id: second,
      name: 'Sales',
      description: '',
      rendered_description: '',
      order: 1,
    }
    expect(await list()).toEqual([folder, other])
    await queue.receives(
      { type: 'channel_folder', op: 'add', channel_folder: folder },
      { type: 'channel_folder', op: 'add', channel_folder: other },
    )
    expect((await register(people.guest, ['channel_folders'])).registered.channel_folders).toEqual([
      folder,
      other,
    ])
    await queue.replayEqualsFreshRegister()
  })

  it('are changed, archived and taken back; each change is told alone', async () => {
    const id = await create('Sales', 'Old')
    const queue = await follow(people.ben)
    const told = (data: Record<string, unknown>) => ({
      type: 'channel_folder',
      op: 'update',
      channel_folder_id: id,
      data,
    })
    await change(id, { name: 'Trade' }).succeeds()
    await change(id, { name: 'Trade', description: 'New' }).succeeds()
    await change(id, { is_archived: true }).succeeds()
    expect(await names()).toEqual([])
    expect(await names(true)).toEqual(['Trade'])
    await change(id, { is_archived: false, description: '' }).succeeds()
    await change(id, {}).succeeds()
    await queue.receives(
      told({ name: 'Trade' }),
      told({ description: 'New', rendered_description: '<p>New</p>' }),
      told({ is_archived: true }),
      told({ description: '', rendered_description: '', is_archived: false }),
    )
    await queue.replayEqualsFreshRegister()
  })

  it('are reordered as a whole', async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')]
    const queue = await follow(people.ben)
    await change(b, { is_archived: true }).succeeds()
    const reorder = (order: unknown, by: Person = people.admin) => by.patch('channel_folders', { order })
    await reorder([c, b, a]).succeeds()
    await reorder([c, b, a]).succeeds()
    expect(await names(true)).toEqual(['C', 'B', 'A'])
    for (const order of [[c, a], [c, b, a, a], [c, b, b], [c, b, a, 999_999], []]) {
      await reorder(order).fails('BAD_REQUEST', 'Invalid order mapping')
    }
    await reorder('C').fails('BAD_REQUEST', /order/)
    await reorder([a, b, c], people.moderator).fails('UNAUTHORIZED_PRINCIPAL')
    await create('D')
    expect((await queue.take()).map(({ op }) => op)).toEqual(['update', 'reorder', 'add'])
    await queue.replayEqualsFreshRegister()
  })

  it('have names of their own while they are in use', async () => {
    const first = await create('Sales')
    await people.admin
      .post('channel_folders/create', { name: 'SALES', description: '' })
      .fails('BAD_REQUEST', 'already in use')
    const second = await create('Other')
    await change(second, { name: 'sales' }).fails('BAD_REQUEST', 'already in use')
    await change(first, { name: 'SALES', is_archived: true }).succeeds()
    await change(second, { name: 'sales' }).succeeds()
    await change(first, { is_archived: false }).fails('BAD_REQUEST', 'already in use')
  })

  it('are for administrators to change, with texts that fit', async () => {
    const id = await create('Sales')
    for (const person of [people.moderator, people.ann, people.guest, people.bot]) {
      await person
        .post('channel_folders/create', { name: 'X', description: '' })
        .fails('UNAUTHORIZED_PRINCIPAL')
      await change(id, { name: 'X' }, person).fails('UNAUTHORIZED_PRINCIPAL')
    }
    const make = (parameters: Record<string, unknown>) =>
      people.owner.post('channel_folders/create', parameters)
    await make({ name: 'X' }).fails('REQUEST_VARIABLE_MISSING', /description/)
    await make({ description: '' }).fails('REQUEST_VARIABLE_MISSING', /name/)
    await make({ name: ' ', description: '' }).fails('BAD_REQUEST', /name/)
    await make({ name: 'x'.repeat(61), description: '' }).fails('BAD_REQUEST', /name/)
    await make({ name: 'X', description: 'x'.repeat(1025) }).fails('BAD_REQUEST', /description/)
    await make({ name: 'a\u0007', description: '' }).fails('BAD_REQUEST', /character/)
    await change(999_999, { name: 'X' }).fails('BAD_REQUEST', 'Invalid channel folder ID')
    await change(id, { is_archived: 'yes' }).fails('BAD_REQUEST', /is_archived/)
    const elsewhere = await cast(server)
    await change(id, { name: 'X' }, elsewhere.owner).fails('BAD_REQUEST', 'Invalid channel folder ID')
    expect(await names()).toEqual(['Sales'])
  })

  it('hold channels, from the start or later, and let them go', async () => {
    const { ann, ben } = people
    const [sales, gone] = [await create('Sales'), await create('Gone')]
    await change(gone, { is_archived: true }).succeeds()
    const { id } = await ann
      .post('channels/create', { name: 'Deals', subscribers: [], folder_id: sales })
      .succeeds()
    const folderOf = async () => (await ben.get(`streams/${id}`).succeeds()).stream.folder_id
    expect(await folderOf()).toBe(sales)
    const queue = await follow(ben)
    const told = (value: unknown) => ({
      type: 'stream',
      op: 'update',
      stream_id: id,
      name: 'Deals',
      property: 'folder_id',
      value,
    })
    await ann.patch(`streams/${id}`, { folder_id: null }).succeeds()
    expect(await folderOf()).toBe(null)
    await ann.patch(`streams/${id}`, { folder_id: sales }).succeeds()
    await queue.receives(told(null), told(sales))
    for (const folder_id of [gone, 999_999]) {
      await ann.patch(`streams/${id}`, { folder_id }).fails('BAD_REQUEST', 'Invalid channel folder ID')
      await ann
        .post('channels/create', { name: 'No', subscribers: [], folder_id })
        .fails('BAD_REQUEST', 'Invalid channel folder ID')
      await ann
        .post('users/me/subscriptions', { subscriptions: [{ name: 'No' }], folder_id })
        .fails('BAD_REQUEST', 'Invalid channel folder ID')
    }
    // A folder that is archived keeps its channels, and they can be changed.
    await change(sales, { is_archived: true }).succeeds()
    await ann.patch(`streams/${id}`, { folder_id: sales, description: 'x' }).succeeds()
    expect(await folderOf()).toBe(sales)
    await queue.replayEqualsFreshRegister()
  })

  it('show visitors only what holds a web-public channel', async () => {
    const { owner, host } = people
    await setSettings(people, { enableSpectatorAccess: true })
    const [open] = [await create('Open'), await create('Closed')]
    await owner
      .post('channels/create', { name: 'World', subscribers: [], is_web_public: true, folder_id: open })
      .succeeds()
    const visitor = new Visitor({ port: server.port, host })
    const { channel_folders } = await visitor.post('register').succeeds()
    expect(channel_folders).toMatchObject([{ id: open, name: 'Open' }])
    await visitor.get('channel_folders').fails('UNAUTHORIZED', undefined, 401)
  })

  it('have a GraphQL side', async () => {
    const { admin, ann } = people
    const made = await admin.graphql(
      'mutation { createChannelFolder(input: { name: "Sales", idempotencyKey: "k" }) { channelFolder { databaseId order } } }',
    )
    const { databaseId } = made.createChannelFolder.channelFolder
    await admin.graphql(
      'mutation ($id: Int!) { updateChannelFolder(input: { databaseId: $id, description: "*x*" }) { channelFolder { renderedDescription } } }',
      { id: databaseId },
    )
    await admin.graphql(
      'mutation ($ids: [Int!]!) { reorderChannelFolders(input: { databaseIds: $ids }) { channelFolders { name } } }',
      { ids: [databaseId] },
    )
    await ann.post('channels/create', { name: 'Deals', subscribers: [], folder_id: databaseId }).succeeds()
    const { channel, channelFolders } = await ann.graphql(
      '{ channelFolders { name renderedDescription isArchived } channel(name: "deals") { folder { name } } }',
    )
    expect(channelFolders).toEqual([
      { name: 'Sales', renderedDescription: '<p><em>x</em></p>', isArchived: false },
    ])
    expect(channel.folder).toEqual({ name: 'Sales' })
    await expect(
      ann.graphql('mutation { createChannelFolder(input: { name: "No" }) { channelFolder { name } } }'),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
  })
})

describe.runIf(onPostgres)('At the same time', () => {
  it('folders get different places, and one of two the name', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        people.admin.post('channel_folders/create', { name: `Folder ${i % 8}`, description: '' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(8)
    const rows = await server.core.db.query<{ position: number }>(sql`
      SELECT position FROM channel_folder WHERE organization_id = ${people.organizationId} ORDER BY position`)
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
})
