import sql from 'sql-template-tag'
import type { SystemGroupName } from '../../src/contract/system-groups.ts'
import type { Parameters } from '../support/actor.ts'
import type { Cast, Person } from '../support/cast.ts'
import type { TestServer } from '../support/server.ts'

/** Makes a channel with these subscribers, as the organization's owner. */
export async function channel(
  { owner }: Cast,
  name: string,
  subscribers: readonly Person[],
  settings: Parameters = {},
): Promise<number> {
  const { id } = await owner
    .post('channels/create', { name, subscribers: subscribers.map((person) => person.id), ...settings })
    .succeeds()
  return id
}

/** Sends to a topic of a channel; resolves with the message's id. */
export async function say(
  sender: Person,
  to: string | number,
  topic: string,
  content: string,
  more: Parameters = {},
): Promise<number> {
  return (await sender.post('messages', { type: 'channel', to, topic, content, ...more }).succeeds()).id
}

/** Sends a direct message; resolves with its id. */
export async function tell(sender: Person, to: readonly Person[], content: string): Promise<number> {
  const ids = to.map((person) => person.id)
  return (await sender.post('messages', { type: 'direct', to: ids, content }).succeeds()).id
}

/** The id of a system group. */
export async function systemGroup(
  { core }: TestServer,
  { organizationId }: Cast,
  name: SystemGroupName,
): Promise<number> {
  return (await core.systemGroups.of(core.db, organizationId)).idOf[name]
}

/** Writes what is not for this noun's endpoints to change. */
export class Backstage {
  readonly #server: TestServer
  readonly #cast: Cast

  constructor(server: TestServer, cast: Cast) {
    this.#server = server
    this.#cast = cast
  }

  async organizationSetting(name: string, value: unknown): Promise<void> {
    await this.#server.core.db.query(sql`
      UPDATE organization SET settings = settings || ${JSON.stringify({ [name]: value })}::jsonb
      WHERE id = ${this.#cast.organizationId}`)
  }

  async organizationPermission(setting: string, groupId: number): Promise<void> {
    await this.#server.core.db.query(sql`
      UPDATE organization_permission SET group_id = ${groupId}
      WHERE organization_id = ${this.#cast.organizationId} AND setting = ${setting}`)
  }

  async deactivate(person: Person): Promise<void> {
    await this.#server.core.db.query(sql`UPDATE "user" SET is_active = false WHERE id = ${person.id}`)
  }

  async archive(channelId: number): Promise<void> {
    await this.#server.core.db.query(sql`UPDATE channel SET is_archived = true WHERE id = ${channelId}`)
  }

  async mute(person: Person, channelId: number): Promise<void> {
    await this.#server.core.db.query(sql`
      UPDATE subscription SET is_muted = true WHERE user_id = ${person.id} AND channel_id = ${channelId}`)
  }

  /** A named group, with its members and who may mention it. */
  async group(name: string, members: readonly Person[], canMentionGroupId: number): Promise<number> {
    const { db } = this.#server.core
    const [group] = await db.query<{ id: number }>(sql`
      INSERT INTO user_group (organization_id, kind, name, can_mention_group_id)
      VALUES (${this.#cast.organizationId}, 'named', ${name}, ${canMentionGroupId}) RETURNING id`)
    if (!group) throw new Error('An insert returned nothing.')
    const ids = members.map(({ id }) => id)
    await db.query(sql`
      INSERT INTO user_group_member (group_id, user_id) SELECT ${group.id}, unnest(${ids}::int[])`)
    return group.id
  }
}
