import { beforeAll, describe, it } from 'vitest'
import { setPermissionOn } from '../channels/support.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { expectRefusals, type Refused, type RefusedRow } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const setPermission = setPermissionOn(server)
const NOBODY = 2_000_000_000
let people: Cast
let foreign: Cast
/** Ann's. */
let open: number
let hidden: number
let gone: Person

beforeAll(async () => {
  people = await cast(server)
  foreign = await cast(server)
  const { owner, ann, person } = people
  const make = async (name: string, more = {}) =>
    (await ann.post('channels/create', { name, subscribers: [ann.id], ...more }).succeeds()).id
  open = await make('Open')
  hidden = await make('Hidden', { invite_only: true })
  gone = await person({ fullName: 'Long Gone' })
  await owner.delete(`users/${gone.id}`).succeeds()
})

type Doors = Pick<Refused, 'rest' | 'graphql'>

const named = (...names: string[]) => names.map((name) => ({ name }))
const subscribe = (name: string, ids: readonly number[] = [], more = {}, input = {}): Doors => ({
  rest: ['POST', 'users/me/subscriptions', { subscriptions: named(name), principals: ids, ...more }],
  graphql: [
    'subscribe',
    'SubscribeInput',
    { channels: named(name), principals: { databaseIds: ids }, ...input },
  ],
})
const unsubscribe = (name: string, ids: readonly number[] = []): Doors => ({
  rest: ['DELETE', 'users/me/subscriptions', { subscriptions: [name], principals: ids }],
  graphql: ['unsubscribe', 'UnsubscribeInput', { names: [name], principals: { databaseIds: ids } }],
})

/** Principals who are nobody, of another organization, or deactivated; by id and by address. */
function wrongPrincipals(
  by: Person,
  endpoint: readonly [method: string, parameters: object, mutation: string, input: string, value: object],
): RefusedRow[] {
  const [method, parameters, mutation, input, value] = endpoint
  const ways = (principals: readonly (number | string)[]): Doors => ({
    rest: [method, 'users/me/subscriptions', { ...parameters, principals }],
    graphql: [
      mutation,
      input,
      {
        ...value,
        principals:
          typeof principals[0] === 'number' ? { databaseIds: principals } : { addresses: principals },
      },
    ],
  })
  return [
    { what: 'nobody', by, ...ways([NOBODY]), answered: { msg: `Invalid user ID: ${NOBODY}` } },
    {
      what: 'a stranger',
      by,
      ...ways([foreign.ben.id]),
      answered: { msg: `Invalid user ID: ${foreign.ben.id}` },
    },
    {
      what: 'no address',
      by,
      ...ways(['x@parley.example']),
      answered: { msg: "Invalid email 'x@parley.example'" },
    },
    {
      what: 'who is deactivated',
      by,
      ...ways([gone.id]),
      answered: { msg: `User is deactivated: ${gone.id}` },
    },
    {
      what: 'who is deactivated, by address',
      by,
      ...ways([gone.email]),
      answered: { msg: `User is deactivated: ${gone.email}` },
    },
  ]
}

describe('In the words of the reference are refused', () => {
  it('POST /users/me/subscriptions', async () => {
    const { ann, ben, guest } = people
    await expectRefusals(server, [
      {
        what: 'what is hidden',
        by: ben,
        ...subscribe('Hidden'),
        answered: { msg: 'Unable to access channel (Hidden).' },
      },
      ...['Open', 'Nowhere'].map((name) => ({
        what: `${name} for a guest`,
        by: guest,
        ...subscribe(name),
        answered: { msg: `Unable to access channel (${name}).` },
      })),
      ...wrongPrincipals(ann, [
        'POST',
        { subscriptions: named('Open') },
        'subscribe',
        'SubscribeInput',
        { channels: named('Open') },
      ]),
      {
        what: 'a default channel by a member',
        by: ann,
        ...subscribe('Brand new', [], { is_default_stream: true }, { settings: { isDefault: true } }),
        answered: { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
      },
    ])
    await setPermission(ann.id, 'can_add_subscribers_group', 'role:nobody')
    await setPermission(ann.id, 'can_create_public_channel_group', 'role:nobody')
    await expectRefusals(server, [
      {
        what: 'others, by who may not add them',
        by: ben,
        ...subscribe('Open', [ann.id]),
        answered: { msg: 'Unable to access channel (Open).' },
      },
      {
        what: 'a new one by who may not create it',
        by: ben,
        ...subscribe('Brand new'),
        answered: { msg: 'Unable to access channel (Brand new).' },
      },
    ])
    await setPermission(ann.id, 'can_add_subscribers_group', 'role:members')
    await setPermission(ann.id, 'can_create_public_channel_group', 'role:members')
  })

  it('DELETE and PATCH /users/me/subscriptions', async () => {
    const { admin, ann, ben } = people
    const change = (parameters: object, input: object): Doors => ({
      rest: ['PATCH', 'users/me/subscriptions', { ...parameters }],
      graphql: ['changeSubscriptions', 'ChangeSubscriptionsInput', { ...input }],
    })
    await expectRefusals(server, [
      ...['Hidden', 'Nowhere'].flatMap((stream): RefusedRow[] => {
        const refused = {
          by: ben,
          answered: { msg: `Channel '${stream}' does not exist`, code: 'STREAM_DOES_NOT_EXIST', stream },
        }
        return [
          { what: `leaving ${stream}`, ...refused, ...unsubscribe(stream) },
          {
            what: `leaving ${stream} by PATCH`,
            ...refused,
            ...change({ delete: [stream] }, { unsubscribe: [stream] }),
          },
        ]
      }),
      {
        what: 'removing others',
        by: ben,
        ...unsubscribe('Open', [ann.id]),
        answered: { msg: 'Insufficient permission' },
      },
      ...wrongPrincipals(admin, [
        'DELETE',
        { subscriptions: ['Open'] },
        'unsubscribe',
        'UnsubscribeInput',
        { names: ['Open'] },
      ]),
      {
        what: 'both names of the parameter',
        by: ann,
        rest: ['DELETE', 'users/me/subscriptions', { subscriptions: ['Open'], streams: ['Open'] }],
        answered: {
          msg: "Both 'subscriptions' and 'streams' were given: send one",
          code: 'REQUEST_CONFUSING_VAR',
          var_name1: 'subscriptions',
          var_name2: 'streams',
        },
      },
      {
        what: 'joining what is hidden',
        by: ben,
        ...change({ add: named('Hidden') }, { subscribe: named('Hidden') }),
        answered: { msg: 'Unable to access channel (Hidden).' },
      },
      {
        what: 'nothing',
        by: ann,
        ...change({}, {}),
        answered: { msg: 'Nothing to do. Specify at least one of "add" or "delete".' },
      },
    ])
  })

  it('settings of subscriptions, and questions about others’', async () => {
    const { ann, ben } = people
    const mute = (id: number): Doors => ({
      rest: [
        'POST',
        'users/me/subscriptions/properties',
        { subscription_data: [{ stream_id: id, property: 'is_muted', value: true }] },
      ],
      graphql: [
        'updateSubscriptions',
        'UpdateSubscriptionsInput',
        { changes: [{ channelDatabaseId: id, isMuted: true }] },
      ],
    })
    const muteOne = (id: number): Doors => ({
      rest: ['PATCH', `users/me/subscriptions/${id}`, { property: 'is_muted', value: true }],
    })
    const user = 'query ($id: Int!) { user(databaseId: $id) { channels { name } } }'
    await expectRefusals(server, [
      ...[NOBODY, hidden, foreign.general].flatMap((id) => [
        { what: `channel ${id}`, by: ben, ...mute(id), answered: { msg: 'Invalid channel ID' } },
        { what: `channel ${id} alone`, by: ben, ...muteOne(id), answered: { msg: 'Invalid channel ID' } },
        {
          what: `whether somebody is in ${id}`,
          by: ben,
          rest: ['GET', `users/${ann.id}/subscriptions/${id}`] as const,
          answered: { msg: 'Invalid channel ID' },
        },
      ]),
      {
        what: 'what one is not in',
        by: ben,
        ...mute(open),
        answered: { msg: `Not subscribed to channel ID ${open}` },
      },
      {
        what: 'what one is not in, alone',
        by: ben,
        ...muteOne(open),
        answered: { msg: `Not subscribed to channel ID ${open}` },
      },
      ...[NOBODY, foreign.ben.id].flatMap((id): RefusedRow[] => [
        {
          what: `channels of ${id}`,
          by: ben,
          rest: ['GET', `users/${id}/channels`],
          graphql: [user, { id }],
          answered: { msg: 'No such user' },
        },
        {
          what: `whether ${id} is in it`,
          by: ben,
          rest: ['GET', `users/${id}/subscriptions/${open}`],
          answered: { msg: 'No such user' },
        },
      ]),
    ])
  })

  it('what is done with topics and with muted users', async () => {
    const { ann, ben } = people
    const treat = (id: number): Doors => ({
      rest: ['POST', 'user_topics', { stream_id: id, topic: 't', visibility_policy: 1 }],
      graphql: [
        'setTopicVisibility',
        'SetTopicVisibilityInput',
        { channelDatabaseId: id, topic: 't', policy: 'MUTED' },
      ],
    })
    const old = (channel: object): Doors => ({
      rest: ['PATCH', 'users/me/subscriptions/muted_topics', { topic: 't', op: 'add', ...channel }],
    })
    const mute = (id: number): Doors => ({
      rest: ['POST', `users/me/muted_users/${id}`],
      graphql: ['muteUser', 'ChangeMutingInput', { userDatabaseId: id }],
    })
    const unmute = (id: number): Doors => ({
      rest: ['DELETE', `users/me/muted_users/${id}`],
      graphql: ['unmuteUser', 'ChangeMutingInput', { userDatabaseId: id }],
    })
    await ann.post(`users/me/muted_users/${ben.id}`).succeeds()
    await expectRefusals(server, [
      ...[NOBODY, hidden, foreign.general].flatMap((id) => [
        { what: `a topic of ${id}`, by: ben, ...treat(id), answered: { msg: 'Invalid channel ID' } },
        {
          what: `a topic of ${id}, the old way`,
          by: ben,
          ...old({ stream_id: id }),
          answered: { msg: 'Invalid channel ID' },
        },
      ]),
      ...['Hidden', 'Nowhere'].map((stream) => ({
        what: `a topic of ${stream}`,
        by: ben,
        ...old({ stream }),
        answered: { msg: `Invalid channel name '${stream}'` },
      })),
      {
        what: 'both names of a channel',
        by: ann,
        ...old({ stream_id: open, stream: 'Open' }),
        answered: {
          msg: 'Parameters that exclude each other: stream_id, stream',
          parameters: 'stream_id, stream',
        },
      },
      {
        what: 'no name of a channel',
        by: ann,
        ...old({}),
        answered: {
          msg: "Missing 'stream_id' argument",
          code: 'REQUEST_VARIABLE_MISSING',
          var_name: 'stream_id',
        },
      },
      { what: 'muting oneself', by: ann, ...mute(ann.id), answered: { msg: 'You cannot mute yourself' } },
      { what: 'muting twice', by: ann, ...mute(ben.id), answered: { msg: 'User is already muted' } },
      {
        what: 'unmuting who is not muted',
        by: ben,
        ...unmute(ann.id),
        answered: { msg: 'User is not muted' },
      },
      ...[NOBODY, foreign.ben.id].flatMap((id) => [
        { what: `muting ${id}`, by: ann, ...mute(id), answered: { msg: 'No such user' } },
        { what: `unmuting ${id}`, by: ann, ...unmute(id), answered: { msg: 'No such user' } },
      ]),
    ])
  })
})
