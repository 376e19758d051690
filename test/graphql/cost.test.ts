import { getIntrospectionQuery } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { openSocket } from '../support/socket.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

/** Users within channels within users, ever deeper. */
function nested(depth: number): string {
  const inner = depth === 0 ? 'databaseId' : `channels { subscribers { ${nested(depth - 1)} } }`
  return inner
}

const tooDeep = `{ users { ${nested(9)} } }`
const tooWide = `{ users { ${nested(2)} } }`

describe('a query that would cost too much', () => {
  it.each([
    ['too deep', tooDeep],
    ['too wide', tooWide],
  ])('is refused before it runs and told its cost: %s', async (_, query) => {
    const { data, errors } = await people.ann.graphqlResult(query)
    expect(data).toBeUndefined()
    expect(errors[0].extensions).toMatchObject({
      code: 'QUERY_TOO_COSTLY',
      cost: expect.any(Number),
      maximum_cost: expect.any(Number),
      depth: expect.any(Number),
      maximum_depth: expect.any(Number),
    })
  })

  it('is refused over a websocket, too', async () => {
    const socket = openSocket(people.ann)
    const values = socket.iterate({ query: tooDeep })
    const errors = await values.next().then(
      ({ value }) => value.errors,
      (error: unknown) => error,
    )
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY' } }])
    await socket.dispose()
  })
})

describe('a query within the bounds', () => {
  it('runs', async () => {
    const { users } = await people.ann.graphql('{ users { databaseId channels { databaseId } } }')
    expect(users.length).toBeGreaterThan(5)
  })

  it('can be the introspection that tools begin with', async () => {
    const { __schema } = await people.ann.graphql(getIntrospectionQuery())
    expect(__schema.types.length).toBeGreaterThan(50)
  })
})
