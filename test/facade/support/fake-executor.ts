import { CodedError } from '../../../src/contract/coded-error.ts'
import type { Caller, Executor, Session, SessionUser } from '../../../src/contract/executor.ts'

/** Executor for tests of the transport: knows one address per kind of user, and no operations. */
export interface FakeExecutor extends Executor {
  /** Every caller that asked for a session, oldest first. */
  readonly callers: readonly Caller[]
}

const users: Readonly<Record<string, SessionUser>> = {
  'owner@example.com': { id: 1, role: 100, isBot: false, isIncomingWebhook: false },
  'admin@example.com': { id: 2, role: 200, isBot: false, isIncomingWebhook: false },
  'moderator@example.com': { id: 3, role: 300, isBot: false, isIncomingWebhook: false },
  'member@example.com': { id: 4, role: 400, isBot: false, isIncomingWebhook: false },
  'guest@example.com': { id: 5, role: 600, isBot: false, isIncomingWebhook: false },
  'bot@example.com': { id: 6, role: 400, isBot: true, isIncomingWebhook: false },
}

/** The Authorization header of one of the known users. */
export function credentials(address: string, key = 'key'): string {
  return `Basic ${Buffer.from(`${address}:${key}`).toString('base64')}`
}

export function fakeExecutor(): FakeExecutor {
  const callers: Caller[] = []
  return {
    callers,
    async open(caller) {
      callers.push(caller)
      return sessionOf(userOf(caller.authorization))
    },
  }
}

function userOf(authorization: string | undefined): SessionUser | null {
  if (authorization === undefined) return null
  const [address = '', key] = Buffer.from(authorization.slice('Basic '.length), 'base64')
    .toString()
    .split(':')
  const user = users[address]
  if (user === undefined || key !== 'key') throw new CodedError('INVALID_API_KEY', 'Invalid API key')
  return user
}

function sessionOf(user: SessionUser | null): Session {
  return {
    user,
    upload: () => Promise.reject(new Error('The fake executor takes no files')),
    execute: () => Promise.reject(new Error('The fake executor knows no operations')),
    subscribe: () => {
      throw new Error('The fake executor knows no operations')
    },
  }
}
