import type { Core } from '../core.ts'
import { sqlState, type Transaction } from '../database/database.ts'
import { AnsweredMeanwhile, firstAnswer, keepAnswer, type Once } from '../idempotency/once.ts'
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

type Announcing = Pick<Core, 'db' | 'hub' | 'wakeUps'>

/**
 * Runs an action: checks, writes and announcements in one transaction of one organization. An
 * action that loses a deadlock runs again, so `work` has no effects but those on the database.
 *
 * @param once a request that its client may repeat: then the first answer is kept in the same
 *   transaction, and a repetition gets it without running `work` again.
 * @throws CodedError IDEMPOTENCY_KEY_REUSED
 */
export async function transact<Result>(
  core: Announcing,
  organizationId: number,
  work: (tx: WriteTransaction) => Promise<Result>,
  once?: Once,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(core, organizationId, work, once)
    } catch (error) {
      if (attempt === ATTEMPTS || !mayRunAgain(error)) throw error
    }
  }
}

function mayRunAgain(error: unknown): boolean {
  const state = sqlState(error)
  return state === DEADLOCK || state === SERIALIZATION_FAILURE || error instanceof AnsweredMeanwhile
}

async function attemptOnce<Result>(
  core: Announcing,
  organizationId: number,
  work: (tx: WriteTransaction) => Promise<Result>,
  once: Once | undefined,
): Promise<Result> {
  let lastEventId: number | undefined
  const result = await core.db.transaction('read committed', async (tx) => {
    const first = once && (await firstAnswer(tx, once))
    if (first) return first.outcome as Result // What this very action returned then.
    const events: NewEvent[] = []
    const outcome = await work({ ...tx, announce: (event) => void events.push(event) })
    if (once) await keepAnswer(tx, once, outcome)
    // An event for nobody would only make readers look.
    const addressed = events.filter(isAddressed)
    if (addressed.length > 0) lastEventId = await appendEvents(tx, organizationId, addressed)
    return outcome
  })
  if (lastEventId !== undefined) {
    core.hub.wake(organizationId, lastEventId)
    core.wakeUps.send(organizationId, lastEventId)
  }
  return result
}

function isAddressed({ audience, reach }: NewEvent): boolean {
  return audience === 'everyone' || audience.length > 0 || (reach !== undefined && reach !== 'audience')
}
