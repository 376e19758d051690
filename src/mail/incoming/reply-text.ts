/** Lines over which the word about whom a quote is from may go. */
const LONGEST_ATTRIBUTION = 3
/** Lines that a signature or a footer has at most: what is longer is text. */
const LONGEST_SIGNATURE = 20
const LONGEST_FOOTER = 8
/** Lines of the header that some programs put over what they repeat. */
const LONGEST_HEADER = 8

const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''
const isQuoted = (line: string | undefined) => line !== undefined && /^ {0,3}>/.test(line)
/** How the word about whom a quote is from begins in the usual languages; or with a date. */
const beginsAttribution = /^\s*(?:(?:on|am|le|el|il|em|op|den|dnia|w dniu|dne|pada)\b|\d)/i
const headerLine = /^\s*\*?\p{L}[\p{L} -]{0,18}\*? ?:\*? ?(?<value>.*)$/u

/**
 * A reply's text without what it repeats of the mail before it: the quote at its end, or the one quote before
 * its answer, with the word about whom it is from. Quotes between which there are answers stay, but for the last.
 *
 * @param subject the mail's, without `Re:`; a repeated header is known by it
 */
export function withoutQuotes(text: string, subject: string): string {
  const lines = text.split('\n')
  const header = repeatedHeader(lines, subject)
  if (header !== undefined) lines.length = header
  const blocks = quotedBlocks(lines)
  const last = blocks.at(-1)
  if (!last) return lines.join('\n')
  const start = attributionBefore(lines, last.start)
  const isAtEnd = lines.slice(last.end).every(isBlank)
  if (isAtEnd || (blocks.length === 1 && start < last.start)) lines.splice(start, last.end - start)
  return lines.join('\n')
}

/** A text without the signature, and without the footer that mailing lists add. */
export function withoutFooter(text: string): string {
  const lines = text.trimEnd().split('\n')
  const delimiter = lines.findIndex(
    (line, i) =>
      (/^-- ?$/.test(line) && lines.length - i - 1 <= LONGEST_SIGNATURE) ||
      (/^_{30,}$/.test(line) && lines.length - i - 1 <= LONGEST_FOOTER),
  )
  return delimiter < 0 ? text : lines.slice(0, delimiter).join('\n')
}

/** Runs of quoted lines, with blank lines inside. */
function quotedBlocks(lines: readonly string[]): { readonly start: number; readonly end: number }[] {
  const blocks: { start: number; end: number }[] = []
  let goesOn = false
  lines.forEach((line, i) => {
    const last = blocks.at(-1)
    if (isQuoted(line)) {
      if (goesOn && last) last.end = i + 1
      else blocks.push({ start: i, end: i + 1 })
      goesOn = true
    } else if (!isBlank(line)) goesOn = false
  })
  return blocks
}

/** Where the word about whom a quote is from begins, such as `On Friday Ann wrote:`; the quote's start without one. */
function attributionBefore(lines: readonly string[], quote: number): number {
  let end = quote
  while (end > 0 && quote - end < 2 && isBlank(lines[end - 1])) end--
  let found: number | undefined
  for (let start = end - 1; start >= 0 && end - start <= LONGEST_ATTRIBUTION; start--) {
    const line = lines[start] ?? ''
    if (isBlank(line)) break
    const joined = lines.slice(start, end).join(' ').trim()
    if (joined.length > 300 || !/[:：]$/.test(joined) || !/[\d@]/.test(joined)) continue
    if (beginsAttribution.test(line)) return start
    found ??= start
  }
  return found ?? quote
}

/**
 * Where the header of the mail before begins, as some programs repeat it over its text: several lines such as
 * `From: …`, of which one has an address and one the subject.
 */
function repeatedHeader(lines: readonly string[], subject: string): number | undefined {
  for (let i = 0; i < lines.length; i++) {
    const values: string[] = []
    for (const line of lines.slice(i, i + LONGEST_HEADER)) {
      const value = headerLine.exec(line)?.groups?.value
      if (value === undefined) break
      values.push(value)
    }
    const isHeader =
      values.length >= 3 &&
      subject !== '' &&
      values.some((value) => value.includes('@')) &&
      values.some((value) => value.trim().endsWith(subject))
    if (isHeader) return beforeRule(lines, i)
  }
  return undefined
}

/** The line that some programs draw above, such as `-----Original Message-----`, goes along. */
function beforeRule(lines: readonly string[], start: number): number {
  let i = start
  while (i > 0 && isBlank(lines[i - 1])) i--
  return /^\s*(?:_{5,}|-{2,}[^-]{0,60}-{2,})\s*$/.test(lines[i - 1] ?? '') ? i - 1 : start
}
