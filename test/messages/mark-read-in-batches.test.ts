import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { say } from './place.ts'

// Time is over after the first batch.
const server = testServer({ PARLEY_BULK_SECONDS: '0' })

it('POST /mark_all_as_read stops when its time is over, says so, and goes on when it is asked again', async () => {
  const { ann, ben } = await cast(server)
  const first = await say(ann, 'general', 'tea', 'Hi')
  await server.core.db.query(sql`
    WITH many AS (
      INSERT INTO message (organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client)
      SELECT organization_id, sender_id, channel_id, topic, content, rendered_content, sending_client
      FROM message, generate_series(1, 10004) WHERE id = ${first} RETURNING id
    )
    INSERT INTO user_message (user_id, message_id, flags) SELECT ${ben.id}, id, 0 FROM many`)
  const unread = async () => (await register(ben, undefined)).registered.unread_msgs.count
  const queue = await register(ben, undefined)
  for (const left of [5005, 5]) {
    expect(await ben.post('mark_all_as_read').succeeds()).toMatchObject({ complete: false })
    expect(await unread()).toBe(left)
    await queue.replayEqualsFreshRegister()
  }
  // The same key stands for the same work until it is done.
  const mutation = 'mutation ($input: MarkAllReadInput!) { markAllRead(input: $input) { isComplete } }'
  const input = { idempotencyKey: 'once' }
  expect(await ben.graphql(mutation, { input })).toEqual({ markAllRead: { isComplete: true } })
  expect(await unread()).toBe(0)
  await queue.replayEqualsFreshRegister()
  const later = await say(ann, 'general', 'tea', 'Later')
  expect(await ben.graphql(mutation, { input })).toEqual({ markAllRead: { isComplete: true } })
  expect((await ben.get(`messages/${later}`).succeeds()).message.flags).toEqual([])
})
