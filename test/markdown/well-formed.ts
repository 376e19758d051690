const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

const attributesOf: Readonly<Record<string, readonly string[]>> = {
  a: ['class', 'data-stream-id', 'href'],
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
  img: ['alt', 'class', 'src', 'title'],
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
}

const classes = [
  /^(?:user-mention(?: channel-wildcard-mention)?|user-group-mention|topic-mention)(?: silent)?$/,
  /^(?:stream|stream-topic|message-link|codehilite|spoiler-block|spoiler-header|spoiler-content)$/,
  /^emoji(?: emoji-[0-9a-f-]+)?$/,
]

const safeAddress =
  /^(?:#|\/(?!\/)|user_uploads\/|(?:https?|ftp|file|bitcoin|geo|im|ircs?|magnet|mailto|matrix|mms|news|nntp|openpgp4fpr|sip|sms|smsto|ssh|tel|urn|webcal|wtai|xmpp):)/i

/**
 * What is wrong with HTML that should hold nothing but the elements, attributes, classes and
 * addresses that rendering may produce, properly nested and escaped; null if nothing is.
 */
export function faultOf(html: string): string | null {
  const open: string[] = []
  for (const part of html.split(/(<[^>]*>)/)) {
    const fault = part.startsWith('<') ? faultOfTag(part, open) : faultOfText(part)
    if (fault !== null) return fault
  }
  return open.length === 0 ? null : `left open: ${open.join(' ')}`
}

function faultOfText(text: string): string | null {
  return /[<>]|&(?!(?:amp|lt|gt|quot);)/.test(text) ? `unescaped text: ${text}` : null
}

function faultOfTag(tag: string, open: string[]): string | null {
  const [, end, name = '', attributes = ''] = /^<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"]*")*)>$/.exec(tag) ?? []
  const allowed = attributesOf[name]
  if (!allowed) return `tag: ${tag}`
  if (end === '/') return open.pop() === name ? null : `wrongly nested: ${tag}`
  if (name === 'a' && open.includes('a')) return 'a link in a link'
  if (!voids.has(name)) open.push(name)
  for (const [, key = '', value = ''] of attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
    if (!allowed.includes(key)) return `attribute: ${tag}`
    if (faultOfText(value) !== null) return `unescaped attribute: ${tag}`
    if (key === 'class' && !classes.some((pattern) => pattern.test(value))) return `class: ${tag}`
    if (key === 'href' && !safeAddress.test(value)) return `address: ${tag}`
  }
  return null
}
