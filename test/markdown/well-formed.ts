const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

const attributesOf: Readonly<Record<string, readonly string[]>> = {
  a: ['class', 'data-id', 'data-stream-id', 'href', 'style', 'title'],
  audio: ['data-original-url', 'preload', 'src', 'title'],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: ['aria-hidden', 'class', 'data-code-language'],
  em: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  img: [
    ...['alt', 'class', 'src', 'title', 'data-original-src'],
    ...['data-animated', 'data-original-content-type', 'data-original-dimensions', 'data-transcoded-image'],
  ],
  li: [],
  ol: ['start'],
  p: [],
  pre: [],
  span: ['aria-label', 'class', 'data-user-group-id', 'data-user-id', 'role', 'title'],
  strong: [],
  table: [],
  tbody: [],
  td: ['style'],
  th: ['style'],
  thead: [],
  time: ['datetime'],
  tr: [],
  ul: [],
  video: ['preload', 'src'],
}

const classes = [
  /^(?:user-mention(?: channel-wildcard-mention)?|user-group-mention|topic-mention)(?: silent)?$/,
  /^(?:stream|stream-topic|message-link|codehilite|spoiler-block|spoiler-header|spoiler-content)$/,
  /^emoji(?: emoji-[0-9a-f-]+)?$/,
  /^(?:message_embed(?:_image|_title|_description)?|data-container)$/,
  // Tokens of highlighted code.
  /^(?:c|cp|k[cdnt]?|m|n[abcdflnotvx]?|bp|fm|ow?|p|s[cderx]?|g[dehisu])$/,
  /^(?:(?:youtube-video )?message_inline_image|message_inline_image message_inline_video|inline-image|tex-error|katex|katex-display)$/,
]

/** What a typeset formula is made of; nothing in it leads anywhere or loads anything. */
const formulaElements: ReadonlySet<string> = new Set([
  ...['span', 'svg', 'path', 'line', 'math', 'semantics', 'annotation', 'mrow', 'mi', 'mo', 'mn', 'mtext'],
  ...['msup', 'msub', 'msubsup', 'mfrac', 'msqrt', 'mroot', 'mover', 'munder', 'munderover', 'mspace'],
  ...['mstyle', 'mtable', 'mtr', 'mtd', 'mpadded', 'menclose', 'mphantom', 'mglyph', 'mlabeledtr'],
])
const formulaAttributes =
  /^(?:class|style|aria-hidden|xmlns|encoding|display|width|height|viewBox|preserveAspectRatio|d|[xy][12]|stroke-width|notation|linethickness|mathvariant|math(?:size|color|background)|stretchy|fence|separator|accent|accentunder|[lr]space|(?:min|max)size|symmetric|scriptlevel|displaystyle|column(?:align|lines|spacing)|row(?:align|lines|spacing)|depth|voffset|linebreak|side|lquote|rquote|movablelimits)$/

const safeAddress =
  /^(?:#|\/(?!\/)|user_uploads\/|(?:https?|ftp|file|bitcoin|geo|im|ircs?|magnet|mailto|matrix|mms|news|nntp|openpgp4fpr|sip|sms|smsto|ssh|tel|urn|webcal|wtai|xmpp):)/i

/** Alignments of cells, and images of pages, which come from this server. */
const safeStyle =
  /^(?:text-align: (?:left|center|right);|background-image: url\(\/external_content\/[0-9a-f/]+\))$/

/**
 * What is wrong with HTML that should hold nothing but the elements, attributes, classes and
 * addresses that rendering may produce, properly nested and escaped; null if nothing is.
 */
export function faultOf(html: string): string | null {
  const open: string[] = []
  // Where the formula begins that is being read.
  let formula: number | null = null
  for (const part of html.split(/(<[^>]*>)/)) {
    if (formula === null && /^<span class="katex(?:-display)?">$/.test(part)) formula = open.length
    const fault = part.startsWith('<') ? faultOfTag(part, open, formula !== null) : faultOfText(part)
    if (fault !== null) return fault
    if (formula === open.length && part.startsWith('</')) formula = null
  }
  return open.length === 0 ? null : `left open: ${open.join(' ')}`
}

function faultOfText(text: string): string | null {
  return /[<>]|&(?!(?:amp|lt|gt|quot|#x27);)/.test(text) ? `unescaped text: ${text}` : null
}

function faultOfTag(tag: string, open: string[], isFormula: boolean): string | null {
  const [, end, name = '', attributes = '', closed] =
    /^<(\/?)([a-z0-9]+)((?: [a-zA-Z0-9-]+(?:="[^"]*")?)*)(\/?)>$/.exec(tag) ?? []
  const allowed = isFormula && formulaElements.has(name) ? formulaAttributes : attributesOf[name]
  if (!allowed || (closed && !isFormula)) return `tag: ${tag}`
  if (end === '/') return open.pop() === name ? null : `wrongly nested: ${tag}`
  if (name === 'a' && open.includes('a')) return 'a link in a link'
  if (!voids.has(name) && !closed) open.push(name)
  for (const [, key = '', value = ''] of attributes.matchAll(/ ([a-zA-Z0-9-]+)="([^"]*)"/g)) {
    if (!(allowed instanceof RegExp ? allowed.test(key) : allowed.includes(key))) return `attribute: ${tag}`
    const fault = isFormula ? faultOfFormulaValue(key, value) : faultOfValue(key, value)
    if (fault !== null) return `${fault}: ${tag}`
  }
  return faultOfText(attributes.replace(/"[^"]*"/g, '')) ?? faultOfBareAttributes(name, attributes)
}

function faultOfValue(key: string, value: string): string | null {
  if (faultOfText(value) !== null) return 'unescaped attribute'
  if (key === 'class' && !classes.some((pattern) => pattern.test(value))) return 'class'
  if (/^(?:href|src|data-original-url)$/.test(key) && !safeAddress.test(value)) return 'address'
  if (key === 'style' && !safeStyle.test(value)) return 'style'
  return null
}

function faultOfFormulaValue(key: string, value: string): string | null {
  if (faultOfText(value) !== null) return 'unescaped attribute'
  return key === 'style' && /url|expression|[<>@\\]/i.test(value) ? 'style' : null
}

/** Only players have an attribute without a value. */
function faultOfBareAttributes(name: string, attributes: string): string | null {
  const bare = attributes.replace(/ [a-zA-Z0-9-]+="[^"]*"/g, '').trim()
  return bare === '' || (name === 'audio' && bare === 'controls')
    ? null
    : `attributes without values: ${bare}`
}
