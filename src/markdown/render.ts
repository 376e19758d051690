import { environmentOf, RenderContext, type RenderOptions } from './context.ts'
import { type PageSlot, takePageMarks } from './page-previews.ts'
import { messageParser } from './parser.ts'
import type { References } from './references.ts'

/** A rendered text, and whom it mentions so that they are told. */
export interface Rendered {
  /** Block elements joined by newlines, without a wrapper. */
  readonly html: string
  /** Users mentioned by name, in the order of the text; silent mentions don't count. */
  readonly mentionedUserIds: number[]
  /** Groups mentioned, in the order of the text; whether the writer may is not checked here. */
  readonly mentionedGroupIds: number[]
  /** Everybody in the channel is mentioned. */
  readonly channelWildcard: boolean
  /** Everybody who takes part in the topic is mentioned. */
  readonly topicWildcard: boolean
  /** Where previews of pages go, which others look up. */
  readonly pages: readonly PageSlot[]
}

/**
 * Renders a text to HTML (reference: "Message formatting"). Whatever the text, the HTML holds only
 * elements, attributes and link schemes of the reference, properly nested; the work grows in
 * proportion to the text.
 * @param content the text as written
 * @param references what was found for the names of `findReferences(content)`
 */
export function renderMarkdown(content: string, references: References, options: RenderOptions): Rendered {
  const context = new RenderContext(references, options)
  const marked = messageParser().render(content, environmentOf(context))
  const { html, pages } = takePageMarks(marked, context.pages)
  return {
    html: html.trimEnd(),
    pages,
    mentionedUserIds: [...context.mentionedUserIds],
    mentionedGroupIds: [...context.mentionedGroupIds],
    channelWildcard: context.channelWildcard,
    topicWildcard: context.topicWildcard,
  }
}
