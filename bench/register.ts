import type pg from 'pg'
import { call } from './client.ts'
import { withHost } from './host.ts'
import { seedLarge, size } from './large-organization.ts'
import { measureInTurns, report } from './measure.ts'
import type { Seeded } from './seed.ts'

const RUNS = 40

type Row = Record<string, unknown>

/** The rows that a snapshot is made of, read by nothing but SQL, a statement each. */
async function bareRows(pool: pg.Pool, { organizationId, ownerId }: Seeded): Promise<readonly Row[][]> {
  const statements: readonly (readonly [name: string, text: string, values: readonly unknown[]])[] = [
    ['organization', 'SELECT * FROM organization WHERE id = $1', [organizationId]],
    [
      'users',
      `SELECT id, delivery_email, full_name, role, is_active, date_joined, is_imported_stub, is_deleted, bot_type,
        bot_owner_id, is_system_bot, email_address_visibility, timezone, avatar_source, avatar_version
       FROM "user" WHERE organization_id = $1 ORDER BY id`,
      [organizationId],
    ],
    [
      'channels',
      `SELECT c.*, s.is_muted, s.color, s.pin_to_top, s.active FROM channel c
        LEFT JOIN subscription s ON s.channel_id = c.id AND s.user_id = $2 WHERE c.organization_id = $1 ORDER BY c.id`,
      [organizationId, ownerId],
    ],
    [
      'groups',
      `SELECT * FROM user_group WHERE organization_id = $1 AND kind <> 'anonymous'`,
      [organizationId],
    ],
    [
      'unread',
      `SELECT m.id, m.channel_id, m.topic, m.direct_message_group_id, um.flags
       FROM user_message um JOIN message m ON m.id = um.message_id
       WHERE um.user_id = $1 AND um.flags & 1 = 0 ORDER BY um.message_id DESC LIMIT 50001`,
      [ownerId],
    ],
    ['starred', 'SELECT message_id FROM user_message WHERE user_id = $1 AND flags & 2 <> 0', [ownerId]],
  ]
  const read: Row[][] = []
  for (const [name, text, values] of statements) {
    read.push((await pool.query<Row>({ name, text, values: [...values] })).rows)
  }
  return read
}

/** What a client is told that was away while 100 messages were sent, beside registering anew. */
async function compareChanges(port: number, { authorization }: Seeded, whole: Row): Promise<void> {
  const post = (path: string, type: string, body: string) =>
    call(
      port,
      'POST',
      path,
      { authorization, 'content-type': type, 'content-length': String(body.length) },
      body,
    )
  for (let i = 0; i < 100; i++) {
    const body = `type=stream&to=general&topic=topic ${i % 10}&content=Message number ${i}, with a few words in it.`
    await post('/api/v1/messages', 'application/x-www-form-urlencoded', body)
  }
  const query = `{ changes(after: ${whole.last_event_id}) { refusal lastEventId events { id payload } } }`
  const changes = await post('/graphql', 'application/json', JSON.stringify({ query }))
  if (JSON.parse(changes).data.changes.events.length < 100) throw new Error('Changes are missing.')
  const ratio = Buffer.byteLength(JSON.stringify(whole)) / Buffer.byteLength(changes)
  console.log(
    `  what 100 messages have changed: ${Buffer.byteLength(changes)} bytes, ${ratio.toFixed(0)} times fewer than everything`,
  )
}

/** POST /register in a large organization, whole and in parts, beside reading the same rows and writing the same text. */
export async function benchRegister(): Promise<void> {
  await withHost(async ({ core, port, pool }) => {
    const seeded = await seedLarge(core)
    const register = (parameters: Readonly<Record<string, unknown>>) => {
      const body = new URLSearchParams(
        Object.entries(parameters).map(([name, value]) => [name, JSON.stringify(value)]),
      ).toString()
      const headers = {
        authorization: seeded.authorization,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
      }
      return call(port, 'POST', '/api/v1/register', headers, body)
    }
    const whole = JSON.parse(await register({}))
    console.log(
      `\nAn organization of ${size.users} users and ${size.channels} channels; ${size.unread} unread messages for the one who registers.`,
    )
    const parts: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ['everything', {}],
      [
        'channels, messages and flags',
        { fetch_event_types: ['subscription', 'message', 'update_message_flags'] },
      ],
      ['users', { fetch_event_types: ['realm_user'] }],
      ['the organization and personal settings', { fetch_event_types: ['realm', 'user_settings'] }],
    ]
    for (const [name, parameters] of parts) {
      console.log(`  ${name}: ${Buffer.byteLength(await register(parameters))} bytes`)
    }
    await compareChanges(port, seeded, whole)
    const measured = await measureInTurns(
      [
        ...parts.map(([name, parameters]) => ({ name: `Parley: ${name}`, run: () => register(parameters) })),
        {
          name: 'the same rows by SQL, and JSON.stringify',
          run: async () => {
            await bareRows(pool, seeded)
            return JSON.stringify(whole)
          },
        },
      ],
      RUNS,
      5,
      10,
    )
    const [ours, ...others] = measured
    const bare = others.pop()
    if (!ours || !bare) throw new Error('Nothing was measured.')
    report({
      title: 'POST /register (at most 4 is the aim, and 300 ms)',
      unit: 'ms',
      ours,
      baselines: [bare],
    })
    for (const part of others)
      report({
        title: 'POST /register of a part, beside the whole',
        unit: 'ms',
        ours: part,
        baselines: [ours],
      })
  })
}
