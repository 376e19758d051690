import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { say } from '../messages/place.ts'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer({ PARLEY_WEB_PUBLIC_CHANNELS: 'false' })
let people: Cast
let visitor: Visitor

/** As it is where the server once had web-public channels, and has no longer. */
beforeAll(async () => {
  people = await cast(server)
  visitor = new Visitor({ host: people.host, port: server.port })
  const { organizationId, general, ann } = people
  await say(ann, general, 'tea', 'Hello')
  await server.core.db.query(sql`UPDATE channel SET is_web_public = true WHERE id = ${general}`)
  await server.core.db.query(sql`
    UPDATE organization SET settings = settings || '{"enableSpectatorAccess": true}' WHERE id = ${organizationId}`)
})

describe('A server without web-public channels shows visitors nothing', () => {
  it('over REST', async () => {
    const narrow = JSON.stringify([{ operator: 'channels', operand: 'web-public' }])
    const asked = { narrow, anchor: 'newest', num_before: 10, num_after: 0 }
    await visitor.get('messages', asked).fails('UNAUTHORIZED', undefined, 401)
    await visitor.get(`users/me/${people.general}/topics`).fails('BAD_REQUEST', 'Invalid channel ID')
    await visitor.post('register', { client_gravatar: false }).fails('UNAUTHORIZED', undefined, 401)
  })

  it('in GraphQL', async () => {
    expect(await visitor.graphql('{ channels { name } }')).toEqual({ channels: [] })
    await expect(
      visitor.graphql(`{ channel(databaseId: ${people.general}) { name } }`),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
