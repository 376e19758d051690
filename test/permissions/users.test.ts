import { roles } from '../../src/contract/roles.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { type Attempt, personFor, provePermissions, type Who } from './matrix.ts'

const server = testServer()
let shared: Promise<Cast> | undefined

interface Scene {
  readonly people: Cast
  readonly actor: Person
  readonly target: Person
}

const administrators: readonly Who[] = ['owner', 'administrator']
const owners: readonly Who[] = ['owner']

/** What is done to whom (permissions: "Changing users"). */
const table = {
  rename: { member: administrators, owner: administrators },
  makeModerator: { member: administrators, owner: owners },
  makeOwner: { member: owners },
  deactivate: { member: administrators, owner: owners },
  reactivate: { 'former member': administrators, 'former owner': owners },
} as const

type Action = keyof typeof table
type Relation = 'member' | 'owner' | 'former member' | 'former owner'

const rest =
  (method: 'patch' | 'delete' | 'post', path = '', parameters = {}): Attempt<Scene> =>
  async ({ actor, target }) => {
    const { status, body } = await actor[method](`users/${target.id}${path}`, parameters)
    if (status === 200) return true
    if (body.code !== 'UNAUTHORIZED_PRINCIPAL') throw new Error(`An unexpected refusal: ${body.msg}`)
    return false
  }

const graphql =
  (mutation: string, more = ''): Attempt<Scene> =>
  async ({ actor, target }) => {
    const query = `mutation { ${mutation}(input: { databaseId: ${target.id} ${more} }) { user { id } } }`
    const { errors } = await actor.graphqlResult(query)
    if (!errors) return true
    if (errors[0].extensions.code !== 'UNAUTHORIZED_PRINCIPAL') throw new Error(errors[0].message)
    return false
  }

provePermissions<Action, Relation, Scene>({
  title: 'Changing users',
  table,
  async stage(who, relation, _action, act) {
    shared ??= cast(server)
    const people = await shared
    const isOwner = relation.endsWith('owner')
    const target = await people.person({ role: isOwner ? 'owner' : 'member', channels: 'none' })
    if (relation.startsWith('former')) await people.owner.delete(`users/${target.id}`).succeeds()
    await act({ people, actor: personFor(people, who), target })
    const { user } = await people.owner.get(`users/${target.id}`).succeeds()
    if (user.is_active) await people.owner.delete(`users/${target.id}`).succeeds()
  },
  doors: {
    rest: {
      rename: rest('patch', '', { full_name: 'Somebody Else' }),
      makeModerator: rest('patch', '', { role: roles.moderator }),
      makeOwner: rest('patch', '', { role: roles.owner }),
      deactivate: rest('delete'),
      reactivate: rest('post', '/reactivate'),
    },
    graphql: {
      rename: graphql('updateUser', 'fullName: "Somebody Else"'),
      makeModerator: graphql('updateUser', 'role: 300'),
      makeOwner: graphql('updateUser', 'role: 100'),
      deactivate: graphql('deactivateUser'),
      reactivate: graphql('reactivateUser'),
    },
  },
  state: async ({ people, target }) => (await people.owner.get(`users/${target.id}`).succeeds()).user,
})
