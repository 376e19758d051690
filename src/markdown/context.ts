import type { Env } from 'markdown-it'
import { costOf, formulaBudget, typeset } from './formulas.ts'
import { highlightingWork } from './highlight/highlight.ts'
import type { Work } from './highlight/line-reader.ts'
import { ReferenceIndex } from './reference-index.ts'
import type { References, UploadedPicture } from './references.ts'
import type { TextLinkifier } from './text-linkifier.ts'

/** What rendering depends on beside the text and what it refers to. */
export interface RenderOptions {
  /** What people read where a topic is empty. */
  readonly emptyTopicDisplayName: string
  /** The organization's own URL: links to its messages and uploads become relative. */
  readonly serverUrl?: string
  /** Turn `:)` and its like into emoji, as the writer wishes. */
  readonly translateEmoticons?: boolean
  /** Language of code blocks that name none; empty for none. */
  readonly defaultCodeBlockLanguage?: string
  /** Whether linked images and videos are shown; they are unless told. */
  readonly inlineImagePreview?: boolean
  /** Where this server shows an image, a video or a sound of another one; without it such files stay links. */
  readonly externalContentUrl?: ((address: string) => string) | undefined
  /** Whether places are kept for previews of the pages that a text links; they are not unless told. */
  readonly previewsPages?: boolean
  /** The organization's, in the order in which they apply. */
  readonly linkifiers?: readonly TextLinkifier[]
}

/** One rendering under way: what its rules look up and what they find out. */
export class RenderContext {
  readonly references: ReferenceIndex
  readonly customEmoji: ReadonlyMap<string, string>
  readonly pictures: ReadonlyMap<string, UploadedPicture>
  readonly options: RenderOptions
  readonly mentionedUserIds = new Set<number>()
  readonly mentionedGroupIds = new Set<number>()
  /** Addresses of linked pages that can be previewed, in the order of their places. */
  readonly pages: string[] = []
  /** What highlighting the text's code may still cost. */
  readonly highlighting: Work = { left: highlightingWork }
  channelWildcard = false
  topicWildcard = false
  /** How many block quotes stand around the text being read: mentions in there are silent. */
  quoteDepth = 0

  readonly #formulas = new Set<string>()
  #formulaBudget = formulaBudget

  constructor(references: References, options: RenderOptions) {
    this.references = new ReferenceIndex(references)
    this.customEmoji = references.customEmoji ?? new Map()
    this.pictures = references.pictures ?? new Map()
    this.options = options
  }

  /** A formula as HTML; null for what is none, and for one beyond what a text may have. */
  typeset(source: string, isDisplayed: boolean): string | null {
    if (!this.#formulas.has(source)) {
      const cost = costOf(source)
      if (cost > this.#formulaBudget) return null
      this.#formulaBudget -= cost
      this.#formulas.add(source)
    }
    return typeset(source, isDisplayed)
  }
}

/** The environment that carries a rendering through the parser. */
export function environmentOf(context: RenderContext): Env {
  return { rendering: context }
}

/** The rendering that an environment carries. */
export function contextOf(env: Env | undefined): RenderContext {
  const context = env?.rendering
  if (!(context instanceof RenderContext)) throw new Error('The parser was called without a rendering')
  return context
}
