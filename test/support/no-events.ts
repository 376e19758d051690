import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** Does something of which nobody is to be told: no organization's event log may go on. */
export async function expectNoEvents({ core }: TestServer, work: () => Promise<unknown>): Promise<void> {
  const lastEvents = () => core.db.query(sql`SELECT id, last_event_id FROM organization ORDER BY id`)
  const before = await lastEvents()
  await work()
  expect(await lastEvents(), 'Something was announced.').toEqual(before)
}
