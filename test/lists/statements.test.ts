import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { channel, say } from '../messages/place.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

const FEW = 3
const MANY = 12

/** An organization with so many objects of each kind, each with a permission that an unnamed group holds. */
async function organizationWith(count: number): Promise<Cast> {
  const people = await cast(server)
  const { owner, ann, ben, person } = people
  const named = { direct_members: [ann.id, ben.id], direct_subgroups: [] }
  const place = await channel(people, 'Place of topics', [owner, ann])
  for (let i = 0; i < count; i++) {
    const { channel_folder_id: folder_id } = await owner
      .post('channel_folders/create', { name: `Folder ${i}`, description: '' })
      .succeeds()
    const settings = { invite_only: i % 2 === 0, folder_id, can_send_message_group: named }
    await channel(people, `Channel ${i}`, [owner, ann], settings)
    await owner
      .post('user_groups/create', {
        name: `Group ${i}`,
        description: '',
        members: [ann.id],
        can_join_group: named,
      })
      .succeeds()
    const owned: Person = await person({ emailAddressVisibility: 1 + (i % 5) })
    await person({ bot: { owner: owned } })
    await say(ann, place, `Topic ${i}`, 'Hello')
  }
  return people
}

let few: Cast
let many: Cast

beforeAll(async () => {
  few = await organizationWith(FEW)
  many = await organizationWith(MANY)
}, 120_000)

/** How many statements the server runs for one request. */
async function statementsOf(request: () => PromiseLike<unknown>): Promise<number> {
  const { db } = server.core
  const outer = db.observer
  let count = 0
  db.observer = (text) => {
    // Its own time decides when the use of a key or a queue is written down, and jobs run.
    if (!/^\s*(WITH key AS|UPDATE (event_queue|"user")|SELECT id, last_event_id)/.test(text)) count++
    outer?.(text)
  }
  try {
    await request()
  } finally {
    db.observer = outer
  }
  return count
}

/** Made when somebody first asks, for one channel at a time. */
const notInLists = ['emailAddress']

const isForLists = ({ name, args }: GraphQLField<unknown, unknown>) =>
  !args.some(isRequiredArgument) && !notInLists.includes(name)

/** Every field of a type: leaves, and objects with their leaves. */
function everything(type: GraphQLNamedType, depth = 1): string {
  if (!isObjectType(type)) throw new Error(`${type.name} is no object type.`)
  const fields = Object.values(type.getFields()).filter(isForLists)
  const selections = fields.flatMap((field) => {
    const inner = getNamedType(field.type)
    if (isLeafType(inner)) return [field.name]
    return depth > 0 && isObjectType(inner) && !inner.name.endsWith('Connection')
      ? [`${field.name} ${everything(inner, depth - 1)}`]
      : []
  })
  return `{ ${selections.join(' ')} }`
}

const all = (name: string) => everything(schema.getType(name) as GraphQLNamedType) // Named below.

const inGraphql: Readonly<Record<string, string>> = {
  channels: `channels ${all('Channel')}`,
  subscriptions: `viewer { subscriptions ${all('ChannelSubscription')} }`,
  'user groups': `userGroups ${all('UserGroup')}`,
  folders: `channelFolders ${all('ChannelFolder')}`,
  users: `users ${all('User')}`,
  topics: `channel(name: "Place of topics") { topics ${all('Topic')} }`,
}

const overRest: readonly string[] = [
  'streams',
  'streams?include_default=true&include_all=true&exclude_archived=false',
  'users/me/subscriptions?include_subscribers=true',
  'user_groups',
  'channel_folders',
  'users',
  'default_streams',
]

describe('A list takes as many statements for few objects as for many', () => {
  for (const role of ['owner', 'ann', 'guest'] as const) {
    it.each(Object.entries(inGraphql))(`in GraphQL, for ${role}: %s`, async (_, selection) => {
      const ask = (people: Cast) => () => people[role].graphqlResult(`{ ${selection} }`)
      for (const people of [few, many]) await ask(people)()
      expect(await statementsOf(ask(many))).toBe(await statementsOf(ask(few)))
    })

    it.each(overRest)(`over REST, for ${role}: GET /%s`, async (path) => {
      const ask = (people: Cast) => () => people[role].get(path)
      for (const people of [few, many]) await ask(people)()
      expect(await statementsOf(ask(many))).toBe(await statementsOf(ask(few)))
    })
  }

  it('over REST: the topics of a channel, and a register of everything', async () => {
    const idIn = async (people: Cast) =>
      (await people.ann.get('get_stream_id', { stream: 'Place of topics' }).succeeds()).stream_id
    const topics = async (people: Cast) => {
      const id = await idIn(people)
      return statementsOf(() => people.ann.get(`users/me/${id}/topics`).succeeds())
    }
    expect(await topics(many)).toBe(await topics(few))
    const register = (people: Cast) =>
      statementsOf(() => people.ann.post('register', { include_subscribers: true }).succeeds())
    expect(await register(many)).toBe(await register(few))
  })
})
