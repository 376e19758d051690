import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { type RoleName, roles } from '../../src/contract/roles.ts'
import { apiKeyHash, drawApiKey } from '../../src/credentials/api-keys.ts'
import { createOrganization } from '../../src/organizations/create-organization.ts'
import { insertUser } from '../../src/users/insert-user.ts'
import { Actor } from './actor.ts'
import type { TestServer } from './server.ts'

/** Somebody in a test's organization. */
export class Person extends Actor {
  readonly id: number
  readonly fullName: string

  constructor(identity: ConstructorParameters<typeof Actor>[0], id: number, fullName: string) {
    super(identity)
    this.id = id
    this.fullName = fullName
  }

  get email(): string {
    return this.identity.email
  }

  /** The same person on another node. */
  override on(port: number): Person {
    return new Person({ ...this.identity, port }, this.id, this.fullName)
  }
}

/** How a person of the cast differs from an ordinary member. */
export interface PersonTraits {
  readonly role?: RoleName
  readonly fullName?: string
  readonly email?: string
  /** 1 everybody, 2 members, 3 administrators, 4 nobody, 5 moderators. */
  readonly emailAddressVisibility?: number
  readonly avatarSource?: 'G' | 'J'
  readonly bot?: { readonly owner: Person; readonly type?: number }
  /** Subscribed to nothing unless told: by default, to `general` and `sandbox`. */
  readonly channels?: 'none'
}

/** An organization of a test's own, with its people. */
export interface Cast {
  readonly organizationId: number
  readonly host: string
  /** Olivia, who made the organization. */
  readonly owner: Person
  /** Adam, an administrator. */
  readonly admin: Person
  /** Mona, a moderator. */
  readonly moderator: Person
  /** Ann and Ben, members. */
  readonly ann: Person
  readonly ben: Person
  /** Gus, a guest who is subscribed to nothing. */
  readonly guest: Person
  /** Robby, a generic bot of Ann's, subscribed to nothing. */
  readonly bot: Person
  /** The ids of the first channels. */
  readonly general: number
  readonly sandbox: number
  /** Adds a person. */
  person(traits?: PersonTraits): Promise<Person>
}

const firstNames = ['Carla', 'Dan', 'Emma', 'Finn', 'Hanna', 'Ivan', 'Judy', 'Karl', 'Lena', 'Nora', 'Otto']

/**
 * Makes an organization with a fixed cast. People are written directly, everything else is for the
 * test to do.
 *
 * @param subdomain the root organization's for clients that cannot name a host; drawn unless told
 */
export async function cast(
  server: TestServer,
  subdomain = `t${randomBytes(5).toString('hex')}`,
): Promise<Cast> {
  const { core, port } = server
  const publicHost = new URL(core.config.publicUrl).host
  const host = subdomain === '' ? publicHost : `${subdomain}.${publicHost}`
  const created = await createOrganization(core.db, {
    subdomain,
    name: 'Test',
    ownerEmail: 'olivia@parley.example',
    ownerName: 'Olivia Owner',
    ownerPasswordHash: 'no password',
  })
  if (!created) throw new Error('The subdomain is taken.')
  const { organizationId } = created
  const channels = await core.db.query<{ id: number; name: string }>(
    sql`SELECT id, name FROM channel WHERE organization_id = ${organizationId}`,
  )
  const channelId = (name: string) => channels.find((channel) => channel.name === name)?.id ?? -1
  let count = 0

  async function person(traits: PersonTraits = {}): Promise<Person> {
    count++
    const firstName = firstNames[count % firstNames.length] ?? 'Somebody'
    const fullName = traits.fullName ?? `${firstName} ${count}`
    const email = traits.email ?? `${fullName.toLowerCase().replace(/\W+/g, '.')}@parley.example`
    const apiKey = drawApiKey()
    const systemGroups = await core.systemGroups.of(core.db, organizationId)
    const user = await core.db.transaction('read committed', async (tx) => {
      const row = await insertUser(
        tx,
        {
          organizationId,
          deliveryEmail: email,
          fullName,
          role: roles[traits.role ?? 'member'],
          emailAddressVisibility: traits.emailAddressVisibility ?? 1,
          avatarSource: traits.avatarSource ?? 'J',
          ...(traits.bot ? { botType: traits.bot.type ?? 1, botOwnerId: traits.bot.owner.id } : {}),
        },
        systemGroups,
        true,
      )
      await tx.query(sql`INSERT INTO api_key (user_id, hash) VALUES (${row.id}, ${apiKeyHash(apiKey)})`)
      if (traits.channels !== 'none') {
        await tx.query(sql`
          INSERT INTO subscription (user_id, channel_id)
          SELECT ${row.id}, channel_id FROM default_channel WHERE organization_id = ${organizationId}`)
        await tx.query(sql`
          UPDATE channel SET subscriber_count = subscriber_count + 1
          WHERE id IN (SELECT channel_id FROM default_channel WHERE organization_id = ${organizationId})`)
      }
      return row
    })
    return new Person({ port, host, email, apiKey }, user.id, fullName)
  }

  const owner = new Person(
    { port, host, email: 'olivia@parley.example', apiKey: created.ownerApiKey },
    created.ownerId,
    'Olivia Owner',
  )
  const ann = await person({ fullName: 'Ann Lee', email: 'ann@parley.example' })
  return {
    organizationId,
    host,
    owner,
    admin: await person({ role: 'administrator', fullName: 'Adam Admin', email: 'adam@parley.example' }),
    moderator: await person({ role: 'moderator', fullName: 'Mona Moderator', email: 'mona@parley.example' }),
    ann,
    ben: await person({ fullName: 'Ben Ito', email: 'ben@parley.example' }),
    guest: await person({
      role: 'guest',
      fullName: 'Gus Guest',
      email: 'gus@parley.example',
      channels: 'none',
    }),
    bot: await person({
      fullName: 'Robby Bot',
      email: 'robby-bot@parley.example',
      bot: { owner: ann },
      channels: 'none',
    }),
    general: channelId('general'),
    sandbox: channelId('sandbox'),
    person,
  }
}
