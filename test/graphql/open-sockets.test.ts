import sql from 'sql-template-tag'
import { beforeEach, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'
import { openSocket } from '../support/socket.ts'

const server = testServer()
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

/** Runs one query over an open socket; resolves with its result. */
async function ask(socket: ReturnType<typeof openSocket>, query: string) {
  const values = socket.iterate({ query })
  const { value } = await values.next()
  await values.return?.()
  return value
}

it('an open websocket does not outlive its API key', async () => {
  const socket = openSocket(people.ann, { lazy: false })
  expect(await ask(socket, '{ viewer { fullName } }')).toEqual({ data: { viewer: { fullName: 'Ann Lee' } } })
  await server.core.db.query(sql`DELETE FROM api_key WHERE user_id = ${people.ann.id}`)
  const { errors } = (await ask(socket, '{ viewer { fullName } }').catch((error: unknown) => ({
    errors: error,
  }))) as {
    errors: { extensions: { code: string } }[]
  }
  expect(errors[0]?.extensions.code).toBe('INVALID_API_KEY')
  await socket.dispose()
})

it('an open websocket sees a new role', async () => {
  const socket = openSocket(people.ann, { lazy: false })
  expect(await ask(socket, '{ viewer { role } }')).toEqual({ data: { viewer: { role: 400 } } })
  await server.core.db.query(sql`UPDATE "user" SET role = 200 WHERE id = ${people.ann.id}`)
  expect(await ask(socket, '{ viewer { role } }')).toEqual({ data: { viewer: { role: 200 } } })
  await socket.dispose()
})
