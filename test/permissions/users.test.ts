import sql from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { roles } from '../../src/contract/roles.ts'
import { testServer } from '../support/server.ts'
import { provePermissions, type Staff, staff, type Way } from './matrix.ts'
import { verdicts } from './table.ts'

const server = testServer()
let people: Staff

beforeAll(async () => {
  people = await staff(server)
})

type Action = 'rename' | 'make a moderator' | 'make an owner' | 'deactivate' | 'reactivate'
/** What the one is to whom it is done. */
type Relation = 'member' | 'owner' | 'former member' | 'former owner'

interface Scene {
  readonly id: number
}

const changing =
  (parameters: Record<string, unknown>, input: Record<string, unknown>) =>
  ({ id }: Scene): Way => ({
    rest: ['PATCH', `users/${id}`, parameters],
    graphql: ['updateUser', 'UpdateUserInput', { databaseId: id, ...input }],
  })

const ways: Record<Action, (scene: Scene) => Way> = {
  rename: changing({ full_name: 'Somebody Else' }, { fullName: 'Somebody Else' }),
  'make a moderator': changing({ role: roles.moderator }, { role: roles.moderator }),
  'make an owner': changing({ role: roles.owner }, { role: roles.owner }),
  deactivate: ({ id }) => ({
    rest: ['DELETE', `users/${id}`, {}],
    graphql: ['deactivateUser', 'DeactivateUserInput', { databaseId: id }],
  }),
  reactivate: ({ id }) => ({
    rest: ['POST', `users/${id}/reactivate`, {}],
    graphql: ['reactivateUser', 'ReactivateUserInput', { databaseId: id }],
  }),
}

provePermissions<Action, Relation, Scene>(server, {
  title: 'Changing users (permissions: "Changing users")',
  people: () => people,
  refusals: {
    none: { code: 'BAD_REQUEST', message: /^No such user$/ },
    adm: { code: 'UNAUTHORIZED_PRINCIPAL', message: /^Must be an organization administrator$/ },
    own: { code: 'UNAUTHORIZED_PRINCIPAL', message: /^Must be an organization owner$/ },
  },
  tables: {
    rename: verdicts(`
              owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      member  yes    yes    adm        adm     adm       adm    adm  none       401
      owner   yes    yes    adm        adm     adm       adm    adm  -          -`),
    'make a moderator; deactivate': verdicts(`
              owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      member  yes    yes    adm        adm     adm       adm    adm  none       401
      owner   yes    own    adm        adm     adm       adm    adm  -          -`),
    'make an owner': verdicts(`
              owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      member  yes    own    adm        adm     adm       adm    adm  none       401`),
    reactivate: verdicts(`
                     owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      former member  yes    yes    adm        adm     adm       adm    adm  none       401
      former owner   yes    own    adm        adm     adm       adm    adm  -          -`),
  },
  stage: async (tries) => {
    const scenes: Scene[] = []
    for (const { relation } of tries) {
      const role = relation.endsWith('owner') ? 'owner' : 'member'
      const { id } = await people.person({ role, channels: 'none' })
      scenes.push({ id })
    }
    const former = scenes.filter((_, at) => tries[at]?.relation.startsWith('former')).map(({ id }) => id)
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ANY(${former}::int[])`)
    return scenes
  },
  ways,
  state: async (scenes) => {
    const rows = await server.core.db.query<{ id: number }>(sql`
      SELECT * FROM "user" WHERE id = ANY(${scenes.map(({ id }) => id)}::int[])`)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return scenes.map(({ id }) => byId.get(id))
  },
})
