/** One character that readers see, and where it stands in the HTML. */
interface Seen {
  readonly character: string
  readonly start: number
  readonly end: number
}

/** The text of a message's HTML, character by character. */
export interface VisibleText {
  /** As the words of the text are told apart: a space stands for each tag and each entity. */
  readonly spaced: string
  /** For each position in `spaced` the character's in `seen`; -1 for a tag. */
  readonly places: readonly number[]
  readonly seen: readonly Seen[]
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

/** A tag, an entity, or one character. */
const PART = /<(\/?)([a-z][\w-]*)[^<>]*>|&#?\w{1,8};|./gsu
/** Elements whose text is not laid out as text: nothing may be put in there. */
const CLOSED: ReadonlySet<string> = new Set(['math', 'svg'])

/** Reads the HTML that rendering has made: well-formed, with angle brackets in tags only. */
export function visibleText(html: string): VisibleText {
  const seen: Seen[] = []
  const places: number[] = []
  let spaced = ''
  let closedDepth = 0
  for (const match of html.matchAll(PART)) {
    const [part, slash, element] = match
    if (element !== undefined && CLOSED.has(element)) closedDepth += slash === '/' ? -1 : 1
    if (element !== undefined || closedDepth > 0) {
      spaced += ' '
      places.push(-1)
      continue
    }
    const character = part.startsWith('&') ? (entities[part] ?? part) : part
    for (let i = 0; i < part.length; i++) places.push(seen.length)
    // An entity is as long as it is written, so that nothing moves.
    spaced += character === part ? part : ' '.repeat(part.length)
    seen.push({ character, start: match.index, end: match.index + part.length })
  }
  return { spaced, places, seen }
}
