/**
 * What a message is to one user, as bits of `UserMessage.flags`, in the order in which flags are
 * listed (specification: "Message flags"). Partial indexes are built on 1, 2 and 56.
 */
export const messageFlagBits = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  has_alert_word: 64,
  historical: 128,
} as const

export type MessageFlag = keyof typeof messageFlagBits

/** Every stored flag, in listing order. */
export const messageFlags = Object.keys(messageFlagBits) as readonly MessageFlag[] // keys() widens to string

/** The flags that a user may set and clear. */
export const editableMessageFlags = ['read', 'starred', 'collapsed'] as const satisfies readonly MessageFlag[]

/** Either wildcard mention: what the old, derived flag `wildcard_mentioned` stands for. */
export const wildcardMentionBits =
  messageFlagBits.stream_wildcard_mentioned | messageFlagBits.topic_wildcard_mentioned

/** A mention of any kind: what the search term `is:mentioned` looks for. */
export const anyMentionBits = messageFlagBits.mentioned | wildcardMentionBits

/** What a message is to somebody who reads it without ever having received it. */
export const flagsWithoutRow = messageFlagBits.read | messageFlagBits.historical

/** The bit of a stored flag; undefined for unknown names and for the derived `wildcard_mentioned`. */
export function flagBit(name: string): number | undefined {
  return isMessageFlag(name) ? messageFlagBits[name] : undefined
}

/** Whether a name is that of a stored flag. */
export function isMessageFlag(name: string): name is MessageFlag {
  return Object.hasOwn(messageFlagBits, name)
}

/** Whether users may change the flag of this name themselves. */
export function isEditableFlag(name: string): name is (typeof editableMessageFlags)[number] {
  return editableMessageFlags.some((flag) => flag === name)
}

/** Names of all flags in a set of bits, in listing order, with `wildcard_mentioned` last where it applies. */
export function flagNames(bits: number): string[] {
  const names: string[] = messageFlags.filter((flag) => (bits & messageFlagBits[flag]) !== 0)
  if ((bits & wildcardMentionBits) !== 0) names.push('wildcard_mentioned')
  return names
}

/** Bits of the named flags; names that are not stored flags count as nothing. */
export function flagBits(names: Iterable<string>): number {
  let bits = 0
  for (const name of names) bits |= flagBit(name) ?? 0
  return bits
}
