import sql from 'sql-template-tag'
import type { Actor } from '../support/actor.ts'
import { register, type TestQueue } from '../support/queue.ts'
import type { TestServer } from '../support/server.ts'

/** Finds the id of a system group in a person's organization. */
export function systemGroupOn(server: TestServer) {
  return async (userId: number, name: string): Promise<number> => {
    const [group] = await server.core.db.query<{ id: number }>(sql`
      SELECT g.id FROM user_group g JOIN "user" u ON u.organization_id = g.organization_id
      WHERE u.id = ${userId} AND g.name = ${name}`)
    if (!group) throw new Error(`There is no ${name}.`)
    return group.id
  }
}

/** Gives a permission of a person's organization to a system group. */
export function setPermissionOn(server: TestServer) {
  const systemGroup = systemGroupOn(server)
  return async (userId: number, setting: string, name: string): Promise<void> => {
    await server.core.db.query(sql`
      UPDATE organization_permission SET group_id = ${await systemGroup(userId, name)}
      WHERE setting = ${setting} AND organization_id = (SELECT organization_id FROM "user" WHERE id = ${userId})`)
  }
}

/** Archives a channel behind everybody's back. */
export function archiveOn(server: TestServer) {
  return (channelId: number) =>
    server.core.db.query(sql`UPDATE channel SET is_archived = true WHERE id = ${channelId}`)
}

/** A client that knows all there is to know of channels, and follows them. */
export function followChannels(person: Actor): Promise<TestQueue> {
  return register(person, ['stream', 'subscription'], {
    include_subscribers: 'true',
    client_capabilities: { notification_settings_null: true, archived_channels: true },
  })
}

/** What of a list of channels tests compare: names in alphabetical order. */
export function namesOf(channels: readonly { name: string }[]): string[] {
  return channels.map(({ name }) => name).sort()
}

/** Stores settings of a cast's organization, by our own names, behind everybody's back. */
export function setSettingsOn(server: TestServer) {
  return (
    { organizationId }: { readonly organizationId: number },
    settings: Readonly<Record<string, unknown>>,
  ) =>
    server.core.db.query(sql`
      UPDATE organization SET settings = settings || ${JSON.stringify(settings)}::jsonb WHERE id = ${organizationId}`)
}
