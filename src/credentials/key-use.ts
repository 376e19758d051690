import sql from 'sql-template-tag'
import type { Core } from '../core.ts'
import type { Authenticated } from './authenticate.ts'

/**
 * Writes down, at most once a minute and without making the request wait, that a key and its user
 * were active.
 */
export function noteKeyUse(core: Core, { viewer, apiKeyId, keyUsedRecently }: Authenticated): void {
  if (keyUsedRecently) return
  core.db
    .query(sql`
      WITH key AS (
        UPDATE api_key SET last_used_at = now()
        WHERE id = ${apiKeyId} AND coalesce(last_used_at < now() - interval '1 minute', true)
      )
      UPDATE "user" SET last_active_at = now() WHERE id = ${viewer.id}`)
    .catch((error: unknown) => core.logger.warn({ error }, 'writing the last use of a key failed'))
}
