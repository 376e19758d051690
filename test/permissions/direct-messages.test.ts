import sql from 'sql-template-tag'
import { beforeAll } from 'vitest'
import { ensureDirectMessageGroup, participantSet } from '../../src/direct-messages/find-group.ts'
import { setPermissionOn } from '../channels/support.ts'
import type { Person } from '../support/cast.ts'
import { onPostgres, testServer } from '../support/server.ts'
import { personFor, provePermissions, type Staff, staff, type Try, type Way } from './matrix.ts'
import { verdicts } from './table.ts'

const server = testServer()
const setPermission = setPermissionOn(server)
let people: Staff

beforeAll(async () => {
  people = await staff(server)
})

/** Whom one writes to, and who may, by the name of a circumstance. */
type Whom = 'somebody' | 'an acquaintance' | 'a moderator' | 'a bot' | 'oneself' | 'a former member'
type Relation = `${Whom}${'' | `, ${keyof typeof circumstances}`}`

const circumstances = {
  'full members begin': ['direct_message_initiator_group', 'role:fullmembers'],
  'nobody begins': ['direct_message_initiator_group', 'role:nobody'],
  'moderators converse': ['direct_message_permission_group', 'role:moderators'],
  'nobody converses': ['direct_message_permission_group', 'role:nobody'],
  'guests see few': ['can_access_all_users_group', 'role:members'],
} as const

interface Scene {
  /** To whom; the writer themselves in notes to oneself. */
  readonly userId: number
  /** Everybody in the conversation. */
  readonly participants: readonly number[]
}

/** One for each door that a success is tried through: to whoever has been written to, one writes under other rules. */
let partners: readonly Person[] = []

async function makePartner(whom: string): Promise<Person> {
  const person = await people.person({
    channels: 'none',
    ...(whom === 'a moderator' && { role: 'moderator' }),
    ...(whom === 'a bot' && { bot: { owner: people.ben } }),
  })
  if (whom === 'a former member') {
    await server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${person.id}`)
  }
  return person
}

/** Lets two users have written to each other. */
async function acquaint(participants: readonly number[]): Promise<void> {
  const { organizationId, ben } = people
  await server.core.db.transaction('read committed', async (tx) => {
    const groupId = await ensureDirectMessageGroup(tx, organizationId, participants)
    await tx.query(sql`
      INSERT INTO message (organization_id, sender_id, direct_message_group_id, content, rendered_content, sending_client)
      VALUES (${organizationId}, ${ben.id}, ${groupId}, 'Hi', '<p>Hi</p>', 'test')`)
  })
}

async function stage(tries: readonly Try<'write', Relation>[]): Promise<Scene[]> {
  const scenes: Scene[] = []
  const met = new Map<string, number>()
  for (const { who, relation } of tries) {
    const times = met.get(who) ?? 0
    met.set(who, times + 1)
    const writer = personFor(people, who)?.id ?? people.foreigner.id
    const partner = partners[times % partners.length]?.id ?? -1
    const userId = relation.startsWith('oneself') ? writer : partner
    const participants = participantSet([writer, userId])
    if (relation.startsWith('an acquaintance')) await acquaint(participants)
    scenes.push({ userId, participants })
  }
  return scenes
}

provePermissions<'write', Relation, Scene>(server, {
  title: 'Writing to people (permissions: "Direct messages", "Users visible to whom")',
  people: () => people,
  refusals: {
    // As if there were no such user.
    none: { code: 'BAD_REQUEST', message: /^Invalid user ID \d+$/ },
    talk: { code: 'BAD_REQUEST', message: /^Nobody in this conversation is allowed direct messages$/ },
    begin: { code: 'BAD_REQUEST', message: /^You are not allowed to begin direct message conversations$/ },
    gone: { code: 'BAD_REQUEST', message: /is no longer using this service\.$/ },
  },
  tables: {
    write: verdicts(`
                                           owner  admin  moderator  member  newcomer  guest  bot   foreigner  visitor
      somebody                             yes    yes    yes        yes     yes       yes    yes   none       401
      a former member                      gone   gone   gone       gone    gone      gone   gone  none       -
      somebody, full members begin         yes    yes    yes        yes     begin     begin  yes   -          -
      an acquaintance, full members begin  yes    yes    yes        yes     yes       yes    yes   -          -
      somebody, nobody begins              begin  begin  begin      begin   begin     begin  yes   -          -
      a bot, nobody begins                 yes    yes    yes        yes     yes       yes    yes   -          -
      somebody, moderators converse        yes    yes    yes        talk    talk      talk   yes   -          -
      a moderator, moderators converse     yes    yes    yes        yes     yes       yes    yes   -          -
      somebody, nobody converses           talk   talk   talk       talk    talk      talk   yes   -          -
      an acquaintance, nobody converses    talk   talk   talk       talk    talk      talk   yes   -          -
      a bot, nobody converses              yes    yes    yes        yes     yes       yes    yes   -          -
      oneself, nobody converses            yes    yes    yes        yes     yes       yes    yes   -          -
      somebody, guests see few             yes    yes    yes        yes     yes       none   yes   -          -
      an acquaintance, guests see few      yes    yes    yes        yes     yes       yes    yes   -          -`),
  },
  prepare: async (relation) => {
    const [whom = '', circumstance] = relation.split(', ')
    partners = [await makePartner(whom), ...(onPostgres ? [await makePartner(whom)] : [])]
    if (!circumstance) return async () => {}
    const [setting, holders] = circumstances[circumstance as keyof typeof circumstances] // Its only other part.
    await setPermission(people.owner.id, setting, holders)
    return () => setPermission(people.owner.id, setting, 'role:everyone')
  },
  stage,
  ways: {
    write: ({ userId }): Way => ({
      rest: ['POST', 'messages', { type: 'direct', to: [userId], content: 'Hello' }],
      graphql: [
        'sendMessage',
        'SendMessageInput',
        { direct: { userDatabaseIds: [userId] }, content: 'Hello' },
      ],
    }),
  },
  state: (scenes) =>
    Promise.all(
      scenes.map(({ participants }) =>
        server.core.db.query(sql`
          SELECT g.id, (SELECT count(*) FROM message m WHERE m.direct_message_group_id = g.id) AS messages
          FROM direct_message_group g
          WHERE g.organization_id = ${people.organizationId} AND g.participant_ids = ${participants}::int[]`),
      ),
    ),
})
