import type { RendererRule } from 'markdown-it'
import { escapeText } from './html.ts'

/** Renders text. */
export const renderText: RendererRule = (tokens, index) => escapeText(tokens[index]?.content ?? '')

/** Renders code within a line. */
export const renderCode: RendererRule = (tokens, index) =>
  `<code>${escapeText(tokens[index]?.content ?? '')}</code>`

/** Renders an element with its attributes around plain text: mentions, emoji, times. */
export const renderElement: RendererRule = (tokens, index, _options, _env, renderer) => {
  const token = tokens[index]
  if (!token) return ''
  return `<${token.tag}${renderer.renderAttrs(token)}>${escapeText(token.content)}</${token.tag}>`
}

/** Renders an image or a player within a line, which is HTML already. */
export const renderMedia: RendererRule = (tokens, index) => tokens[index]?.content ?? ''

/** Renders the start of struck-out text. */
export const renderStrikeOpen: RendererRule = () => '<del>'

/** Renders the end of struck-out text. */
export const renderStrikeClose: RendererRule = () => '</del>'
