import { badRequest } from '../contract/coded-error.ts'

const NAME = /^[a-z0-9_-]*[a-z0-9]$/

/**
 * A custom emoji's name as it is kept: in lower case, with underscores for spaces (reference: POST
 * /realm/emoji/{emoji_name}).
 *
 * @throws CodedError BAD_REQUEST
 */
export function emojiName(written: string): string {
  const name = writtenEmojiName(written)
  if (name === '') throw badRequest('Emoji name is missing')
  if (name.endsWith('-') || name.endsWith('_')) {
    throw badRequest('Emoji names must end with either a letter or digit.')
  }
  if (!NAME.test(name)) {
    throw badRequest('Emoji names consist of letters, digits, dashes, underscores and spaces.')
  }
  return name
}

/** The same without a check: to look for a name. */
export function writtenEmojiName(written: string): string {
  return written.trim().toLowerCase().replaceAll(' ', '_')
}
