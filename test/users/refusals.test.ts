import { beforeAll, describe, it } from 'vitest'
import { roles } from '../../src/contract/roles.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { expectRefusals, type Refused, type RefusedRow } from '../support/refusals.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const NOBODY = 2_000_000_000
let people: Cast
let foreign: Cast

beforeAll(async () => {
  people = await cast(server)
  foreign = await cast(server)
})

type Doors = Pick<Refused, 'rest' | 'graphql'>

const change = (id: number, parameters: object, input: object): Doors => ({
  rest: ['PATCH', `users/${id}`, { ...parameters }],
  graphql: ['updateUser', 'UpdateUserInput', { databaseId: id, ...input }],
})
const setRole = (id: number, role: number): Doors => change(id, { role }, { role })
const deactivate = (id: number): Doors => ({
  rest: ['DELETE', `users/${id}`],
  graphql: ['deactivateUser', 'DeactivateUserInput', { databaseId: id }],
})
const reactivate = (id: number): Doors => ({
  rest: ['POST', `users/${id}/reactivate`],
  graphql: ['reactivateUser', 'ReactivateUserInput', { databaseId: id }],
})
const administrators = {
  answered: { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' },
}
const owners = { answered: { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' } }

/** Somebody who does not exist, and somebody of another organization. */
const nobody = (by: Person, ask: (id: number) => Doors): RefusedRow[] =>
  [NOBODY, foreign.ann.id].map((id) => ({
    what: `user ${id}`,
    by,
    answered: { msg: 'No such user' },
    ...ask(id),
  }))

describe('In the words of the reference are refused', () => {
  it('GET /users/{user_id} and /users/{email}', async () => {
    const { ann, person } = people
    const hidden = await person({ fullName: 'Hidden', emailAddressVisibility: 4 })
    const one = 'query ($id: Int!) { user(databaseId: $id) { fullName } }'
    const byAddress = 'query ($address: String!) { userByAddress(address: $address) { fullName } }'
    await expectRefusals(server, [
      ...nobody(ann, (id) => ({ rest: ['GET', `users/${id}`], graphql: [one, { id }] })),
      ...['nobody@parley.example', hidden.email].map(
        (address): RefusedRow => ({
          what: `the address ${address}`,
          by: ann,
          rest: ['GET', `users/${address}`],
          graphql: [byAddress, { address }],
          answered: { msg: 'No such user' },
        }),
      ),
    ])
  })

  it('PATCH /users/{user_id} and /users/{email}', async () => {
    const { owner, admin, moderator, ann, ben, guest } = people
    await expectRefusals(server, [
      ...nobody(owner, (id) => change(id, { full_name: 'New Name' }, { fullName: 'New Name' })),
      { what: 'by a moderator', by: moderator, ...setRole(ben.id, roles.moderator), ...administrators },
      {
        what: 'by a moderator, by address',
        by: moderator,
        rest: ['PATCH', `users/${ben.email}`, { role: roles.moderator }],
        ...administrators,
      },
      {
        what: 'an unknown address',
        by: owner,
        rest: ['PATCH', 'users/nobody@parley.example', { role: roles.moderator }],
        answered: { msg: 'No such user' },
      },
      {
        what: 'a guest as administrator',
        by: owner,
        ...setRole(guest.id, roles.administrator),
        answered: { msg: 'Guests cannot be organization administrators' },
      },
      { what: 'making an owner by an administrator', by: admin, ...setRole(ann.id, roles.owner), ...owners },
      {
        what: 'an owner no more, by an administrator',
        by: admin,
        ...setRole(owner.id, roles.member),
        ...owners,
      },
      {
        what: 'the only owner no more',
        by: owner,
        ...setRole(owner.id, roles.member),
        answered: { msg: 'The owner permission cannot be removed from the only organization owner.' },
      },
      {
        what: 'an address, without the operator’s permission',
        by: owner,
        ...change(ann.id, { new_email: 'new@parley.example' }, { newEmail: 'new@parley.example' }),
        answered: { msg: 'User not authorized to change user emails' },
      },
      {
        what: 'an address by an administrator',
        by: admin,
        ...change(ann.id, { new_email: 'new@parley.example' }, { newEmail: 'new@parley.example' }),
        ...owners,
      },
      {
        what: 'no name',
        by: owner,
        ...change(ann.id, { full_name: ' ' }, { fullName: ' ' }),
        answered: { msg: 'full_name cannot be blank' },
      },
      {
        what: 'a long name',
        by: owner,
        ...change(ann.id, { full_name: 'x'.repeat(101) }, { fullName: 'x'.repeat(101) }),
        answered: { msg: 'full_name is too long (limit: 100 characters)' },
      },
      {
        what: 'no profile field',
        by: owner,
        rest: ['PATCH', `users/${ann.id}`, { profile_data: [{ id: NOBODY, value: 'x' }] }],
        answered: { msg: `Field id ${NOBODY} not found.` },
      },
    ])
  })

  it('POST /users', async () => {
    const { owner, ann } = people
    const fields = { email: ann.email.toUpperCase(), password: 'a tall violet giraffe' }
    const create: Doors = {
      rest: ['POST', 'users', { ...fields, full_name: 'New Person' }],
      graphql: ['createUser', 'CreateUserInput', { ...fields, fullName: 'New Person' }],
    }
    await expectRefusals(server, [{ what: 'by a member', by: ann, ...create, ...administrators }])
    await expectRefusals(server, [
      { what: 'an address in use', by: owner, ...create, answered: { msg: 'email is already in use' } },
    ])
  })

  it('DELETE /users/{user_id}, DELETE /users/me and POST /users/{user_id}/reactivate', async () => {
    const { owner, admin, moderator, ann, ben, bot } = people
    const leave: Doors = {
      rest: ['DELETE', 'users/me'],
      graphql: ['mutation { deactivateOwnAccount(input: {}) { __typename } }', {}],
    }
    await expectRefusals(server, [
      ...nobody(owner, deactivate),
      ...nobody(owner, reactivate),
      { what: 'deactivating by a moderator', by: moderator, ...deactivate(ben.id), ...administrators },
      { what: 'reactivating by a moderator', by: moderator, ...reactivate(ben.id), ...administrators },
      { what: 'an owner, by an administrator', by: admin, ...deactivate(owner.id), ...owners },
      {
        what: 'the only owner',
        by: owner,
        ...deactivate(owner.id),
        answered: { msg: 'Cannot deactivate the only organization owner' },
      },
      {
        what: 'the only owner, by themselves',
        by: owner,
        ...leave,
        answered: {
          code: 'CANNOT_DEACTIVATE_LAST_USER',
          msg: 'You cannot deactivate the only organization owner.',
          is_last_owner: true,
          entity: 'organization owner',
        },
      },
      {
        what: 'a bot, by itself',
        by: bot,
        ...leave,
        answered: { msg: 'This endpoint does not accept requests of bots' },
      },
      {
        what: 'reactivating who is active',
        by: owner,
        ...reactivate(ann.id),
        answered: { msg: 'User is already active' },
      },
    ])
  })
})
