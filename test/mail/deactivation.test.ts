import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Cast, cast } from '../support/cast.ts'
import { testMailServer } from '../support/mail-server.ts'
import { testServer } from '../support/server.ts'

const mailServer = await testMailServer()
const server = testServer({ PARLEY_SMTP_URL: mailServer.url, PARLEY_MAIL_DOMAIN: 'mail.example.org' })
let people: Cast

beforeEach(async () => {
  people = await cast(server)
})

const soon = { timeout: 20_000, interval: 50 }
const leaver = (name: string) =>
  people.person({ fullName: name, email: `${name.toLowerCase()}-${people.organizationId}@parley.example` })
const waiting = async () =>
  (
    await server.core.db.query(
      sql`SELECT id FROM outgoing_mail WHERE organization_id = ${people.organizationId}`,
    )
  ).length

describe('deactivation_notification_comment', () => {
  it('is mailed to whoever is deactivated, and to nobody else', async () => {
    const { admin, owner, host } = people
    const leo = await leaver('Leo')
    const before = mailServer.taken.length
    const comment = 'Thank you!\n\nBcc: all@parley.example\nBye'
    await admin.delete(`users/${leo.id}`, { deactivation_notification_comment: comment }).succeeds()
    await expect.poll(() => mailServer.to(leo.email).length, soon).toBe(1)
    const [mail] = mailServer.taken.slice(before)
    expect(mail?.to).toEqual([leo.email])
    expect(mail?.from).toBe('noreply@mail.example.org')
    expect(mail?.parsed.subject).toBe('Your account at Test has been deactivated')
    expect(mail?.parsed.text?.trimEnd().split('\n')).toEqual([
      'Hello Leo,',
      '',
      `Adam Admin has deactivated your account at Test (http://${host}). You cannot sign in there any more.`,
      '',
      'Adam Admin writes:',
      '',
      '> Thank you!',
      '> ',
      '> Bcc: all@parley.example',
      '> Bye',
    ])
    expect(await waiting()).toBe(0)
    // There is no direct message in its place.
    await owner.post(`users/${leo.id}/reactivate`).succeeds()
    const direct = {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'dm' }],
    }
    expect((await leo.get('messages', direct).succeeds()).messages).toEqual([])
  })

  it('is mailed without a word when it is empty; without it there is no mail', async () => {
    const { owner } = people
    const [mia, tom] = [await leaver('Mia'), await leaver('Tom')]
    await owner.delete(`users/${tom.id}`).succeeds()
    await owner.delete(`users/${mia.id}`, { deactivation_notification_comment: '' }).succeeds()
    await expect.poll(() => mailServer.to(mia.email).length, soon).toBe(1)
    expect(mailServer.to(mia.email)[0]?.parsed.text).not.toContain('writes')
    expect(mailServer.to(tom.email)).toEqual([])
    expect(await waiting()).toBe(0)
  })

  it('is mailed once when the request is repeated, and not when it is refused or for bots', async () => {
    const { owner, admin, ann, bot } = people
    const zoe = await leaver('Zoe')
    const said = { deactivation_notification_comment: 'Bye' }
    const request = () => owner.request('DELETE', `users/${zoe.id}`, said, { 'Idempotency-Key': 'once' })
    await request().succeeds()
    await request().succeeds()
    await ann.delete(`users/${admin.id}`, said).fails('UNAUTHORIZED_PRINCIPAL')
    await owner.delete(`users/${zoe.id}`, said).fails('BAD_REQUEST', 'deactivated')
    await owner.delete(`users/${owner.id}`, said).fails('BAD_REQUEST')
    await owner.delete(`users/${bot.id}`, said).succeeds()
    await expect.poll(() => mailServer.to(zoe.email).length, soon).toBe(1)
    expect(await waiting()).toBe(0)
    expect(mailServer.to(admin.email)).toEqual([])
    expect(mailServer.to(bot.email)).toEqual([])
    expect(mailServer.to(zoe.email)).toHaveLength(1)
  })
})
