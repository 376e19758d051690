import sql from 'sql-template-tag'
import { versionOf } from '../contract/version.ts'
import type { Database } from '../database/database.ts'
import { VERSION } from '../version.ts'
import { appendEvents } from './log.ts'

/**
 * Tells every event queue that the server has started again (reference: event `restart`): queues
 * survive, but a client may want to know of a new version. Called before anybody can poll, so that
 * no wake-up is needed here; other nodes find the event by their own look.
 *
 * @param startedAt UNIX seconds
 */
export async function announceRestart(db: Database, startedAt: number): Promise<void> {
  const organizations = await db.query<{ organizationId: number }>(
    sql`SELECT DISTINCT organization_id FROM event_queue`,
  )
  const payload = { type: 'restart' as const, ...versionOf(VERSION), server_generation: startedAt }
  for (const { organizationId } of organizations) {
    await db.transaction('read committed', (tx) =>
      appendEvents(tx, organizationId, [{ payload, audience: 'everyone' }]),
    )
  }
}
