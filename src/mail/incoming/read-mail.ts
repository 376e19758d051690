import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ParsedMail } from 'mailparser'
import { extension } from 'mime-types'
import { unreadable } from './refusal.ts'

/** A file in a mail. */
export interface MailedFile {
  readonly name: string
  readonly contentType: string
  readonly content: Uint8Array
}

/** What of a mail counts. */
export interface ReceivedMail {
  /** Tells it from every other mail: its Message-ID, or what it says. */
  readonly identity: string
  readonly from: { readonly name: string; readonly address: string } | undefined
  /** As written; may be empty. */
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Whether it says that it answers another mail. */
  readonly isReply: boolean
  readonly files: readonly MailedFile[]
  /** Values of a header by its name in lower case; none for one that is not there. */
  header(name: string): string[]
}

/**
 * Reads a mail from a file.
 *
 * @throws Refusal when it is none; whatever reading the file throws
 */
export async function readMail(path: string): Promise<ReceivedMail> {
  // Loaded with the first mail, because it takes a third of a second in which a server could start.
  const { simpleParser } = await import('mailparser')
  const file = createReadStream(path)
  let failure: unknown
  file.on('error', (error) => {
    failure = error
  })
  const parsed = await simpleParser(file, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
    keepCidLinks: true,
  }).catch(() => {
    throw failure ?? unreadable()
  })
  const [from] = parsed.from?.value ?? []
  return {
    identity: identityOf(parsed),
    from: from?.address ? { name: from.name, address: from.address } : undefined,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    isReply: parsed.inReplyTo !== undefined || parsed.references !== undefined,
    files: parsed.attachments.map(({ filename, contentType, content }) => ({
      name: filename || `attachment.${extension(contentType) || 'bin'}`,
      contentType,
      content,
    })),
    header: (name) =>
      parsed.headerLines
        .filter(({ key }) => key === name)
        .map(({ line }) => line.slice(line.indexOf(':') + 1).trim()),
  }
}

/** A mail without an id, which there should not be, is told by what stays the same when it comes again. */
function identityOf({ messageId, date, subject, text, html, from }: ParsedMail): string {
  if (messageId) return messageId
  const said = JSON.stringify([date ?? null, from?.text ?? '', subject ?? '', text ?? '', html || ''])
  return createHash('sha256').update(said).digest('hex')
}
