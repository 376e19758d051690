import MarkdownIt, { type MarkdownIt as Parser } from 'markdown-it'
import { recognizeBareLinks } from './bare-links.ts'
import * as blocks from './block-elements.ts'
import { channelLinks } from './channel-links.ts'
import { tooDeep } from './depth.ts'
import { namedEmoji } from './emoji.ts'
import { emojiInText } from './emoji-in-text.ts'
import { orderEmphasis, underscores } from './emphasis.ts'
import { fences } from './fences.ts'
import { headings } from './headings.ts'
import * as inline from './inline-elements.ts'
import { inlineText } from './inline-text.ts'
import { linkifyText } from './linkify-text.ts'
import { finishLinks, restrictLinks } from './links.ts'
import { lists } from './lists.ts'
import { inlineMath, renderInlineMath, renderMathBlock } from './math.ts'
import { mentions } from './mentions.ts'
import { previews } from './previews.ts'
import { quotes } from './quotes.ts'
import { timestamps } from './timestamps.ts'

/** Beyond this depth of links and the like the parser takes characters as they are. */
const maxNesting = 60

// What the reference does not have stays text: definitions, headings by underlining, HTML,
// backslash escapes, character entities, addresses in angle brackets.
const unusedRules = [
  ...['reference', 'lheading', 'html_block'],
  ...['escape', 'image', 'autolink', 'html_inline', 'entity'],
  ...['strip_references', 'replacements', 'smartquotes'],
]

let parser: Parser | undefined

/** The parser, built when it is first needed; it keeps nothing between texts. */
export function messageParser(): Parser {
  parser ??= buildParser()
  return parser
}

function buildParser(): Parser {
  const built = new MarkdownIt({ html: false, breaks: true, maxNesting })
  built.disable(unusedRules)
  addBlockRules(built)
  addInlineRules(built)
  addRenderers(built)
  restrictLinks(built)
  recognizeBareLinks(built)
  return built
}

function addBlockRules({ block, core }: Parser): void {
  block.ruler.before('table', 'too_deep', tooDeep)
  block.ruler.at('fence', fences, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  block.ruler.at('blockquote', quotes, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  block.ruler.at('list', lists, { alt: ['paragraph', 'reference', 'blockquote'] })
  block.ruler.at('heading', headings, { alt: ['paragraph', 'reference', 'blockquote'] })
  core.ruler.at('inline', inlineText)
  core.ruler.push('finish_links', finishLinks)
  core.ruler.push('linkify_text', linkifyText)
  core.ruler.push('previews', previews)
  core.ruler.push('order_emphasis', orderEmphasis)
  core.ruler.push('emoji_in_text', emojiInText)
}

function addInlineRules({ inline: { ruler } }: Parser): void {
  ruler.before('emphasis', 'underscores', underscores)
  ruler.before('emphasis', 'inline_math', inlineMath)
  ruler.before('emphasis', 'mentions', mentions)
  ruler.before('emphasis', 'channel_links', channelLinks)
  ruler.before('emphasis', 'timestamps', timestamps)
  ruler.before('emphasis', 'named_emoji', namedEmoji)
}

function addRenderers({ renderer: { rules } }: Parser): void {
  rules.text = inline.renderText
  rules.code_inline = inline.renderCode
  rules.element = inline.renderElement
  rules.s_open = inline.renderStrikeOpen
  rules.s_close = inline.renderStrikeClose
  rules.math_inline = renderInlineMath
  rules.math_block = renderMathBlock
  rules.preview = blocks.renderPreview
  rules.page = blocks.renderPage
  rules.media = inline.renderMedia
  rules.fence = blocks.renderFence
  rules.code_block = blocks.renderIndentedCode
  rules.spoiler_open = blocks.renderSpoilerOpen
  rules.spoiler_body = blocks.renderSpoilerBody
  rules.spoiler_close = blocks.renderSpoilerClose
  rules.th_open = blocks.renderCell
  rules.td_open = blocks.renderCell
}
