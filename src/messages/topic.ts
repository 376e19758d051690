import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME, LEGACY_EMPTY_TOPIC } from '../contract/server.ts'
import { cutText } from './content.ts'

const UNPRINTABLE = /[\p{Control}\p{Surrogate}\p{Unassigned}]/u

/**
 * A topic as it is kept (reference: "Sending: normalisation", rule 2): without white space around
 * it, cut when it is too long; what stands for the empty topic becomes the empty string.
 *
 * @throws CodedError BAD_REQUEST for characters that cannot be printed
 */
export function normalizeTopic(written: string): string {
  const topic = written.trim()
  const unprintable = UNPRINTABLE.exec(topic)
  if (unprintable) {
    throw badRequest(`Invalid character in topic, at position ${unprintable.index + 1}`)
  }
  return isEmptyTopic(topic) ? '' : cutText(topic, textLimits.topic, '...')
}

/** Whether a topic that a client names is the empty one. */
export function isEmptyTopic(topic: string): boolean {
  return topic === '' || topic === LEGACY_EMPTY_TOPIC || topic === EMPTY_TOPIC_DISPLAY_NAME
}
