import sql, { join, raw } from 'sql-template-tag'
import type { SystemGroupName } from '../../src/contract/system-groups.ts'
import type { SystemGroupIds } from '../../src/groups/system-group-ids.ts'
import { setPermissionOn, setSettingsOn } from '../channels/support.ts'
import { makeGroup } from '../groups/support.ts'
import type { Person } from '../support/cast.ts'
import type { TestServer } from '../support/server.ts'
import { personFor, type Refusal, type Staff, staff, type Try } from './matrix.ts'
import { everybody, type Who } from './table.ts'

/** What the channel is: `private` has shared history, `protected` is private, too; archived ones were public. */
const kinds = {
  public: {},
  private: { inviteOnly: true },
  protected: { inviteOnly: true, hidesHistory: true },
  'web-public': { isWebPublic: true },
  archived: { isArchived: true },
  default: { isDefault: true },
} as const
type Kind = keyof typeof kinds

/** What the actor may do there, by the setting. */
const powers = {
  'may administer': 'can_administer_channel_group',
  'may add': 'can_add_subscribers_group',
  'may subscribe': 'can_subscribe_group',
  'may remove': 'can_remove_subscribers_group',
  'may delete any': 'can_delete_any_message_group',
  'may delete own': 'can_delete_own_message_group',
  'may move out': 'can_move_messages_out_of_channel_group',
  'may move within': 'can_move_messages_within_channel_group',
  'may resolve': 'can_resolve_topics_group',
} as const

/** What only some may do there: a system group, or the one who stands for a column. */
const restrictions = {
  'full members post': { setting: 'can_send_message_group', only: 'role:fullmembers' },
  'moderators post': { setting: 'can_send_message_group', only: 'role:moderators' },
  'administrators post': { setting: 'can_send_message_group', only: 'role:administrators' },
  'nobody posts': { setting: 'can_send_message_group', only: 'role:nobody' },
  'the bot’s owner posts': { setting: 'can_send_message_group', only: 'member' },
  'moderators start topics': { setting: 'can_create_topic_group', only: 'role:moderators' },
} as const

/** Which topics it has; as the organization has it unless told. */
const policies = {
  'any topic': 'allow_empty_topic',
  'named topics': 'disable_empty_topic',
  'only the empty topic': 'empty_topic_only',
} as const

type Trait = keyof typeof powers | keyof typeof restrictions | keyof typeof policies

/** What an actor is to a channel, and where in the organization: such as `private, subscribed, may add`. */
export type ChannelRelation =
  `${Kind}${'' | ', subscribed'}${'' | `, ${Trait}`}${'' | ', nobody adds others' | ', topics need names'}`

/** What a {@link ChannelRelation} can be made of. */
export const channelTraits: ReadonlySet<string> = new Set([
  'subscribed',
  ...Object.keys({ ...kinds, ...powers, ...restrictions, ...policies }),
])

/** A channel in which Ben is, and Carl is not, with a message of Ben's to the topic `t`. */
export interface ChannelScene {
  readonly id: number
  readonly name: string
  /** Whether it is private. */
  readonly isPrivate: boolean
  /** In it. */
  readonly insider: Person
  /** Not in it. */
  readonly outsider: Person
}

/** Refusals of what is done with channels. */
export const channelRefusals: Readonly<Record<string, Refusal>> = {
  no: {
    code: 'BAD_REQUEST',
    message:
      /^You do not have permission|^Insufficient permission|^Unable to access channel|^Not authorized to send|^Not subscribed to/,
  },
  // As if the channel did not exist.
  none: { code: 'BAD_REQUEST', message: /^Invalid channel ID$/ },
  gone: { code: 'STREAM_DOES_NOT_EXIST', message: /does not exist$/ },
  // It takes the reading of the channel, too.
  read: { code: 'BAD_REQUEST', message: /^Channel content access is required\.$/ },
  adm: { code: 'UNAUTHORIZED_PRINCIPAL', message: /^Must be an organization administrator$/ },
  own: { code: 'UNAUTHORIZED_PRINCIPAL', message: /^Must be an organization owner$/ },
  // What nobody can do: with archived channels, or with private ones.
  arch: { code: 'BAD_REQUEST', message: /archived/ },
  priv: { code: 'BAD_REQUEST', message: /cannot be private/ },
}

/** A new channel's permissions: who holds them, unless a relation says otherwise. */
const settings = {
  can_administer_channel_group: 'role:nobody',
  can_add_subscribers_group: 'role:nobody',
  can_subscribe_group: 'role:nobody',
  can_remove_subscribers_group: 'role:administrators',
  can_send_message_group: 'role:everyone',
  can_create_topic_group: 'role:everyone',
  can_delete_any_message_group: 'role:nobody',
  can_delete_own_message_group: 'role:nobody',
  can_move_messages_out_of_channel_group: 'role:nobody',
  can_move_messages_within_channel_group: 'role:nobody',
  can_resolve_topics_group: 'role:nobody',
} as const
type Setting = keyof typeof settings
const settingNames = Object.keys(settings) as Setting[] // keys() widens to string.

let count = 0

/** A stage of channels on a test file's server; `people` are there after `open`. */
export class ChannelStage {
  readonly #server: TestServer
  #staff: Staff | undefined
  #holders: ReadonlyMap<Who, number> = new Map()
  #outsider: Person | undefined
  #systemGroups: SystemGroupIds | undefined

  constructor(server: TestServer) {
    this.#server = server
  }

  get people(): Staff {
    if (!this.#staff) throw new Error('The stage is not open yet.')
    return this.#staff
  }

  /** Makes the organization, and for each person a group with them alone. */
  async open(): Promise<void> {
    const people = await staff(this.#server)
    this.#staff = people
    const { core } = this.#server
    this.#systemGroups = await core.systemGroups.of(core.db, people.organizationId)
    this.#outsider = await people.person({ fullName: 'Carl Out', channels: 'none' })
    await setSettingsOn(this.#server)(people, { enableSpectatorAccess: true })
    const holders = new Map<Who, number>()
    for (const who of everybody) {
      const person = personFor(people, who)
      if (person)
        holders.set(who, await makeGroup(people.owner, { name: `only ${who}`, members: [person.id] }))
    }
    this.#holders = holders
  }

  /** Takes the organization's permission to add others away, or the empty topic, for relations that say so. */
  readonly prepare = async (relation: ChannelRelation): Promise<(() => Promise<unknown>) | undefined> => {
    if (relation.endsWith('topics need names')) {
      const setSettings = setSettingsOn(this.#server)
      await setSettings(this.people, { topicsPolicy: 'disable_empty_topic' })
      return () => setSettings(this.people, { topicsPolicy: 'allow_empty_topic' })
    }
    if (!relation.endsWith('nobody adds others')) return undefined
    const setPermission = setPermissionOn(this.#server)
    const { owner } = this.people
    await setPermission(owner.id, 'can_add_subscribers_group', 'role:nobody')
    return () => setPermission(owner.id, 'can_add_subscribers_group', 'role:members')
  }

  /** Writes a channel for each try behind everybody's back. */
  readonly stage = async (tries: readonly Try<string, ChannelRelation>[]): Promise<ChannelScene[]> => {
    if (tries.length === 0) return []
    const { db } = this.#server.core
    const { organizationId, ben } = this.people
    const wanted = tries.map(({ who, relation }) => {
      const [kind, ...traits] = relation.split(', ')
      const plain = {
        inviteOnly: false,
        hidesHistory: false,
        isWebPublic: false,
        isArchived: false,
        isDefault: false,
      }
      const person = personFor(this.people, who)
      return {
        name: `channel of the ${who} ${count++}`,
        ...plain,
        ...kinds[kind as Kind], // A relation begins with one.
        subscriber: traits.includes('subscribed') ? person : null,
        topicsPolicy: Object.entries(policies).find(([trait]) => traits.includes(trait))?.[1] ?? 'inherit',
        held: this.#heldBy(who, traits),
      }
    })
    const rows = wanted.map(
      ({ name, inviteOnly, hidesHistory, isWebPublic, isArchived, topicsPolicy, held }) => {
        const groups = settingNames.map(
          (setting) => sql`${held.get(setting) ?? this.#idOf(settings[setting])}::int`,
        )
        return sql`(${organizationId}, ${name}, ${inviteOnly}, ${!hidesHistory}, ${isWebPublic}, ${isArchived}, ${topicsPolicy}, 1, ${join(groups)})`
      },
    )
    const made = await db.query<{ id: number; name: string }>(sql`
      INSERT INTO channel (organization_id, name, invite_only, history_public_to_subscribers, is_web_public, is_archived,
        topics_policy, subscriber_count, ${join(settingNames.map((setting) => raw(`${setting}_id`)))})
      VALUES ${join(rows)} RETURNING id, name`)
    const idOf = new Map(made.map(({ id, name }) => [name, id]))
    const ids = wanted.map(({ name }) => idOf.get(name) ?? -1)
    const inside = wanted.flatMap(({ subscriber }, at) =>
      subscriber ? [{ id: ids[at], user: subscriber.id }] : [],
    )
    await db.query(sql`
      INSERT INTO subscription (channel_id, user_id)
      SELECT * FROM unnest(${[...ids, ...inside.map(({ id }) => id)]}::int[],
        ${[...ids.map(() => ben.id), ...inside.map(({ user }) => user)]}::int[])`)
    await db.query(
      sql`UPDATE channel SET subscriber_count = 2 WHERE id = ANY(${inside.map(({ id }) => id)}::int[])`,
    )
    await db.query(sql`
      WITH sent AS (
        INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
        SELECT ${organizationId}, ${ben.id}, id, 't', 'Hi', '<p>Hi</p>', 'test' FROM unnest(${ids}::int[]) given(id)
        RETURNING id, channel_id
      ), first AS (
        UPDATE channel SET first_message_id = sent.id FROM sent WHERE channel.id = sent.channel_id
      )
      INSERT INTO user_message (user_id, message_id)
      SELECT s.user_id, sent.id FROM sent JOIN subscription s ON s.channel_id = sent.channel_id`)
    const defaults = ids.filter((_, at) => wanted[at]?.isDefault)
    await db.query(sql`
      INSERT INTO default_channel (channel_id, organization_id) SELECT unnest(${defaults}::int[]), ${organizationId}`)
    const outsider = this.#outsider ?? ben
    return wanted.map(({ name, inviteOnly }, at) => ({
      id: ids[at] ?? -1,
      name,
      isPrivate: inviteOnly,
      insider: ben,
      outsider,
    }))
  }

  #heldBy(who: Who, traits: readonly string[]): Map<Setting, number> {
    const held = new Map<Setting, number>()
    const own = this.#holders.get(who)
    for (const [trait, setting] of Object.entries(powers)) {
      if (traits.includes(trait) && own !== undefined) held.set(setting, own)
    }
    for (const [trait, { setting, only }] of Object.entries(restrictions)) {
      if (!traits.includes(trait)) continue
      held.set(setting, only === 'member' ? (this.#holders.get(only) ?? -1) : this.#idOf(only))
    }
    return held
  }

  #idOf(name: SystemGroupName): number {
    if (!this.#systemGroups) throw new Error('The stage is not open yet.')
    return this.#systemGroups.idOf[name]
  }

  /** Everything about the channels that an action could change. */
  readonly state = async (scenes: readonly ChannelScene[]): Promise<unknown[]> => {
    const rows = await this.#server.core.db.query<{ id: number }>(sql`
      SELECT c.*, d.channel_id IS NOT NULL AS is_default,
        (SELECT jsonb_agg(s ORDER BY s.user_id) FROM subscription s WHERE s.channel_id = c.id) AS subscriptions,
        (SELECT jsonb_agg(t ORDER BY t.user_id) FROM user_topic t WHERE t.channel_id = c.id) AS topics,
        (SELECT array_agg(m.id ORDER BY m.id) FROM message m WHERE m.channel_id = c.id) AS messages
      FROM channel c LEFT JOIN default_channel d ON d.channel_id = c.id
      WHERE c.id = ANY(${scenes.map(({ id }) => id)}::int[])`)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return scenes.map(({ id }) => byId.get(id))
  }
}
