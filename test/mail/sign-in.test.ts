import { beforeEach, describe, expect, it } from 'vitest'
import { setPassword } from '../credentials/people.ts'
import { type Cast, cast, type Person } from '../support/cast.ts'
import { testMailServer } from '../support/mail-server.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

const mailServer = await testMailServer()
const server = testServer({ PARLEY_SMTP_URL: mailServer.url })
const password = 'correct horse battery'
let people: Cast
let visitor: Visitor

beforeEach(async () => {
  people = await cast(server)
  visitor = new Visitor({ port: server.port, host: people.host })
})

const soon = { timeout: 20_000, interval: 50 }
async function somebody(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}-${people.organizationId}@parley.example`
  const person = await people.person({ fullName: name, email })
  await setPassword(server, person, password)
  return person
}
const signIn = ({ email }: Person, given = password) =>
  visitor.post('fetch_api_key', { username: email, password: given })

describe('A new sign-in', () => {
  it('is mailed to whoever it concerns, with the program, and never the key', async () => {
    const ida = await somebody('Ida')
    const { api_key: key } = await signIn(ida).succeeds()
    await expect.poll(() => mailServer.to(ida.email).length, soon).toBe(1)
    const [mail] = mailServer.to(ida.email)
    expect(mail?.to).toEqual([ida.email])
    expect(mail?.parsed.subject).toBe('A new sign-in to Test')
    expect(mail?.parsed.text).toMatch(/^Hello Ida,\n/)
    expect(mail?.parsed.text).toContain(`(http://${people.host})`)
    expect(mail?.parsed.text).toMatch(/ When: \d{4}-\d\d-\d\d \d\d:\d\d UTC\n +With: ParleyTest\n/)
    expect(mail?.raw).not.toContain(key)
    expect(mail?.raw).not.toContain(password)
  })

  it('is not mailed when it fails, and not to those who want none', async () => {
    const [ole, una] = [await somebody('Ole'), await somebody('Una')]
    await signIn(ole, 'not the password').fails('AUTHENTICATION_FAILED', undefined, 401)
    await server.core.db.runForeign(
      `UPDATE "user" SET settings = '{"enableLoginEmails": false}' WHERE id = ${una.id}`,
    )
    await signIn(una).succeeds()
    const last = await somebody('Eva')
    await signIn(last).succeeds()
    await expect.poll(() => mailServer.to(last.email).length, soon).toBe(1)
    expect([...mailServer.to(ole.email), ...mailServer.to(una.email)]).toEqual([])
  })
})
