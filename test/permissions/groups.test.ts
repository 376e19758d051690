import sql, { join, raw } from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { setPermissionOn, systemGroupOn } from '../channels/support.ts'
import { makeGroup, these } from '../groups/support.ts'
import type { Actor } from '../support/actor.ts'
import { testServer } from '../support/server.ts'
import { actorFor, personFor, provePermissions, type Staff, staff, type Try, type Way } from './matrix.ts'
import { everybody, verdicts, type Who } from './table.ts'

const server = testServer()
const systemGroup = systemGroupOn(server)
const setPermission = setPermissionOn(server)
let people: Staff
let nobodyGroup: number
/** A group that comes and goes as a subgroup of others. */
let subgroup: number
/** By person: an unnamed group with them, and one with a group that has a group with them. */
let holders: ReadonlyMap<Who, { readonly directly: number; readonly inside: number }>

beforeAll(async () => {
  people = await staff(server)
  const { owner } = people
  nobodyGroup = await systemGroup(owner.id, 'role:nobody')
  subgroup = await makeGroup(owner)
  const made = new Map<Who, { directly: number; inside: number }>()
  const everyone = []
  for (const who of everybody) {
    const person = personFor(people, who)
    if (!person) continue
    everyone.push(person)
    const inner = await makeGroup(owner, { members: [person.id] })
    const outer = await makeGroup(owner, { subgroups: [inner] })
    const keeper = await makeGroup(owner, {
      can_join_group: these([person]),
      can_leave_group: these([], [outer, nobodyGroup]),
    })
    const [row] = await server.core.db.query<{ directly: number; inside: number }>(sql`
      SELECT can_join_group_id AS directly, can_leave_group_id AS inside FROM user_group WHERE id = ${keeper}`)
    if (row) made.set(who, row)
  }
  holders = made
  await makeGroup(owner, { name: 'all of them', members: everyone.map(({ id }) => id) })
})

/** A group, somebody who acts on it, and somebody else whom it may be about. */
interface Scene {
  readonly actor: Actor
  readonly actorId: number
  readonly id: number
  readonly name: string
  readonly otherId: number
}

type Relation =
  | 'a stranger'
  | 'a member'
  | 'in a group inside can_manage_group'
  | 'in can_manage_all_groups'
  | `in ${(typeof settings)[number]}`

type Action =
  | 'change'
  | 'deactivate'
  | 'reactivate'
  | 'add somebody'
  | 'add a subgroup'
  | 'remove somebody'
  | 'remove a subgroup'
  | 'join'
  | 'leave'
  | 'mention'

const settings = [
  'can_manage_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_join_group',
  'can_leave_group',
  'can_mention_group',
] as const

let count = 0

/** What holds the permission that the relation names: by setting. */
function holdersFor(who: Who, relation: Relation): Partial<Record<string, number>> {
  const own = holders.get(who)
  if (relation === 'in a group inside can_manage_group') return { can_manage_group: own?.inside }
  const setting = settings.find((one) => relation === `in ${one}`)
  return setting ? { [setting]: own?.directly } : {}
}

/** Writes the groups behind everybody's back: nobody hears of them, which a thousand would cost minutes. */
async function stage(tries: readonly Try<Action, Relation>[]): Promise<Scene[]> {
  if (tries.length === 0) return []
  const { db } = server.core
  const columns = settings.map((setting) => raw(`${setting}_id`))
  const given = tries.map(({ who, relation, action }) => {
    const held = holdersFor(who, relation)
    const name = `group of the ${who} ${count++}`
    const values = settings.map((setting) => sql`${held[setting] ?? nobodyGroup}::int`)
    return {
      name,
      row: sql`(${people.organizationId}, 'named', ${name}, ${action === 'reactivate'}, ${join(values)})`,
    }
  })
  const groups = await db.query<{ id: number; name: string }>(sql`
    INSERT INTO user_group (organization_id, kind, name, deactivated, ${join(columns)})
    VALUES ${join(given.map(({ row }) => row))} RETURNING id, name`)
  const idOf = new Map(groups.map(({ id, name }) => [name, id]))
  const scenes = tries.map(({ who }, at): Scene => {
    const name = given[at]?.name ?? ''
    const actor = actorFor(people, who)
    return {
      actor,
      actorId: personFor(people, who)?.id ?? people.foreigner.id,
      id: idOf.get(name) ?? -1,
      name,
      otherId: people.ben.id,
    }
  })
  const members = tries.flatMap(({ who, relation, action }, at) => {
    const { id = -1 } = scenes[at] ?? {}
    const self = personFor(people, who)
    const isIn = relation === 'a member' || action === 'leave' || action === 'mention'
    return [
      ...(isIn && self ? [{ id, member: self.id }] : []),
      ...(action === 'remove somebody' ? [{ id, member: people.ben.id }] : []),
    ]
  })
  await db.query(sql`
    INSERT INTO user_group_member (group_id, user_id)
    SELECT * FROM unnest(${members.map(({ id }) => id)}::int[], ${members.map(({ member }) => member)}::int[])`)
  const supergroups = tries.flatMap(({ action }, at) =>
    action === 'remove a subgroup' ? [scenes[at]?.id] : [],
  )
  await db.query(sql`
    INSERT INTO user_group_subgroup (supergroup_id, subgroup_id)
    SELECT unnest(${supergroups}::int[]), ${subgroup}`)
  return scenes
}

const changing =
  (parameters: Record<string, unknown>, input: Record<string, unknown>) =>
  ({ id }: Scene): Way => ({
    rest: ['PATCH', `user_groups/${id}`, parameters],
    graphql: ['updateUserGroup', 'UpdateUserGroupInput', { databaseId: id, ...input }],
  })

const changingMembers =
  (
    parameters: (scene: Scene) => Record<string, unknown>,
    input: (scene: Scene) => Record<string, unknown>,
    list: 'members' | 'subgroups' = 'members',
  ) =>
  (scene: Scene): Way => ({
    rest: ['POST', `user_groups/${scene.id}/${list}`, parameters(scene)],
    graphql: [
      'changeUserGroupMembers',
      'ChangeUserGroupMembersInput',
      { databaseId: scene.id, ...input(scene) },
    ],
  })

const ways: Record<Action, (scene: Scene) => Way> = {
  change: changing({ description: 'New.' }, { description: 'New.' }),
  deactivate: ({ id }) => ({
    rest: ['POST', `user_groups/${id}/deactivate`, {}],
    graphql: ['deactivateUserGroup', 'DeactivateUserGroupInput', { databaseId: id }],
  }),
  reactivate: changing({ deactivated: false }, { isDeactivated: false }),
  'add somebody': changingMembers(
    ({ otherId }) => ({ add: [otherId] }),
    ({ otherId }) => ({ addUserDatabaseIds: [otherId] }),
  ),
  'add a subgroup': changingMembers(
    () => ({ add: [subgroup] }),
    () => ({ addSubgroupDatabaseIds: [subgroup] }),
    'subgroups',
  ),
  'remove somebody': changingMembers(
    ({ otherId }) => ({ delete: [otherId] }),
    ({ otherId }) => ({ removeUserDatabaseIds: [otherId] }),
  ),
  'remove a subgroup': changingMembers(
    () => ({ delete_subgroups: [subgroup] }),
    () => ({ removeSubgroupDatabaseIds: [subgroup] }),
  ),
  join: changingMembers(
    ({ actorId }) => ({ add: [actorId] }),
    ({ actorId }) => ({ addUserDatabaseIds: [actorId] }),
  ),
  leave: changingMembers(
    ({ actorId }) => ({ delete: [actorId] }),
    ({ actorId }) => ({ removeUserDatabaseIds: [actorId] }),
  ),
  mention: ({ actorId, name }) => ({
    rest: ['POST', 'messages', { type: 'direct', to: [actorId], content: `Hi @*${name}*` }],
    graphql: [
      'sendMessage',
      'SendMessageInput',
      { direct: { userDatabaseIds: [actorId] }, content: `Hi @*${name}*` },
    ],
  }),
}

/** What tells beforehand who may do it; one action for each question. */
const asked: Partial<Record<Action, readonly [action: string, field: string]>> = {
  change: ['MANAGE_GROUP', 'viewerCanManage'],
  'add somebody': ['ADD_GROUP_MEMBERS', 'viewerCanAddMembers'],
  'remove somebody': ['REMOVE_GROUP_MEMBERS', 'viewerCanRemoveMembers'],
  join: ['JOIN_GROUP', 'viewerCanJoin'],
  leave: ['LEAVE_GROUP', 'viewerCanLeave'],
  mention: ['MENTION_GROUP', 'viewerCanMention'],
}

/** Asks many questions at once, each under a name of its own; the fields' values, in order. */
async function askAll(by: Actor, fields: readonly string[]): Promise<unknown[]> {
  const answers: unknown[] = []
  for (let at = 0; at < fields.length; at += 40) {
    const some = fields.slice(at, at + 40).map((field, position) => `q${position}: ${field}`)
    const data = await by.graphql(`{ ${some.join('\n')} }`)
    answers.push(...some.map((_, position) => data[`q${position}`].answer))
  }
  return answers
}

provePermissions<Action, Relation, Scene>(server, {
  title: 'User groups (permissions: "User-group settings")',
  people: () => people,
  refusals: {
    no: {
      code: 'BAD_REQUEST',
      message: /^Insufficient permission$|^You are not allowed to mention user group/,
    },
    // A group of another organization is like none.
    none: { code: 'BAD_REQUEST', message: /^Invalid user group/ },
  },
  // Owners are in can_manage_all_groups from the start; guests hold nothing that guests cannot. Who is not of the
  // organization is nothing to the group.
  tables: {
    'change; deactivate; reactivate': verdicts(`
                                               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      a stranger                               yes    no     no         no      no        no     no   none       401
      in can_manage_group;
      in a group inside can_manage_group;
      in can_manage_all_groups                 yes    yes    yes        yes     yes       no     yes  -          -
      a member; in can_add_members_group;
      in can_remove_members_group;
      in can_join_group; in can_leave_group;
      in can_mention_group                     yes    no     no         no      no        no     no   -          -`),
    'add somebody; add a subgroup': verdicts(`
                                               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      a stranger                               yes    no     no         no      no        no     no   none       401
      in can_manage_group;
      in a group inside can_manage_group;
      in can_manage_all_groups;
      in can_add_members_group                 yes    yes    yes        yes     yes       no     yes  -          -
      a member; in can_remove_members_group;
      in can_join_group; in can_leave_group;
      in can_mention_group                     yes    no     no         no      no        no     no   -          -`),
    'remove somebody; remove a subgroup': verdicts(`
                                               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      a stranger                               yes    no     no         no      no        no     no   none       401
      in can_manage_group;
      in a group inside can_manage_group;
      in can_manage_all_groups;
      in can_remove_members_group              yes    yes    yes        yes     yes       no     yes  -          -
      a member; in can_add_members_group;
      in can_join_group; in can_leave_group;
      in can_mention_group                     yes    no     no         no      no        no     no   -          -`),
    join: verdicts(`
                                               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      a stranger                               yes    no     no         no      no        no     no   none       401
      in can_manage_group;
      in a group inside can_manage_group;
      in can_manage_all_groups;
      in can_add_members_group;
      in can_join_group                        yes    yes    yes        yes     yes       no     yes  -          -
      in can_remove_members_group;
      in can_leave_group;
      in can_mention_group                     yes    no     no         no      no        no     no   -          -`),
    leave: verdicts(`
                                               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      a member                                 yes    no     no         no      no        no     no   none       401
      in can_leave_group                       yes    yes    yes        yes     yes       yes    yes  -          -
      in can_manage_group;
      in a group inside can_manage_group;
      in can_manage_all_groups;
      in can_remove_members_group              yes    yes    yes        yes     yes       no     yes  -          -
      in can_add_members_group;
      in can_join_group; in can_mention_group  yes    no     no         no      no        no     no   -          -`),
    mention: verdicts(`
                                               owner  admin  moderator  member  newcomer  guest  bot  foreigner  visitor
      in can_mention_group                     yes    yes    yes        yes     yes       yes    yes  -          -
      a member; in can_manage_group            no     no     no         no      no        no     no   -          401`),
  },
  stage,
  prepare: async (relation) => {
    if (relation !== 'in can_manage_all_groups') return undefined
    await setPermission(people.owner.id, 'can_manage_all_groups', 'all of them')
    return () => setPermission(people.owner.id, 'can_manage_all_groups', 'role:owners')
  },
  ways,
  state: async (scenes) => {
    const rows = await server.core.db.query<{ id: number }>(sql`
      SELECT g.*, array(SELECT user_id FROM user_group_member WHERE group_id = g.id ORDER BY 1) AS members,
        array(SELECT subgroup_id FROM user_group_subgroup WHERE supergroup_id = g.id) AS subgroups,
        (SELECT count(*) FROM message WHERE content = 'Hi @*' || g.name || '*') AS messages
      FROM user_group g WHERE g.id = ANY(${scenes.map(({ id }) => id)}::int[])`)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return scenes.map(({ id }) => byId.get(id))
  },
  foretold: {
    explainPermission: async (tries) => {
      const known = tries.filter(({ who, action }) => asked[action] && personFor(people, who))
      const answers = await askAll(
        people.ben,
        known.map(({ action, scene: { actorId, id } }) => {
          const about = `userDatabaseId: ${actorId}, userGroupDatabaseId: ${id}`
          return `explainPermission(action: ${asked[action]?.[0]}, ${about}) { answer: isAllowed }`
        }),
      )
      return tries.map((one) => answers[known.indexOf(one)])
    },
    viewerCan: async (tries) => {
      const answers = new Map<unknown, unknown>()
      for (const who of everybody) {
        const own = tries.filter((one) => one.who === who && asked[one.action] && personFor(people, who))
        const questions = own.map(
          ({ action, scene: { id } }) => `userGroup(databaseId: ${id}) { answer: ${asked[action]?.[1]} }`,
        )
        const told = await askAll(actorFor(people, who), questions)
        own.forEach((one, at) => {
          answers.set(one, told[at])
        })
      }
      return tries.map((one) => answers.get(one))
    },
  },
})
