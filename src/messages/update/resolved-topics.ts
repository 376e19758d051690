import { isEmptyTopic } from '../topic.ts'

/** What the name of a resolved topic begins with (reference: "Resolved topics"). */
const MARK = '\u2714 '
const MARKS = /^[\u2714 ]+/

/** What a change of a topic's name does besides. */
export type Toggle = 'resolve' | 'unresolve'

/** Whether a topic is resolved. */
export function isResolved(topic: string): boolean {
  return topic.startsWith(MARK)
}

/** The name under which a topic is, or is not, resolved; it may be too long. */
export function toggledName(topic: string, toggle: Toggle): string {
  return toggle === 'resolve' ? MARK + topic : topic.replace(MARKS, '')
}

/**
 * Whether a new name only resolves a topic or takes that back; null for any other name.
 *
 * @param written before it is cut
 */
export function toggleOf(topic: string, written: string): Toggle | null {
  const toggle = isResolved(topic) ? 'unresolve' : 'resolve'
  return toggledName(topic, toggle) === written ? toggle : null
}

/** Whether a new name would resolve the empty topic. */
export function resolvesEmptyTopic(topic: string, written: string): boolean {
  return topic === '' && `${written} `.startsWith(MARK) && isEmptyTopic(written.replace(MARKS, ''))
}
