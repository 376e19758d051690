import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let people: Cast

beforeAll(async () => {
  people = await cast(server)
})

describe('a value that no column can hold', () => {
  it('is the request’s fault over GraphQL', async () => {
    const { errors } = await people.ann.graphqlResult(
      'query ($name: String!) { channel(name: $name) { name } }',
      {
        name: 'a\0b',
      },
    )
    expect(errors[0].extensions).toMatchObject({ code: 'BAD_REQUEST', status: 400 })
  })

  it('is the request’s fault over REST', async () => {
    await people.ann.get('get_stream_id', { stream: 'a\0b' }).fails('BAD_REQUEST')
    await people.ann
      .post('messages/flags', { messages: [2 ** 40], op: 'add', flag: 'read' })
      .fails('BAD_REQUEST')
    await people.ann.get('users', { user_ids: [2 ** 40] }).fails('BAD_REQUEST')
    await people.ann
      .get(`users/${2 ** 40}`)
      .fails(undefined, undefined, 404)
      .catch(async () => {
        await people.ann.get(`users/${2 ** 40}`).fails('BAD_REQUEST')
      })
  })
})
