import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { organizationSettingTable } from '../../src/contract/organization-settings.ts'
import { organizationPermissionSettings } from '../../src/contract/permission-settings.ts'
import { schema } from '../../src/graphql/schema.ts'
import { VERSION } from '../../src/version.ts'
import { type Cast, cast } from '../support/cast.ts'
import { send } from '../support/http.ts'
import { testServer } from '../support/server.ts'
import { openSocket } from '../support/socket.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** Asks without credentials. */
async function visit(query: string) {
  const headers = { host: people.host, 'content-type': 'application/json' }
  const { text } = await send(server.port, 'POST', '/graphql', headers, JSON.stringify({ query }))
  return JSON.parse(text)
}

function fieldsOf(type: string): string[] {
  const object = schema.getType(type)
  return object && 'getFields' in object ? Object.keys(object.getFields()) : []
}

describe('organization', () => {
  it('shows visitors what a login page shows', async () => {
    const { data, errors } = await visit(`{
      organization {
        databaseId name subdomain url description descriptionHtml iconUrl logoUrl dark: logoUrl(dark: true)
        signInMethods hasWebPublicAccess
      }
      server { version featureLevel }
    }`)
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      organization: {
        databaseId: people.organizationId,
        name: 'Test',
        subdomain: people.host.split('.')[0],
        url: `http://${people.host}`,
        description: '',
        descriptionHtml: '',
        iconUrl: expect.stringContaining('https://'),
        logoUrl: '/static/images/logo.svg',
        dark: '/static/images/logo-dark.svg',
        signInMethods: ['PASSWORD'],
        hasWebPublicAccess: false,
      },
      server: { version: VERSION, featureLevel: 500 },
    })
  })

  it.each([
    'organization { uuid }',
    'organization { dateCreated }',
    'organization { settings { topicsPolicy } }',
    'organization { permissions { canCreateGroups } }',
    'server { isDevelopment }',
    'server { allowsWebPublicChannels }',
    'server { dateStarted }',
    'server { emojiNamesUrl }',
    'server { limits { topicLength } }',
    'server { pacing { typingIdleMilliseconds } }',
    'server { permissions { channel { name } } }',
  ])('tells visitors nothing else: %s', async (query) => {
    const { errors } = await visit(`{ ${query} }`)
    expect(errors[0].extensions.code).toBe('UNAUTHORIZED')
    expect(await people.guest.graphql(`{ ${query} }`)).toBeDefined()
  })

  it('has a field for every setting, and every permission', async () => {
    expect(fieldsOf('OrganizationSettings').sort()).toEqual(Object.keys(organizationSettingTable).sort())
    expect(fieldsOf('OrganizationPermissions')).toHaveLength(
      Object.keys(organizationPermissionSettings).length,
    )
    const settings = fieldsOf('OrganizationSettings').join(' ')
    const permissions = fieldsOf('OrganizationPermissions').join(' ')
    const { organization } = await people.ann.graphql(
      `{ organization { settings { ${settings} } permissions { ${permissions} } } }`,
    )
    expect(organization.settings).toMatchObject({
      topicsPolicy: 'ALLOW_EMPTY_TOPIC',
      messageContentEditLimitSeconds: 600,
      uploadQuotaMib: null,
      defaultAvatarSource: 'J',
      mediaPreviewSize: 100,
      jitsiServerUrl: null,
      newChannelAnnouncementsChannelId: people.general,
    })
    const { idOf } = await server.core.systemGroups.of(server.core.db, people.organizationId)
    expect(organization.permissions).toMatchObject({
      canCreateGroups: idOf['role:members'],
      canAccessAllUsersGroup: idOf['role:everyone'],
    })
  })

  it('is a node, and no other organization is', async () => {
    const other = await cast(server)
    const { organization } = await other.ann.graphql('{ organization { id } }')
    const query = 'query ($id: ID!) { node(id: $id) { id ... on Organization { name } } }'
    expect(await other.ann.graphql(query, organization)).toEqual({
      node: { id: organization.id, name: 'Test' },
    })
    expect(await people.ann.graphql(query, organization)).toEqual({ node: null })
  })

  it('shows a change at once on a websocket that was open before', async () => {
    const client = openSocket(people.ann)
    const name = async () => {
      for await (const { data } of client.iterate<{ organization: { name: string } }>({
        query: '{ organization { name } }',
      }))
        return data?.organization.name
    }
    expect(await name()).toBe('Test')
    await server.core.db.query(sql`UPDATE organization SET name = 'New' WHERE id = ${people.organizationId}`)
    expect(await name()).toBe('New')
    await client.dispose()
  })
})
