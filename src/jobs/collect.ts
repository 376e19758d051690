import type { Core } from '../core.ts'
import { collectGroups } from '../groups/collect-groups.ts'
import { collectKeys } from '../idempotency/collect-keys.ts'

/** Removes everything that nobody will ask for again, each noun its own. */
export async function collect({ db, collection, logger }: Core): Promise<void> {
  const queues = await collection.collectQueues()
  const events = await collection.pruneEvents()
  const keys = await collectKeys(db)
  const groups = await collectGroups(db)
  if (queues + events + keys + groups > 0) {
    logger.debug({ queues, events, keys, groups }, 'collected what was idle')
  }
}
