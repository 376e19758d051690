import sql from 'sql-template-tag'
import { beforeEach } from 'vitest'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { allBut, nobody, personFor, provePermissions, type Who } from './matrix.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

interface Scene {
  readonly actor: Person
}

const systemGroups = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:members',
] as const
type Relation =
  | `${(typeof systemGroups)[number]} holds it`
  | 'role:everyone holds it'
  | 'role:fullmembers holds it, after a waiting period'
  | 'role:fullmembers holds it, during it'
type Action = 'create a group'

const setHolder = (name: string) =>
  server.core.db.query(sql`
    UPDATE organization_permission p SET group_id = g.id FROM user_group g
    WHERE p.organization_id = ${people.organizationId} AND p.setting = 'can_create_groups'
      AND g.organization_id = p.organization_id AND g.name = ${name}`)

async function stage(who: Who, relation: Relation, _: Action, act: (scene: Scene) => Promise<void>) {
  const { organizationId } = people
  await setHolder(relation.split(' ')[0] ?? '')
  const days = relation.endsWith('during it') ? 3 : 0
  await server.core.db.query(sql`
    UPDATE organization SET settings = settings || ${JSON.stringify({ waitingPeriodThreshold: days })}::jsonb
    WHERE id = ${organizationId}`)
  await act({ actor: personFor(people, who) })
}

let count = 0
const isRefusal = /^Insufficient permission$/

provePermissions<Action, Relation, Scene>({
  title: 'Making user groups (permissions: "Roles", "System groups", can_create_groups)',
  table: {
    'create a group': {
      'role:nobody holds it': nobody,
      'role:owners holds it': ['owner'],
      'role:administrators holds it': ['owner', 'administrator'],
      'role:moderators holds it': ['owner', 'administrator', 'moderator'],
      'role:members holds it': allBut('guest'),
      'role:everyone holds it': allBut('guest'),
      'role:fullmembers holds it, after a waiting period': allBut('guest'),
      'role:fullmembers holds it, during it': ['owner', 'administrator', 'moderator'],
    },
  },
  stage,
  doors: {
    REST: {
      'create a group': async ({ actor }) => {
        const request = actor.post('user_groups/create', {
          name: `tea ${count++}`,
          description: '',
          members: [],
        })
        if ((await request).status === 200) return true
        await request.fails('BAD_REQUEST', isRefusal)
        return false
      },
    },
    GraphQL: {
      'create a group': async ({ actor }) => {
        const { errors } = await actor.graphqlResult(
          'mutation ($name: String!) { createUserGroup(input: { name: $name }) { __typename } }',
          { name: `tea ${count++}` },
        )
        if (errors && !isRefusal.test(errors[0].message)) throw new Error(errors[0].message)
        return !errors
      },
    },
  },
  state: () =>
    server.core.db.query(sql`
      SELECT count(*) FROM user_group WHERE organization_id = ${people.organizationId} AND kind = 'named'`),
  foretold: {
    explainPermission: async ({ actor }) => {
      const { explainPermission } = await people.ben.graphql(
        'query ($user: Int!) { explainPermission(action: CREATE_GROUPS, userDatabaseId: $user) { isAllowed } }',
        { user: actor.id },
      )
      return explainPermission.isAllowed
    },
  },
})
