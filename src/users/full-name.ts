import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'

/**
 * A name as it is kept: without white space around it.
 *
 * @throws CodedError BAD_REQUEST for names that are too short or too long, or would read as Markdown
 *   or as a mention with an id (reference: "Text and number limits")
 */
export function checkedFullName(text: string): string {
  const name = text.trim()
  const length = [...name].length
  if (length === 0) throw badRequest('full_name cannot be blank')
  if (length < textLimits.fullNameMinimum) {
    throw badRequest(`full_name is too short (minimum: ${textLimits.fullNameMinimum} characters)`)
  }
  if (length > textLimits.fullName) {
    throw badRequest(`full_name is too long (limit: ${textLimits.fullName} characters)`)
  }
  if (/[*`\\>"@\p{Cc}\p{Cs}]/u.test(name))
    throw badRequest('full_name contains characters that names must not have')
  if (/\|\d+$/.test(name)) throw badRequest('full_name ends like the id of a mention')
  return name
}
