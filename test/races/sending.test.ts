import { describe, expect, it } from 'vitest'
import { say } from '../messages/place.ts'
import { cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer()

describe.runIf(onPostgres)('At the same time', () => {
  it('several first messages of a topic make their sender follow it once', async () => {
    const { ann, ben } = await cast(server)
    const queue = await register(ann, ['user_topic'], { fetch_event_types: ['user_topic'] })
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        (i % 2 ? ann : ben)
          .post('messages', { type: 'channel', to: 'general', topic: 'tea', content: '@**Ann Lee** Hello' })
          .succeeds(),
      ),
    )
    const policies = replies.map((reply) => reply.automatic_new_visibility_policy)
    expect(policies.filter((policy) => policy === 3).length).toBeLessThanOrEqual(2)
    expect(await queue.take()).toMatchObject([{ topic_name: 'tea', visibility_policy: 3 }])
    await queue.replayEqualsFreshRegister()
  })

  it('votes are counted once for each voter', async () => {
    const { ann, ben, admin } = await cast(server)
    const id = await say(ann, 'general', 'tea', '/poll Tea?\nYes')
    const queue = await register(ann, ['submessage'])
    const CHANGE = `mutation ($input: ChangeWidgetInput!) {
      changeWidget(input: $input) { message { poll { options { text voterDatabaseIds } } } }
    }`
    const vote = { optionKey: 'canned,0', isFor: true }
    await Promise.all(
      [ann, ben, admin, ben, ann, admin].map((person) =>
        person.graphql(CHANGE, { input: { messageDatabaseId: id, vote } }),
      ),
    )
    await Promise.all(
      [ann, ben].map((person) =>
        person.graphql(CHANGE, { input: { messageDatabaseId: id, newOption: 'No' } }),
      ),
    )
    const { changeWidget } = await ann.graphql(CHANGE, { input: { messageDatabaseId: id, vote } })
    expect(changeWidget.message.poll.options).toEqual([
      { text: 'Yes', voterDatabaseIds: [ann.id, ben.id, admin.id].sort((left, right) => left - right) },
      { text: 'No', voterDatabaseIds: [] },
    ])
    expect(await queue.take()).toHaveLength(4)
  })
})
