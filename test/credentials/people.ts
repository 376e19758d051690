import sql from 'sql-template-tag'
import { hashPassword } from '../../src/credentials/passwords.ts'
import type { Person } from '../support/cast.ts'
import type { TestServer } from '../support/server.ts'

/** Gives somebody of the cast, whom tests know by the key alone, a password too. */
export async function setPassword(server: TestServer, person: Person, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await server.core.db.query(sql`INSERT INTO password (user_id, hash) VALUES (${person.id}, ${hash})`)
}

/** Deactivates somebody, or their whole organization, as it is stored. */
export async function deactivate(
  server: TestServer,
  what: 'organization' | 'user',
  id: number,
): Promise<void> {
  await server.core.db.query(
    what === 'user'
      ? sql`UPDATE "user" SET is_active = false WHERE id = ${id}`
      : sql`UPDATE organization SET is_active = false WHERE id = ${id}`,
  )
}
