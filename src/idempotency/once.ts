import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import sql from 'sql-template-tag'
import { CodedError } from '../contract/coded-error.ts'
import type { Transaction } from '../database/database.ts'

/** A request that its client may repeat: whose, under which key, and what it asks. */
export interface Once {
  readonly userId: number
  /** Chosen by the client, unique among its user's requests of a day. */
  readonly key: string
  /** SHA-256 of operation and input: the same key with another request is a mistake. */
  readonly requestHash: Buffer
}

/** Lengths in Unicode code points. */
const MAX_KEY_LENGTH = 255

/**
 * Names a request by its client's key.
 *
 * @param operation the mutation's name
 * @param input its input without the key
 * @throws CodedError BAD_REQUEST for an empty or overlong key
 */
export function onceFor(userId: number, key: string, operation: string, input: unknown): Once {
  if (key === '' || [...key].length > MAX_KEY_LENGTH) {
    throw new CodedError('BAD_REQUEST', `An idempotency key has 1 to ${MAX_KEY_LENGTH} characters.`)
  }
  const requestHash = createHash('sha256')
    .update(`${operation} ${stableJson(input)}`)
    .digest()
  return { userId, key, requestHash }
}

/** JSON with the keys of objects in order, so that equal inputs are equal texts; files by their digests. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Uint8Array) return createHash('sha256').update(part).digest('hex')
    return part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part
  })
}

/** The kept outcome of a request that was made before. */
export interface FirstAnswer {
  readonly outcome: unknown
}

/**
 * Looks for the answer to an earlier request with the same key.
 *
 * @throws CodedError IDEMPOTENCY_KEY_REUSED when that was another request
 */
export async function firstAnswer(tx: Transaction, once: Once): Promise<FirstAnswer | null> {
  const [row] = await tx.query<{ requestHash: Uint8Array; response: Uint8Array }>(sql`
    SELECT request_hash, response FROM idempotency_key
    WHERE user_id = ${once.userId} AND key = ${once.key}`)
  if (!row) return null
  if (!once.requestHash.equals(row.requestHash)) {
    throw new CodedError('IDEMPOTENCY_KEY_REUSED', 'The idempotency key belongs to another request.')
  }
  return { outcome: deserialize(row.response) }
}

/** Thrown when the same request was committed by somebody else in the meantime: look again. */
export class AnsweredMeanwhile extends Error {
  override readonly name = 'AnsweredMeanwhile'
}

/**
 * Keeps an action's outcome, in the transaction that made it true. Waits for another transaction
 * that is about to keep one under the same key.
 *
 * @param outcome anything that structured cloning can copy
 * @throws AnsweredMeanwhile when that one was committed
 */
export async function keepAnswer(tx: Transaction, once: Once, outcome: unknown): Promise<void> {
  const kept = await tx.query(sql`
    INSERT INTO idempotency_key (user_id, key, request_hash, response)
    VALUES (${once.userId}, ${once.key}, ${once.requestHash}, ${serialize(outcome)})
    ON CONFLICT DO NOTHING RETURNING key`)
  if (kept.length === 0) throw new AnsweredMeanwhile('The request has been answered meanwhile.')
}
