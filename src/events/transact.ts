import type { Core } from '../core.ts'
import { sqlState, type Transaction } from '../database/database.ts'
import { appendEvents, type NewEvent } from './log.ts'

/** The transaction of an action: it writes and announces. */
export interface WriteTransaction extends Transaction {
  /**
   * Adds an event. It enters the log, in the order of the calls, as the transaction's last
   * statement: readers see it exactly when they can see what it tells of.
   */
  announce(event: NewEvent): void
}

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const ATTEMPTS = 4

/**
 * Runs an action: checks, writes and announcements in one transaction of one organization. An
 * action that loses a deadlock runs again, so `work` has no effects but those on the database.
 */
export async function transact<Result>(
  core: Pick<Core, 'db' | 'hub' | 'wakeUps'>,
  organizationId: number,
  work: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(core, organizationId, work)
    } catch (error) {
      const state = sqlState(error)
      if (attempt === ATTEMPTS || (state !== DEADLOCK && state !== SERIALIZATION_FAILURE)) throw error
    }
  }
}

async function attemptOnce<Result>(
  core: Pick<Core, 'db' | 'hub' | 'wakeUps'>,
  organizationId: number,
  work: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  let lastEventId: number | undefined
  const result = await core.db.transaction('read committed', async (tx) => {
    const events: NewEvent[] = []
    const outcome = await work({ ...tx, announce: (event) => void events.push(event) })
    // An event for nobody would only make readers look.
    const addressed = events.filter(
      (event) => event.audience === 'everyone' || event.audience.length > 0 || event.reach,
    )
    if (addressed.length > 0) lastEventId = await appendEvents(tx, organizationId, addressed)
    return outcome
  })
  if (lastEventId !== undefined) {
    core.hub.wake(organizationId, lastEventId)
    core.wakeUps.send(organizationId, lastEventId)
  }
  return result
}
