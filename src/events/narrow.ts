import { badRequest } from '../contract/coded-error.ts'
import { anyMentionBits, messageFlagBits } from '../contract/message-flags.ts'
import type { CanonicalMessage } from '../contract/shapes/message.ts'
import { isEmptyTopic } from '../messages/topic.ts'
import type { LoggedEvent } from './log.ts'

/** Pairs of operator and operand that a queue's message events must all match. */
export type QueueNarrow = readonly (readonly [operator: string, operand: string])[]

type Test = (message: CanonicalMessage, flags: number) => boolean

/** A topic is resolved when its name begins so. */
const RESOLVED_MARK = '\u2714 '

const isTests: Readonly<Record<string, Test>> = {
  dm: (message) => message.type === 'private',
  private: (message) => message.type === 'private',
  starred: (_, flags) => (flags & messageFlagBits.starred) !== 0,
  unread: (_, flags) => (flags & messageFlagBits.read) === 0,
  mentioned: (_, flags) => (flags & anyMentionBits) !== 0,
  alerted: (_, flags) => (flags & anyMentionBits) !== 0,
  resolved: (message) => message.type === 'stream' && message.subject.startsWith(RESOLVED_MARK),
}

function sameText(left: unknown, right: string): boolean {
  return typeof left === 'string' && left.toLowerCase() === right.toLowerCase()
}

function testOf(operator: string, operand: string): Test {
  switch (operator) {
    case 'channel':
    case 'stream':
      return (message) => message.type === 'stream' && sameText(message.display_recipient, operand)
    case 'topic': {
      const topic = isEmptyTopic(operand) ? '' : operand
      return (message) => message.type === 'stream' && sameText(message.subject, topic)
    }
    case 'sender':
      return (message) => sameText(message.sender_email, operand)
    case 'is': {
      const test = isTests[operand]
      if (test) return test
    }
  }
  throw badRequest(`Operator ${operator} not supported.`)
}

/**
 * A queue's narrow as a test on message events (reference: "Terms", POST /register).
 *
 * @returns null for no narrow
 * @throws CodedError BAD_REQUEST for operators that queues don't have
 */
export function narrowMatcher(narrow: QueueNarrow): ((event: LoggedEvent, flags: number) => boolean) | null {
  if (narrow.length === 0) return null
  const tests = narrow.map(([operator, operand]) => testOf(operator, operand))
  return ({ payload }, flags) =>
    payload.type !== 'message' || tests.every((test) => test(payload.message, flags))
}
