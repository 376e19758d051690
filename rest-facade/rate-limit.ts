import { CodedError } from '../src/contract/coded-error.ts'

/** At most so many calls within any period of so many seconds. */
export interface RateRule {
  readonly calls: number
  readonly seconds: number
}

/** A rule for users, and one for addresses from which somebody calls without credentials. */
export interface RateRules {
  readonly authenticated: RateRule
  readonly unauthenticated: RateRule
}

/**
 * The rules of the reference ("Rate limiting").
 *
 * @param callsPerMinute what a user may do; an address without credentials may do half of that
 */
export function rateRules(callsPerMinute: number): RateRules {
  return {
    authenticated: { calls: callsPerMinute, seconds: 60 },
    unauthenticated: { calls: Math.ceil(callsPerMinute / 2), seconds: 60 },
  }
}

/** What a call was told. */
interface Allowance {
  readonly remaining: number
  /** When all calls so far will have left the period, in UNIX milliseconds. */
  readonly freeAt: number
  /** Milliseconds until the next call is allowed; null when this one was. */
  readonly wait: number | null
}

/** Counts the calls of one process in memory. */
export interface RateLimiter {
  readonly rules: RateRules
  /** Counts a call in its bucket, unless the bucket is full: refused calls do not prolong the wait. */
  take(bucket: string, rule: RateRule): Allowance
}

/** @param now - the clock, in UNIX milliseconds */
export function createRateLimiter(rules: RateRules, now: () => number = Date.now): RateLimiter {
  const buckets = new Map<string, { times: number[]; freeAt: number }>()
  let sweepAt = 0

  function sweep(time: number): void {
    if (time < sweepAt) return
    sweepAt = time + 60_000
    for (const [name, { freeAt }] of buckets) if (freeAt <= time) buckets.delete(name)
  }

  return {
    rules,
    take(name, { calls, seconds }) {
      const time = now()
      sweep(time)
      const period = seconds * 1000
      const bucket = buckets.get(name) ?? { times: [], freeAt: 0 }
      buckets.set(name, bucket)
      const gone = bucket.times.findIndex((one) => one + period > time)
      bucket.times.splice(0, gone < 0 ? bucket.times.length : gone)
      const [oldest] = bucket.times
      if (oldest !== undefined && bucket.times.length >= calls) {
        return { remaining: 0, freeAt: bucket.freeAt, wait: oldest + period - time }
      }
      bucket.times.push(time)
      bucket.freeAt = time + period
      return { remaining: calls - bucket.times.length, freeAt: bucket.freeAt, wait: null }
    },
  }
}

/**
 * Counts a request and sets its `X-RateLimit-…` headers, also when it is refused.
 *
 * @param from - the user's id, or the address of a caller without credentials
 * @param isEventPoll - polls have a bucket of their own
 * @throws CodedError RATE_LIMIT_HIT with the seconds to wait
 */
export function countRequest(
  limiter: RateLimiter,
  from: { readonly userId: number } | { readonly address: string },
  isEventPoll: boolean,
  setHeader: (name: string, value: string) => void,
): void {
  const rule = 'userId' in from ? limiter.rules.authenticated : limiter.rules.unauthenticated
  const name = 'userId' in from ? `user ${from.userId}` : `address ${from.address}`
  const { remaining, freeAt, wait } = limiter.take(isEventPoll ? `${name} events` : name, rule)
  setHeader('X-RateLimit-Limit', String(rule.calls))
  setHeader('X-RateLimit-Remaining', String(remaining))
  setHeader('X-RateLimit-Reset', String(Math.ceil(freeAt / 1000)))
  if (wait === null) return
  throw new CodedError('RATE_LIMIT_HIT', 'API usage exceeded the rate limit', { 'retry-after': wait / 1000 })
}
