import { beforeAll, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'
import { said } from './edit-support.ts'
import { Backstage, channel, say, tell } from './place.ts'

const server = testServer()
let people: Cast
let moderation: number

beforeAll(async () => {
  people = await cast(server)
  const { moderator, ann, ben } = people
  const id = await say(ann, 'general', 'tea', 'Hi')
  await ben
    .post(`messages/${id}/report`, { report_type: 'spam' })
    .fails('BAD_REQUEST', 'Moderation request channel must be specified')
  moderation = await channel(people, 'moderation', [moderator], { invite_only: true })
  await new Backstage(server, people).organizationSetting('moderationRequestChannelId', moderation)
})

describe('POST /messages/{message_id}/report', () => {
  it('tells the moderators who sent what, and where; what is quoted mentions nobody', async () => {
    const { ann, ben, moderator } = people
    const content = 'Buy **this**, @**Mona Moderator**\n```\ncode\n```'
    const id = await say(ann, 'general', 'tea', content)
    const queue = await register(moderator, ['message'])
    await ben.post(`messages/${id}/report`, { report_type: 'spam', description: 'Again @**all**' }).succeeds()
    const [event] = await queue.takeCount(1)
    expect(event).toMatchObject({ flags: [] })
    expect(event?.message).toMatchObject({
      subject: 'Reports about Ann Lee',
      sender_full_name: 'Notification Bot',
    })
    expect(await said(moderator, moderation, 'Reports about Ann Lee')).toEqual([
      [
        `@_**Ben Ito|${ben.id}** reported a message that @_**Ann Lee|${ann.id}** sent to #**general>tea**.`,
        '**Spam**',
        '```quote\nAgain @**all**\n```',
        'The message:',
        `\`\`\`\`quote\n${content}\n\`\`\`\``,
      ].join('\n\n'),
    ])
  })

  it('wants a reason that there is, and words for any other', async () => {
    const { ann, ben, admin } = people
    const id = await tell(ann, [ben], 'Psst')
    const report = (parameters: object) => ben.post(`messages/${id}/report`, { ...parameters })
    await report({}).fails('REQUEST_VARIABLE_MISSING')
    await report({ report_type: 'boring' }).fails('BAD_REQUEST', 'Invalid report_type')
    for (const description of [undefined, ' ']) {
      await report({ report_type: 'other', description }).fails('BAD_REQUEST', /description/)
    }
    await report({ report_type: 'other', description: 'x'.repeat(1001) }).fails('BAD_REQUEST', /too long/)
    await report({ report_type: 'other', description: 'x' }).succeeds()
    await admin
      .post(`messages/${id}/report`, { report_type: 'spam' })
      .fails('BAD_REQUEST', 'Invalid message(s)')
    const mutation =
      'mutation ($input: ReportMessageInput!) { reportMessage(input: $input) { messageDatabaseId } }'
    expect(await ben.graphql(mutation, { input: { messageDatabaseId: id, reason: 'NORMS' } })).toEqual({
      reportMessage: { messageDatabaseId: id },
    })
  })
})
