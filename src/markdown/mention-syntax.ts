import { canStartReference } from './reference-boundary.ts'

/** A mention as written, before anybody knows whether its target exists. */
export interface MentionSyntax {
  readonly kind: 'user' | 'group'
  /** Written with `_`: shown as a name, notifies nobody. */
  readonly silent: boolean
  /** As written; empty in the form that gives only an id. */
  readonly name: string
  readonly id: number | null
  /** Index just after the mention. */
  readonly end: number
}

/** Words that mention everybody in the channel. */
export const channelWildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream'])

/** The word that mentions everybody who takes part in the topic. */
export const topicWildcard = 'topic'

const largestId = 2147483647
const userForm = /@(_?)\*\*([^*\n]+)\*\*/y
const groupForm = /@(_?)\*([^*\n]+)\*/y
const nameWithId = /^(.*)\|(\d{1,10})$/

/** The mention that starts at an `@` of the text, or null (reference: "Mentions"). */
export function readMention(text: string, position: number): MentionSyntax | null {
  if (!canStartReference(text, position)) return null
  userForm.lastIndex = position
  const user = userForm.exec(text)
  if (user)
    return { kind: 'user', silent: user[1] === '_', ...target(user[2] ?? ''), end: userForm.lastIndex }
  groupForm.lastIndex = position
  const group = groupForm.exec(text)
  if (!group) return null
  return {
    kind: 'group',
    silent: group[1] === '_',
    name: group[2] ?? '',
    id: null,
    end: groupForm.lastIndex,
  }
}

/** Every mention of a text, in order, wherever it stands. */
export function* readMentions(text: string): Generator<MentionSyntax> {
  let position = text.indexOf('@')
  while (position !== -1) {
    const mention = readMention(text, position)
    if (mention) yield mention
    position = text.indexOf('@', mention ? mention.end : position + 1)
  }
}

function target(written: string): { name: string; id: number | null } {
  const match = nameWithId.exec(written)
  const id = Number(match?.[2])
  return match && id <= largestId ? { name: match[1] ?? '', id } : { name: written, id: null }
}
