/** A piece of HTML that readers see: a run of text, or an entity. */
export interface VisiblePart {
  /** Where it stands in the HTML. */
  readonly start: number
  readonly end: number
  /** What is seen of it: the run itself, or the entity's character. */
  readonly text: string
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&nbsp;': '\u00a0',
}

const TAG_OR_ENTITY = /<(\/?)([a-z][\w-]*)[^<>]*>|&#?\w{1,8};/g
/** Elements whose text is not laid out as text: nothing may be put in there. */
const CLOSED: ReadonlySet<string> = new Set(['math', 'svg'])

/** Reads the HTML that rendering has made: well-formed, with angle brackets in tags only. */
export function visibleParts(html: string): VisiblePart[] {
  const parts: VisiblePart[] = []
  let closedDepth = 0
  let end = 0
  const addRun = (to: number) => {
    if (to > end && closedDepth === 0) parts.push({ start: end, end: to, text: html.slice(end, to) })
  }
  for (const { 0: part, 1: slash, 2: element, index } of html.matchAll(TAG_OR_ENTITY)) {
    addRun(index)
    end = index + part.length
    if (element === undefined) {
      if (closedDepth === 0) parts.push({ start: index, end, text: entities[part] ?? part })
    } else if (CLOSED.has(element)) {
      closedDepth += slash === '/' ? -1 : 1
    }
  }
  addRun(html.length)
  return parts
}

/** Whether what is seen of a part is what the HTML has there. */
const isRun = ({ start, end, text }: VisiblePart): boolean => end - start === text.length

/**
 * The HTML with spaces in the places of all that is not text, so that nothing moves: as the words of the
 * text are told apart.
 */
export function spacedText(html: string, parts: readonly VisiblePart[]): string {
  let spaced = ''
  for (const part of parts) {
    if (isRun(part)) spaced += ' '.repeat(part.start - spaced.length) + part.text
  }
  return spaced + ' '.repeat(html.length - spaced.length)
}
