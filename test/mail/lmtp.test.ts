import { expect, it } from 'vitest'
import { channel, systemGroup } from '../messages/place.ts'
import { cast } from '../support/cast.ts'
import { addressOf, speak } from '../support/mail-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer({
  PARLEY_MAIL_PORT: '0',
  PARLEY_MAIL_LMTP: 'true',
  PARLEY_MAIL_DOMAIN: 'mail.example.org',
})

it('By LMTP each recipient of a mail has an answer of its own', async () => {
  const people = await cast(server)
  const tea = await channel(people, 'Tea', [people.ann])
  const closed = await channel(people, 'Closed', [people.ann])
  const moderators = await systemGroup(server, people, 'role:moderators')
  await people.owner.patch(`streams/${closed}`, { can_create_topic_group: { new: moderators } }).succeeds()
  const [first, second] = [await addressOf(people.ann, tea), await addressOf(people.ann, closed)]
  const answers = await speak(server, [
    'LHLO test.example',
    'MAIL FROM:<rita@elsewhere.example>',
    `RCPT TO:<${first}>`,
    `RCPT TO:<${second}>`,
    'DATA',
    'Subject: Oolong\r\n\r\nHi\r\n.',
  ])
  expect(answers.join('\n')).toMatch(/\n250 Posted\r?\n550 No mail is taken for this address/)
})
