import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'

/** What a text that was cut ends in. */
export const TRUNCATION_NOTE = '\n[message truncated]'

/**
 * A message's text as it is kept.
 *
 * @throws CodedError BAD_REQUEST for a text that is empty or holds a NUL character
 */
export function normalizeContent(written: string): string {
  const content = normalizeText(written)
  if (content === '') throw badRequest('Message must not be empty')
  return content
}

/**
 * A text as a message would have it (reference: "Sending: normalisation", rule 1): without trailing
 * white space and leading newlines, and cut when it is too long.
 *
 * @throws CodedError BAD_REQUEST for a text that holds a NUL character
 */
export function normalizeText(written: string): string {
  // The database's encoding has no place for half a surrogate pair.
  const content = written
    .replace(/^[\r\n]+/, '')
    .trimEnd()
    .replace(/\p{Surrogate}/gu, '\ufffd')
  if (content.includes('\0')) throw badRequest('Message must not contain null bytes')
  return cutText(content, textLimits.messageContent, TRUNCATION_NOTE)
}

/** A text of at most `limit` code points: a longer one is cut so that it ends in `ending`. */
export function cutText(text: string, limit: number, ending: string): string {
  if (text.length <= limit) return text
  const characters = [...text]
  if (characters.length <= limit) return text
  return characters.slice(0, limit - ending.length).join('') + ending
}

/** Whether the text is one of those that clients show as an action of their sender. */
export function isMeMessage(content: string): boolean {
  return content.startsWith('/me ')
}
