import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../contract/server.ts'
import { noReferences } from '../markdown/references.ts'
import { renderMarkdown } from '../markdown/render.ts'
import type { ChannelText } from './insert-channel.ts'

/** Control characters, halves of surrogate pairs, private and unassigned code points, line breaks. */
const unprintable = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

/** The position, from 1, of the first character that cannot be printed. */
export function firstUnprintable(text: string): number | undefined {
  const index = [...text].findIndex((character) => unprintable.test(character))
  return index < 0 ? undefined : index + 1
}

/**
 * A channel's name as it is kept: without white space around it.
 *
 * @throws CodedError BAD_REQUEST for names that are empty, too long or not printable
 */
export function channelName(given: string): string {
  const name = given.trim()
  if (name === '') throw badRequest("Channel name can't be empty.")
  if ([...name].length > textLimits.channelName) {
    throw badRequest(`Channel name too long (limit: ${textLimits.channelName} characters).`)
  }
  const position = firstUnprintable(name)
  if (position !== undefined) throw badRequest(`Invalid character in channel name, at position ${position}.`)
  return name
}

/**
 * A channel's description as it is kept: one line.
 *
 * @throws CodedError BAD_REQUEST when it is too long
 */
export function channelDescription(given: string): string {
  if ([...given].length > textLimits.channelDescription) {
    throw badRequest(`description is too long (limit: ${textLimits.channelDescription} characters)`)
  }
  if (given.includes('\0')) throw badRequest('description must not contain null bytes')
  // Half a surrogate pair is no text that a database can hold.
  return given.replace(/\r\n|\r|\n/g, ' ').replace(/\p{Cs}/gu, '\uFFFD')
}

/** A description as HTML. It tells nobody that they are mentioned, so that names stay plain text. */
export function renderDescription(description: string): string {
  return renderMarkdown(description, noReferences, { emptyTopicDisplayName: EMPTY_TOPIC_DISPLAY_NAME }).html
}

/** Name and description as they are kept, and the latter rendered. */
export function channelText(given: { readonly name: string; readonly description: string }): ChannelText {
  const description = channelDescription(given.description)
  return { name: channelName(given.name), description, renderedDescription: renderDescription(description) }
}
