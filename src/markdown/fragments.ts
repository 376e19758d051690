/** One condition of a `#narrow/` link. */
export interface NarrowTerm {
  readonly operator: string
  /** Decoded. */
  readonly operand: string
  readonly negated: boolean
}

/**
 * A string as one part of a link's fragment: percent-encoded with dots in place of the percent
 * signs (reference: "Fragment encoding").
 */
export function encodeFragmentPart(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
    .replace(/[.!*'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

/** The string that a part of a fragment stands for, or null if no string is encoded so. */
export function decodeFragmentPart(part: string): string | null {
  try {
    return decodeURIComponent(part.replaceAll('.', '%'))
  } catch {
    return null
  }
}

/** The operand that names a channel: its id, and its name for people to read. */
export function channelOperand(id: number, name: string): string {
  return `${id}-${encodeFragmentPart(name.replaceAll(' ', '-'))}`
}

/** The operand that names a direct conversation with several users, or with one of a known name. */
export function directMessageOperand(userIds: readonly number[], name?: string): string {
  if (name === undefined) return `${userIds.join(',')}-group`
  return `${userIds.join(',')}-${encodeFragmentPart(name.replaceAll(' ', '-'))}`
}

/** Path of a channel in links: `/#narrow/channel/9-plans`. */
export function channelLink(channel: { id: number; name: string }): string {
  return `/#narrow/channel/${channelOperand(channel.id, channel.name)}`
}

/**
 * Path of a topic in links, at its newest message or at one of its messages.
 * @param anchor how the message is named: `with` follows the topic when it moves, `near` stays
 */
export function topicLink(
  channel: { id: number; name: string },
  topic: string,
  anchor?: { operator: 'with' | 'near'; messageId: number },
): string {
  const path = `${channelLink(channel)}/topic/${encodeFragmentPart(topic)}`
  if (!anchor) return path
  return `${path}${topic === '' ? '' : '/'}${anchor.operator}/${anchor.messageId}`
}

/**
 * The conditions of a `#narrow/` fragment, with or without what stands before the `#`; null if it
 * is not one. The empty topic is written as nothing between `topic/` and the next operator.
 */
export function parseNarrowFragment(link: string): NarrowTerm[] | null {
  const start = link.indexOf('#narrow')
  if (start === -1) return null
  const rest = link.slice(start + '#narrow'.length)
  if (rest === '' || rest === '/') return []
  if (!rest.startsWith('/')) return null
  const parts = rest.slice(1).split('/')
  const terms: NarrowTerm[] = []
  for (let index = 0; index < parts.length; ) {
    const written = parts[index] ?? ''
    if (written === '' && index === parts.length - 1) break
    const negated = written.startsWith('-')
    const operator = negated ? written.slice(1) : written
    const emptyTopic = operator === 'topic' && topicIsLeftOut(parts, index)
    const operand = emptyTopic ? '' : decodeFragmentPart(parts[index + 1] ?? '')
    if (operator === '' || operand === null) return null
    terms.push({ operator, operand, negated })
    index += emptyTopic && parts[index + 1] !== '' ? 1 : 2
  }
  return terms
}

/** The channel id of a `channel` operand, or null where only a name is given (links of old). */
export function channelIdOf(operand: string): number | null {
  const digits = /^\d+(?=-|$)/.exec(operand)
  return digits ? Number(digits[0]) : null
}

/** The user ids of a `dm` operand; empty if there are none. */
export function userIdsOf(operand: string): number[] {
  const ids = /^\d+(?:,\d+)*(?=-|$)/.exec(operand)
  return ids ? ids[0].split(',').map(Number) : []
}

// A topic may itself be called "with"; only the pair "with, number" at the very end is an anchor.
function topicIsLeftOut(parts: readonly string[], index: number): boolean {
  const next = parts[index + 1] ?? ''
  if (next === '') return true
  return (
    (next === 'with' || next === 'near') && index + 3 === parts.length && /^\d+$/.test(parts[index + 2] ?? '')
  )
}
