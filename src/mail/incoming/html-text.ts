import type { DomNode, FormatCallback, HtmlToTextOptions } from 'html-to-text'

/** Characters of HTML that are looked at, and how deep elements nest: a message has far fewer. */
const LONGEST_HTML = 500_000
const DEEPEST = 200
const skip = { format: 'skip' }

/** Elements in which mail programs put what a reply repeats, and signatures. */
const quotes = [
  '.gmail_quote',
  '.yahoo_quoted',
  '.moz-cite-prefix',
  '#divRplyFwdMsg',
  '#appendonsend',
  'blockquote[type="cite"]',
]
const signatures = ['.gmail_signature', '.moz-signature', '#Signature', '#ms-outlook-mobile-signature']

/**
 * The text of HTML as Markdown: with links, lists, quotes and code.
 *
 * @param leave what of it is left out
 */
export async function textOfHtml(
  html: string,
  leave: { readonly quotes: boolean; readonly signatures: boolean },
): Promise<string> {
  const { convert } = await import('html-to-text')
  const left = [...(leave.quotes ? quotes : []), ...(leave.signatures ? signatures : [])]
  const options: HtmlToTextOptions = {
    wordwrap: false,
    limits: { maxDepth: DEEPEST, ellipsis: '…' },
    formatters: { link, imageText, fence, inlineCode },
    selectors: [
      { selector: 'a', format: 'link' },
      { selector: 'img', format: 'imageText' },
      { selector: 'pre', format: 'fence' },
      { selector: 'code', format: 'inlineCode' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: { uppercase: false } })),
      ...left.map((selector) => ({ selector, ...skip })),
    ],
  }
  // What is longer would be cut with a note on the terminal.
  return convert(html.slice(0, LONGEST_HTML), options)
}

const link: FormatCallback = (element, _walk, builder) => {
  const text = textOf(element).replace(/[[\]]/g, '')
  const address = (element.attribs?.href ?? '').trim()
  // Other schemes lead nowhere from a message, and a space or parenthesis would end the link.
  if (!/^https?:\/\/[^\s()<>]+$/i.test(address) || text === address) builder.addInline(text)
  else builder.addInline(text === '' ? address : `[${text}](${address})`)
}

const imageText: FormatCallback = (element, _walk, builder) => {
  builder.addInline(element.attribs?.alt ?? '')
}

const inlineCode: FormatCallback = (element, _walk, builder) => {
  const code = textOf(element)
  builder.addInline(code === '' || code.includes('`') ? code : `\`${code}\``)
}

const fence: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ isPre: true, leadingLineBreaks: 2 })
  builder.addLiteral('```\n')
  walk(element.children, builder)
  builder.addLiteral('\n```')
  builder.closeBlock({ trailingLineBreaks: 2 })
}

/** All text in an element, on one line. However deep it is, nothing here calls itself. */
function textOf(element: DomNode): string {
  const parts: string[] = []
  const open: DomNode[] = [element]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'text') parts.push(node.data ?? '')
    if (node.name === 'img') parts.push(node.attribs?.alt ?? '')
    for (const child of [...(node.children ?? [])].reverse()) open.push(child)
  }
  return parts.join('').replace(/\s+/g, ' ').trim()
}
