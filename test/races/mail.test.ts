import { describe, expect, it } from 'vitest'
import { cast } from '../support/cast.ts'
import { addressOf, deliver } from '../support/mail-client.ts'
import { onPostgres, testServer } from '../support/server.ts'

const server = testServer({ PARLEY_MAIL_PORT: '0', PARLEY_MAIL_DOMAIN: 'mail.example.org' })

describe.runIf(onPostgres)('At the same time', () => {
  it('one mail that comes to several nodes makes one message', async () => {
    const { ann, ben, general } = await cast(server)
    const to = await addressOf(ann, general)
    const other = await server.startAnotherNode()
    for (const round of [1, 2, 3]) {
      const mail = { to, subject: 'Oolong', text: 'Hi', messageId: `<${round}@elsewhere.example>` }
      const delivered = await Promise.all(
        Array.from({ length: 8 }, (_, i) => deliver(i % 2 ? server : other, mail)),
      )
      expect(delivered.map(({ code }) => code)).toEqual(delivered.map(() => 250))
      const narrow = [{ operator: 'topic', operand: 'Oolong' }]
      const window = { anchor: 'newest', num_before: 100, num_after: 0, narrow }
      expect((await ben.get('messages', window).succeeds()).messages).toHaveLength(round)
    }
  })

  it('several people who ask for the same address get one, which works', async () => {
    const { ann, general } = await cast(server)
    const addresses = await Promise.all(Array.from({ length: 8 }, () => addressOf(ann, general)))
    expect(new Set(addresses).size).toBe(1)
    expect(await deliver(server, { to: addresses[0] ?? '', text: 'Hi' })).toMatchObject({ code: 250 })
  })
})
