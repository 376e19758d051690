import sql from 'sql-template-tag'
import { ensureDirectMessageGroup } from '../../src/direct-messages/find-group.ts'
import { setPermissionOn, setSettingsOn } from '../channels/support.ts'
import type { TestServer } from '../support/server.ts'
import { type ChannelRelation, type ChannelScene, ChannelStage, channelTraits } from './channel-stage.ts'
import { personFor, type Refusal, type Staff, type Try } from './matrix.ts'

/** What a message is, where it is not Ben's, new, and received by whoever is subscribed. */
const marks = ['own', 'of the bot', 'received', 'not received'] as const

/** Seconds since a message was sent; the limits are 600 for content and 604800 for places, with 20 more. */
const ages = { 'just in time': 610, late: 630, 'a week old': 604_810, old: 604_830 } as const

/** What the organization is like for a relation. */
const circumstances = {
  'organization grants nothing': { permissions: 'role:nobody' },
  'editing is off': { settings: { allowMessageEditing: false } },
  'receipts are off': { settings: { enableReadReceipts: false } },
  'histories are hidden': { settings: { messageEditHistoryVisibilityPolicy: 'none' } },
  'topics need names': { settings: { topicsPolicy: 'disable_empty_topic' } },
} as const

/** What it is like otherwise: as new ones are (permissions: "Organization permission settings"). */
const usual = {
  permissions: {
    can_delete_any_message_group: 'role:administrators',
    can_delete_own_message_group: 'role:everyone',
    can_move_messages_between_channels_group: 'role:members',
    can_move_messages_between_topics_group: 'role:everyone',
    can_resolve_topics_group: 'role:everyone',
  },
  settings: {
    allowMessageEditing: true,
    enableReadReceipts: true,
    messageEditHistoryVisibilityPolicy: 'all',
    topicsPolicy: 'allow_empty_topic',
  },
} as const

/**
 * What an actor is to a message: a channel's relation or `direct`, then what the message is and what the
 * organization is like, as in `public, subscribed, own, late`; `direct, not in it` for others' conversations.
 */
export type MessageRelation = string

/** A message in a channel, as `channel-stage.ts` makes them, or in a conversation. */
export interface MessageScene extends ChannelScene {
  readonly messageId: number
  readonly isDirect: boolean
}

/** Refusals of what is done with messages. */
export const messageRefusals: Readonly<Record<string, Refusal>> = {
  // As if the message, the channel or the topic did not exist.
  none: { code: 'BAD_REQUEST', message: /^Invalid (message\(s\)|channel ID)$|^There is no such topic$/ },
  no: { code: 'BAD_REQUEST', message: /^You don't have permission to (edit|move|delete|resolve)/ },
  late: { code: 'BAD_REQUEST', message: /^The time limit for (editing|moving|deleting) this message/ },
  arch: { code: 'BAD_REQUEST', message: /archived channel/ },
  off: { code: 'BAD_REQUEST', message: /turned off message editing|disabled in this organization$/ },
  post: { code: 'BAD_REQUEST', message: /^Not authorized to send to channel/ },
  start: { code: 'BAD_REQUEST', message: /^You do not have permission to create new topics/ },
  // What direct messages do not have.
  dm: { code: 'BAD_REQUEST', message: /^Direct messages (have|cannot)/ },
}

interface Parsed {
  /** Without what is not of the channel. */
  readonly place: string
  readonly marks: readonly string[]
  readonly age: number
}

function parse(relation: MessageRelation): Parsed {
  const parts = relation.split(', ')
  const own = parts.filter((part) => (marks as readonly string[]).includes(part))
  const [age] = parts.flatMap((part) => ages[part as keyof typeof ages] ?? [])
  const place = parts.filter(
    (part) => !own.includes(part) && !(part in ages) && !(part in circumstances) && part !== 'not in it',
  )
  const unknown = place.find((part) => part !== 'direct' && !channelTraits.has(part))
  if (unknown !== undefined) throw new Error(`There is no relation ${relation}.`)
  const isElsewhere = parts.includes('not in it') ? ['not in it'] : []
  return { place: place.join(', '), marks: [...own, ...isElsewhere], age: age ?? 0 }
}

/** A stage of messages on a test file's server; `people` are there after `open`. */
export class MessageStage {
  readonly #server: TestServer
  readonly #channels: ChannelStage

  constructor(server: TestServer) {
    this.#server = server
    this.#channels = new ChannelStage(server)
  }

  get people(): Staff {
    return this.#channels.people
  }

  /** Makes the organization; everybody in it is subscribed to `general`. */
  async open(): Promise<void> {
    await this.#channels.open()
    const { organizationId, general, owner } = this.people
    await this.#server.core.db.query(sql`
      INSERT INTO subscription (user_id, channel_id)
      SELECT id, ${general} FROM "user" WHERE organization_id = ${organizationId} ON CONFLICT DO NOTHING`)
    await setSettingsOn(this.#server)(this.people, {
      ...usual.settings,
      moderationRequestChannelId: general,
    })
    const setPermission = setPermissionOn(this.#server)
    for (const [name, holders] of Object.entries(usual.permissions))
      await setPermission(owner.id, name, holders)
  }

  /** Makes the organization what the end of a relation says. */
  readonly prepare = async (relation: MessageRelation): Promise<(() => Promise<unknown>) | undefined> => {
    const [found] = Object.entries(circumstances).filter(([name]) => relation.endsWith(name))
    if (!found) return undefined
    const [, wanted] = found
    const setSettings = setSettingsOn(this.#server)
    if ('settings' in wanted) {
      await setSettings(this.people, wanted.settings)
      return () => setSettings(this.people, usual.settings)
    }
    const setPermission = setPermissionOn(this.#server)
    const setAll = async (holdersOf: (usually: string) => string) => {
      for (const [name, usually] of Object.entries(usual.permissions)) {
        await setPermission(this.people.owner.id, name, holdersOf(usually))
      }
    }
    await setAll(() => wanted.permissions)
    return () => setAll((usually) => usually)
  }

  /** Writes a message for each try behind everybody's back. */
  readonly stage = async (tries: readonly Try<string, MessageRelation>[]): Promise<MessageScene[]> => {
    const wanted = tries.map((given) => ({ ...given, ...parse(given.relation) }))
    const isDirect = ({ place }: { readonly place: string }) => place === 'direct'
    const inChannels = await this.#inChannels(wanted.filter((each) => !isDirect(each)))
    const direct = await this.#direct(wanted.filter(isDirect))
    // Each in its turn.
    const scenes = wanted.map((each) => (isDirect(each) ? direct : inChannels).shift() as MessageScene)
    await this.#mark(wanted, scenes)
    return scenes
  }

  async #inChannels(wanted: readonly (Try<string, string> & Parsed)[]): Promise<MessageScene[]> {
    // Checked to be made of its parts.
    const tries = wanted.map(({ place, ...given }) => ({ ...given, relation: place as ChannelRelation }))
    const channels = await this.#channels.stage(tries)
    const rows = await this.#server.core.db.query<{ id: number; channelId: number }>(sql`
      SELECT id, channel_id FROM message WHERE channel_id = ANY(${channels.map(({ id }) => id)}::int[])`)
    const messageOf = new Map(rows.map(({ id, channelId }) => [channelId, id]))
    return channels.map((channel) => ({
      ...channel,
      messageId: messageOf.get(channel.id) ?? -1,
      isDirect: false,
    }))
  }

  /** Messages between the actor and Ben; between two others for who is none of the organization. */
  async #direct(wanted: readonly (Try<string, string> & Parsed)[]): Promise<MessageScene[]> {
    const { db } = this.#server.core
    const { organizationId, ben, host: _, ...others } = this.people
    const outsider = await this.#outsider()
    const groups = new Map<number, number>()
    const scenes: MessageScene[] = []
    for (const { who, marks } of wanted) {
      const person = personFor(this.people, who)
      const other = !person || marks.includes('not in it') ? outsider : person
      const groupId =
        groups.get(other.id) ??
        (await db.transaction('read committed', (tx) =>
          ensureDirectMessageGroup(tx, organizationId, [ben.id, other.id]),
        ))
      groups.set(other.id, groupId)
      const [message] = await db.query<{ id: number }>(sql`
        WITH sent AS (
          INSERT INTO message (organization_id, sender_id, direct_message_group_id, content, rendered_content, sending_client)
          VALUES (${organizationId}, ${ben.id}, ${groupId}, 'Hi', '<p>Hi</p>', 'test') RETURNING id
        ), received AS (
          INSERT INTO user_message (user_id, message_id) SELECT unnest(${[ben.id, other.id]}::int[]), id FROM sent
        )
        SELECT id FROM sent`)
      const place = { id: others.general, name: 'general', isPrivate: false, insider: ben, outsider }
      scenes.push({ ...place, messageId: message?.id ?? -1, isDirect: true })
    }
    return scenes
  }

  #outsiderMade: Staff['ben'] | undefined

  async #outsider(): Promise<Staff['ben']> {
    this.#outsiderMade ??= await this.people.person({ fullName: 'Dora Direct' })
    return this.#outsiderMade
  }

  async #mark(
    wanted: readonly (Try<string, string> & Parsed)[],
    scenes: readonly MessageScene[],
  ): Promise<void> {
    const { db } = this.#server.core
    const { ben, bot } = this.people
    const rows = wanted.map(({ who, marks, age }, at) => {
      const person = personFor(this.people, who)
      const senders = { own: person?.id, 'of the bot': bot.id }
      const [sender] = marks.flatMap((mark) => senders[mark as keyof typeof senders] ?? [])
      return {
        id: scenes[at]?.messageId ?? -1,
        marks,
        userId: person?.id ?? -1,
        sender: sender ?? ben.id,
        age,
      }
    })
    await db.query(sql`
      UPDATE message m SET sender_id = given.sender, date_sent = now() - make_interval(secs => given.age),
        content = 'Message ' || given.id || '.', rendered_content = '<p>Message ' || given.id || '.</p>'
      FROM unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ sender }) => sender)}::int[],
        ${rows.map(({ age }) => age)}::int[]) AS given(id, sender, age) WHERE m.id = given.id`)
    const pairs = (mark: (typeof marks)[number]) => {
      const some = rows.filter((row) => row.marks.includes(mark))
      return sql`SELECT * FROM unnest(${some.map(({ userId }) => userId)}::int[], ${some.map(({ id }) => id)}::int[])`
    }
    await db.query(
      sql`INSERT INTO user_message (user_id, message_id) ${pairs('received')} ON CONFLICT DO NOTHING`,
    )
    await db.query(sql`DELETE FROM user_message WHERE (user_id, message_id) IN (${pairs('not received')})`)
  }

  /** Gives messages another topic. */
  async rename(messageIds: readonly number[], topic: string): Promise<void> {
    await this.#server.core.db.query(sql`
      UPDATE message SET topic = ${topic} WHERE id = ANY(${messageIds}::int[])`)
  }

  /** Puts messages into `general`, each into a topic of its own; their channels keep another in their stead. */
  async bringTogether(messageIds: readonly number[]): Promise<void> {
    const { db } = this.#server.core
    await db.query(sql`
      INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
      SELECT organization_id, sender_id, channel_id, 't', 'Hi', '<p>Hi</p>', 'test'
      FROM message WHERE id = ANY(${messageIds}::int[])`)
    await db.query(sql`
      UPDATE message SET channel_id = ${this.people.general}, topic = 'common ' || id
      WHERE id = ANY(${messageIds}::int[])`)
  }

  /** Everything about the messages that an action could change, or tell. */
  readonly state = async (scenes: readonly MessageScene[]): Promise<unknown[]> => {
    const { general, organizationId } = this.people
    const rows = await this.#server.core.db.query<{ id: number }>(sql`
      WITH reported AS (
        SELECT (regexp_match(content, 'Message (\\d+)\\.'))[1]::int AS id, count(*) AS times FROM message
        WHERE channel_id = ${general} AND topic LIKE 'Reports %' GROUP BY 1
      ), typed AS (
        SELECT (payload ->> 'message_id')::int AS message_id, (payload ->> 'stream_id')::int AS channel_id,
          count(*) AS times
        FROM event WHERE organization_id = ${organizationId} AND type LIKE 'typing%' GROUP BY 1, 2
      )
      SELECT given.id, to_jsonb(m) - 'search_vector' AS message,
        (SELECT jsonb_agg(um ORDER BY um.user_id) FROM user_message um WHERE um.message_id = given.id) AS received,
        (SELECT jsonb_agg(r ORDER BY r.id) FROM reaction r WHERE r.message_id = given.id) AS reactions,
        (SELECT jsonb_agg(s ORDER BY s.id) FROM submessage s WHERE s.message_id = given.id) AS submessages,
        (SELECT count(*) FROM message n WHERE n.channel_id = given.channel_id AND NOT given.is_direct) AS messages,
        (SELECT times FROM reported WHERE reported.id = given.id) AS reports,
        (SELECT sum(times) FROM typed WHERE typed.message_id = given.id
          OR (typed.channel_id = given.channel_id AND NOT given.is_direct)) AS typing
      FROM unnest(${scenes.map(({ messageId }) => messageId)}::int[], ${scenes.map(({ id }) => id)}::int[],
        ${scenes.map((scene) => scene.isDirect)}::boolean[]) AS given(id, channel_id, is_direct)
        LEFT JOIN message m ON m.id = given.id`)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return scenes.map(({ messageId }) => byId.get(messageId))
  }
}
