import sql from 'sql-template-tag'
import type { Request } from '../support/actor.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { register, type TestEvent, type TestQueue } from '../support/queue.ts'
import type { TestServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'
import {
  type Holders,
  knows,
  type Model,
  type ModelChannel,
  type ModelUser,
  readsMessage,
  seesUser,
} from './model.ts'
import type { Chance } from './random.ts'
import { shownName } from './sight.ts'
import { wordsIn } from './words.ts'

/** Somebody who looks, and what they have ever been allowed to know since they follow the events. */
export interface Onlooker {
  readonly title: string
  readonly person: Person
  readonly user: ModelUser
  readonly queue: TestQueue
  /** Listens to the messages of all public channels; null for those who began as guests. */
  readonly wideQueue: TestQueue | null
  readonly events: TestEvent[]
  readonly everKnown: Set<number>
  readonly everRead: Set<number>
  readonly everSeen: Set<number>
  /** Messages that came to them while they followed, with the name that they were to be shown then. */
  readonly came: Map<number, string>
  /** Words in all that they could know. */
  readonly everWords: Set<string>
}

/** An organization, and the model of it, which is kept in step by what was done with success. */
export class World {
  readonly chance: Chance
  readonly people: Cast
  readonly persons: readonly Person[]
  readonly onlookers: readonly Onlooker[]
  readonly visitor: Visitor
  readonly model: Model
  /** What was done, for the report of a failure. */
  readonly log: string[] = []
  /** Words that everybody may know. */
  readonly publicWords = new Set<string>()
  /** Messages that were sent to public channels, with their senders' names. */
  readonly saidPublicly = new Map<number, string>()
  readonly #server: TestServer
  #newestMessage = 0
  #count = 0

  private constructor(
    server: TestServer,
    chance: Chance,
    people: Cast,
    persons: readonly Person[],
    model: Model,
    onlookers: readonly Onlooker[],
  ) {
    this.#server = server
    this.chance = chance
    this.people = people
    this.persons = persons
    this.model = model
    this.onlookers = onlookers
    this.visitor = new Visitor({ port: server.port, host: people.host })
  }

  /** An organization as it is made, with two guests, and with nothing by chance yet. */
  static async make(server: TestServer, chance: Chance): Promise<World> {
    const people = await cast(server)
    const { owner, admin, moderator, ann, ben, guest, bot, organizationId } = people
    const gwen = await people.person({ role: 'guest', fullName: 'Gwen Guest', channels: 'none' })
    const onlooking = [owner, admin, moderator, ann, ben, guest, gwen, bot]
    // Comes and goes, and cannot look meanwhile.
    const vic = await people.person({ fullName: 'Vic Victim' })
    const model = await readModel(server, organizationId)
    const titles = ['owner', 'administrator', 'moderator', 'Ann', 'Ben', 'guest', 'Gwen', 'bot']
    const onlookers = await Promise.all(
      onlooking.map(async (person, at): Promise<Onlooker> => {
        const queue = await register(person, undefined, everything)
        const isGuest = person === guest || person === gwen
        const wide = { ...everything, all_public_streams: true, fetch_event_types: [] }
        const wideQueue = isGuest ? null : await register(person, ['message'], wide)
        const user = model.users.get(person.id)
        if (!user) throw new Error('The model lacks somebody.')
        const sets = {
          everKnown: new Set<number>(),
          everRead: new Set<number>(),
          everSeen: new Set<number>(),
        }
        return {
          title: titles[at] ?? '',
          person,
          user,
          queue,
          wideQueue,
          events: [],
          ...sets,
          came: new Map(),
          everWords: new Set(),
        }
      }),
    )
    const world = new World(server, chance, people, [...onlooking, vic], model, onlookers)
    world.#newestMessage = Math.max(0, ...model.messages.keys())
    world.#remember()
    return world
  }

  /** A word that stands nowhere else. */
  word(): string {
    return `w${this.people.organizationId}x${this.#count++}`
  }

  /** Somebody by chance; mostly the owner, so that more is done than refused. */
  anybody(): Person {
    return this.chance.isTrue(35) ? this.people.owner : this.chance.one(this.persons)
  }

  channel(): ModelChannel {
    return this.chance.one([...this.model.channels.values()])
  }

  /** A value for a permission: a system group, another one, or some people. */
  holders(): Holders {
    const names = ['role:nobody', 'role:moderators', 'role:members']
    if (this.chance.isTrue(50)) return this.systemGroup(this.chance.one(names))
    const active = [...this.model.groups].filter(([, { isDeactivated }]) => !isDeactivated).map(([id]) => id)
    if (active.length > 0 && this.chance.isTrue(50)) return this.chance.one(active)
    const members = this.chance.some(this.persons, 30).map(({ id }) => id)
    const subgroups = this.chance.some(active, 30)
    if (members.length === 0 && subgroups.length === 0) return this.systemGroup('role:nobody')
    return { direct_members: members, direct_subgroups: subgroups }
  }

  systemGroup(name: string): number {
    const found = [...this.model.systemGroups].find(([, one]) => one === name)
    if (!found) throw new Error(`There is no ${name}.`)
    return found[0]
  }

  /**
   * Does something; when that succeeds, tells the model. Whatever it said in channels and conversations, the
   * model learns from the bare rows.
   */
  async do(
    title: string,
    request: Request,
    change: (body: Record<string, unknown>) => unknown = () => {},
  ): Promise<void> {
    const { status, body } = await request
    this.log.push(`${title}: ${status === 200 ? 'done' : body.msg}`)
    if (status >= 500) throw new Error(`${title} answered ${status}.`)
    if (status === 200) await change(body)
    await this.#readMessages()
    this.#remember()
  }

  /** Where messages are now, and who has them: a move is more than the model can tell. */
  async readPlaces(): Promise<void> {
    const rows = await this.#server.core.db.query<MessageFacts & { holders: number[] }>(
      allMessages(this.people.organizationId),
    )
    for (const { id, channelId, topic, holders } of rows) {
      const message = this.model.messages.get(id)
      if (message) Object.assign(message, { channelId, topic, holders: new Set(holders) })
    }
  }

  async #readMessages(): Promise<void> {
    const { model } = this
    const rows = await this.#server.core.db.query<MessageFacts>(sql`
      ${messageFacts} WHERE m.organization_id = ${this.people.organizationId} AND m.id > ${this.#newestMessage}
      ORDER BY m.id`)
    for (const row of rows) {
      const receivers =
        row.channelId === null ? row.participants : model.channels.get(row.channelId)?.subscribers
      const holders = new Set([...(receivers ?? [])].filter((id) => model.users.get(id)?.isActive))
      this.model.messages.set(row.id, { ...row, holders })
      const sender = model.users.get(row.senderId)
      for (const { user, came } of this.onlookers) {
        if (!holders.has(user.id)) continue
        const isNamed = !sender || seesUser(model, user, sender)
        came.set(row.id, shownName(model, row.senderId, isNamed ? (sender?.name ?? '') : 'Unknown user'))
      }
      if (row.channelId !== null && model.channels.get(row.channelId)?.isPrivate === false) {
        this.saidPublicly.set(row.id, shownName(model, row.senderId, sender?.name ?? ''))
      }
      this.#newestMessage = row.id
    }
  }

  /** Notes what everybody may know now: what comes as an event must have been so at some time. */
  #remember(): void {
    const { model } = this
    for (const { user, everKnown, everRead, everSeen, everWords } of this.onlookers) {
      const learn = (text: string) => {
        for (const word of wordsIn(text)) everWords.add(word)
      }
      for (const channel of model.channels.values()) {
        if (!knows(model, user, channel)) continue
        everKnown.add(channel.id)
        learn(channel.name)
      }
      for (const message of model.messages.values()) {
        if (!readsMessage(model, user, message)) continue
        everRead.add(message.id)
        learn(message.content)
      }
      for (const other of model.users.values()) if (seesUser(model, user, other)) everSeen.add(other.id)
    }
  }
}

/** A client that knows all there is to know. */
export const everything = {
  include_subscribers: 'true',
  client_gravatar: false,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: false,
    stream_typing_notifications: true,
    user_settings_object: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
  },
}

interface MessageFacts {
  readonly id: number
  readonly channelId: number | null
  readonly topic: string
  readonly content: string
  readonly senderId: number
  readonly participants: readonly number[]
}

const messageFacts = sql`
  SELECT m.id, m.channel_id, m.topic, m.content, m.sender_id, coalesce(g.participant_ids, '{}') AS participants
  FROM message m LEFT JOIN direct_message_group g ON g.id = m.direct_message_group_id`

const allMessages = (organizationId: number) => sql`
  SELECT facts.*, array(SELECT user_id FROM user_message um WHERE um.message_id = facts.id) AS holders
  FROM (${messageFacts} WHERE m.organization_id = ${organizationId}) facts`

/** The organization as it was made, from bare rows. */
async function readModel(server: TestServer, organizationId: number): Promise<Model> {
  const { db } = server.core
  const users = await db.query<ModelUser>(sql`
    SELECT id, full_name AS name, role, bot_type IS NOT NULL AS is_bot, is_active FROM "user"
    WHERE organization_id = ${organizationId} ORDER BY id`)
  const systemGroups = await db.query<{ id: number; name: string }>(sql`
    SELECT id, name FROM user_group WHERE organization_id = ${organizationId} AND kind = 'system'`)
  const channels = await db.query<{ id: number; name: string; subscribers: number[] }>(sql`
    SELECT id, name, array(SELECT user_id FROM subscription s WHERE s.channel_id = c.id AND s.active) AS subscribers
    FROM channel c WHERE organization_id = ${organizationId} ORDER BY id`)
  const messages = await db.query<MessageFacts & { holders: number[] }>(allMessages(organizationId))
  const nobody = systemGroups.find(({ name }) => name === 'role:nobody')?.id ?? -1
  return {
    users: new Map(users.map((user) => [user.id, user])),
    systemGroups: new Map(systemGroups.map(({ id, name }) => [id, name])),
    groups: new Map(),
    channels: new Map(
      channels.map(({ id, name, subscribers }) => [
        id,
        {
          ...{ id, name, isPrivate: false, isWebPublic: false, sharesHistory: true, isArchived: false },
          ...{ administer: nobody, add: nobody, subscribe: nobody, subscribers: new Set(subscribers) },
        },
      ]),
    ),
    messages: new Map(messages.map((row) => [row.id, { ...row, holders: new Set(row.holders) }])),
    limitsGuests: false,
    admitsVisitors: false,
  }
}
