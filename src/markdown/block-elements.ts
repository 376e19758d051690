import type { RendererRule } from 'markdown-it'
import { canonicalLanguage } from './code-languages.ts'
import { contextOf } from './context.ts'
import { highlight } from './highlight/highlight.ts'
import type { Work } from './highlight/line-reader.ts'
import { breakBeforeBlock, escapeAttribute, escapeText } from './html.ts'
import { pageMark } from './page-previews.ts'

/** Renders a fenced code block; one that names no language has the organization's default. */
export const renderFence: RendererRule = (tokens, index, _options, env) => {
  const { options, highlighting } = contextOf(env)
  const word = tokens[index]?.info || options.defaultCodeBlockLanguage || ''
  return breakBeforeBlock(tokens, index) + codeBlock(tokens[index]?.content ?? '', word, highlighting)
}

/** Renders an indented code block, which never has a language. */
export const renderIndentedCode: RendererRule = (tokens, index) =>
  breakBeforeBlock(tokens, index) + codeHtml('', escapeText(closedLine(tokens[index]?.content ?? '')))

/** Renders the start of a spoiler, up to its title. */
export const renderSpoilerOpen: RendererRule = (tokens, index) =>
  `${breakBeforeBlock(tokens, index)}<div class="spoiler-block"><div class="spoiler-header">\n`

/** Renders what stands between the title and the content of a spoiler. */
export const renderSpoilerBody: RendererRule = () =>
  '</div><div class="spoiler-content" aria-hidden="true">\n'

/** Renders the end of a spoiler. */
export const renderSpoilerClose: RendererRule = () => '</div></div>\n'

/** Renders the preview of a file. */
export const renderPreview: RendererRule = (tokens, index) =>
  `${breakBeforeBlock(tokens, index)}${tokens[index]?.content ?? ''}\n`

/** Renders the place for the preview of a page. */
export const renderPage: RendererRule = () => pageMark

/** Renders a cell of a table: clients read its alignment from a style of exactly this spelling. */
export const renderCell: RendererRule = (tokens, index, options, _env, renderer) => {
  const token = tokens[index]
  const align = /^text-align:(left|center|right)$/.exec(String(token?.attrGet('style')))?.[1]
  if (token && align !== undefined) token.attrs = [['style', `text-align: ${align};`]]
  return renderer.renderToken(tokens, index, options)
}

function codeBlock(content: string, word: string, work: Work): string {
  const language = canonicalLanguage(word)
  const attribute = language === '' ? '' : ` data-code-language="${escapeAttribute(language)}"`
  return codeHtml(attribute, highlight(closedLine(content), language, work))
}

function closedLine(code: string): string {
  return code === '' || code.endsWith('\n') ? code : `${code}\n`
}

function codeHtml(attribute: string, html: string): string {
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}</code></pre></div>\n`
}
