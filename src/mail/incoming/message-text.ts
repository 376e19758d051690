import { textLimits } from '../../contract/limits.ts'
import { cutText, TRUNCATION_NOTE } from '../../messages/content.ts'
import type { topicsPolicyOf } from '../../messages/posting.ts'
import { normalizeTopic } from '../../messages/topic.ts'
import type { AddressOptions } from '../channel-address.ts'
import { textOfHtml } from './html-text.ts'
import type { ReceivedMail } from './read-mail.ts'
import { withoutFooter, withoutQuotes } from './reply-text.ts'
import { readSubject, type Subject } from './subject.ts'

/** What a mail becomes, but for its files. */
export interface MailedMessage {
  /** As it is kept. */
  readonly topic: string
  /** Never empty. */
  readonly content: string
}

/** Where a channel has no empty topic. */
const TOPIC_WITHOUT_SUBJECT = 'no subject'
/** In place of a text that has no content, and no files either. */
const NOTHING = '(empty mail)'
/** Characters of a text that are looked at. */
const LONGEST_TEXT = 1_000_000

/** The message that a mail becomes in a channel whose topics follow a policy. */
export async function messageOf(
  mail: ReceivedMail,
  options: AddressOptions,
  policy: ReturnType<typeof topicsPolicyOf>,
): Promise<MailedMessage> {
  const subject = readSubject(mail.subject)
  const lines: string[] = []
  if (options.showSender && mail.from) lines.push(`**From:** ${personInText(mail.from)}`)
  // Where there is only the empty topic, the subject would be lost.
  const isOnlyEmpty = policy === 'empty_topic_only'
  if (isOnlyEmpty && subject.text !== '') lines.push(`**Subject:** ${plainInText(subject.text)}`)
  const text = await textOf(mail, options, subject)
  if (text !== '') lines.push(text)
  else if (mail.files.length === 0) lines.push(NOTHING)
  const topic = normalizeTopic(isOnlyEmpty ? '' : subject.text)
  const needsTopic = topic === '' && policy === 'disable_empty_topic'
  return { topic: needsTopic ? TOPIC_WITHOUT_SUBJECT : topic, content: lines.join('\n') }
}

/**
 * The content with links to its files at the end. It is cut where the two are too long together; the links are
 * never cut.
 *
 * @param place `start` for a text in which links at the end are none, such as one that leaves code open
 */
export function withFiles(content: string, links: readonly string[], place: 'end' | 'start'): string {
  if (links.length === 0) return content
  const block = links.join('\n')
  const room = textLimits.messageContent - [...block].length - 2
  const text = cutText(content, room, TRUNCATION_NOTE)
  if (text === '') return block
  return place === 'end' ? `${text}\n\n${block}` : `${block}\n\n${text}`
}

/** A link to a file, by a name that cannot end it. */
export function fileLink({ filename, url }: { readonly filename: string; readonly url: string }): string {
  const name = cutText(filename.replace(/[[\]\\`*~$]/g, '').trim(), 60, '…')
  return `[${name === '' ? 'file' : name}](${url})`
}

async function textOf(mail: ReceivedMail, options: AddressOptions, subject: Subject): Promise<string> {
  // What is passed on is all quotes, and what answers nothing quotes on purpose.
  const leavesQuotes = !options.includeQuotes && !subject.isForward && (mail.isReply || subject.isAnswer)
  const leave = { quotes: leavesQuotes, signatures: !options.includeFooter }
  const whole = await writtenText(mail, options, { quotes: false, signatures: false })
  const text = await writtenText(mail, options, leave)
  let left = leave.quotes ? withoutQuotes(text, subject.text) : text
  if (leave.signatures) left = withoutFooter(left)
  // Somebody who wrote nothing else meant this.
  return tidy(left) || tidy(whole)
}

async function writtenText(
  { text, html }: ReceivedMail,
  { preferHtml }: AddressOptions,
  leave: Parameters<typeof textOfHtml>[1],
): Promise<string> {
  const isHtml = html !== '' && (preferHtml || text.trim() === '')
  const written = isHtml ? await textOfHtml(html, leave) : text
  return written.slice(0, LONGEST_TEXT).replace(/\r\n?/g, '\n').replaceAll('\0', '')
}

function tidy(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()
}

function personInText({ name, address }: { readonly name: string; readonly address: string }): string {
  const plain = address.replace(/[^\p{L}\p{N}@._+=-]/gu, '')
  return name.trim() === '' || name === address ? plain : `${plainInText(name)} (${plain})`
}

/** A line of somebody's text without what could be Markdown, or mention anybody. */
function plainInText(text: string): string {
  return text
    .replace(/[*_`~@#:$\\[\]<>|\p{C}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
