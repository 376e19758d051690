import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'

/** Beginnings that would make a name look like something else where it is typed. */
const reservedPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:']

/**
 * A group's name as it is kept: without white space around it.
 *
 * @throws CodedError BAD_REQUEST for names that are empty, too long or misleading (reference: "Text and
 *   number limits")
 */
export function groupName(given: string): string {
  const name = given.trim()
  if (name === '') throw badRequest("User group name can't be empty.")
  if ([...name].length > textLimits.userGroupName) {
    throw badRequest(`User group name too long (limit: ${textLimits.userGroupName} characters).`)
  }
  const prefix = reservedPrefixes.find((one) => name.startsWith(one))
  if (prefix !== undefined) throw badRequest(`User group name must not start with '${prefix}'.`)
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)) {
    throw badRequest('User group name contains characters that names must not have.')
  }
  return name
}

/**
 * A group's description as it is kept.
 *
 * @throws CodedError BAD_REQUEST for a null byte, which no column holds
 */
export function groupDescription(given: string): string {
  if (given.includes('\0')) throw badRequest('description must not contain null bytes')
  // Half a surrogate pair is no text that a database can hold.
  return given.replace(/\p{Cs}/gu, '\uFFFD')
}

/** The refusal of a name that another group of the organization has, deactivated ones too. */
export const nameTaken = (name: string) => badRequest(`User group '${name}' already exists.`)
