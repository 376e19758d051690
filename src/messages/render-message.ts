import type { ViewerOrganization } from '../access/viewer.ts'
import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../contract/server.ts'
import { userSettings } from '../contract/user-settings.ts'
import type { Core } from '../core.ts'
import type { Queryable } from '../database/database.ts'
import { externalContentUrls } from '../external-content/external-content-urls.ts'
import { knownPreviews } from '../link-previews/page-html.ts'
import type { RenderOptions } from '../markdown/context.ts'
import { findReferences } from '../markdown/find-references.ts'
import { insertPagePreviews, shownPagePreviews } from '../markdown/page-previews.ts'
import type { References } from '../markdown/references.ts'
import { type Rendered, renderMarkdown } from '../markdown/render.ts'
import type { TextLinkifier } from '../markdown/text-linkifier.ts'
import { organizationUrl } from '../organizations/organization-address.ts'
import { lookUpReferences, type Writer } from './references.ts'

/** A rendered message. */
export interface RenderedMessage extends Rendered {
  readonly content: string
  /** The organization's, which apply to the message's topic, too. */
  readonly linkifiers: readonly TextLinkifier[]
}

/** Characters that the HTML of a message may have. */
export const longestHtml = 100 * textLimits.messageContent

/**
 * Renders a message of this writer. A text that mentions nothing costs no query. Pages that are known already are
 * shown; `pages` are those that are not.
 *
 * @param organization settings as stored
 * @param before HTML of the message before an edit: what it shows of pages stays
 * @throws CodedError BAD_REQUEST for a text whose HTML would be too long
 */
export async function renderMessage(
  db: Queryable,
  core: Pick<Core, 'config' | 'linkifiers' | 'secrets'>,
  writer: Writer,
  organization: ViewerOrganization,
  content: string,
  before = '',
): Promise<RenderedMessage> {
  const references = await lookUpReferences(db, writer, findReferences(content))
  const linkifiers = await core.linkifiers.of(db, organization)
  const settings = organizationSettings(organization.settings)
  // The server's own messages show nothing of others, and are rendered where no other connection may be used.
  const imageUrl = 'viewer' in writer ? await externalContentUrls(core) : undefined
  const rendered = renderOrRefuse(content, references, {
    emptyTopicDisplayName: EMPTY_TOPIC_DISPLAY_NAME,
    serverUrl: organizationUrl(core.config, organization),
    translateEmoticons: 'viewer' in writer && userSettings(writer.viewer.settings).translateEmoticons,
    defaultCodeBlockLanguage: settings.defaultCodeBlockLanguage,
    inlineImagePreview: settings.inlineImagePreview,
    externalContentUrl: core.config.showsRemoteImages ? imageUrl : undefined,
    previewsPages: imageUrl !== undefined && core.config.showsLinkPreviews && settings.inlineUrlEmbedPreview,
    linkifiers,
  })
  const shown = imageUrl && (await showKnownPages(db, rendered, before, imageUrl))
  return { ...rendered, ...shown, content, linkifiers }
}

/** Shows pages of which it is known what they say, or which were shown before. */
async function showKnownPages(
  db: Queryable,
  { html, pages }: Rendered,
  before: string,
  imageUrl: (address: string) => string,
): Promise<Pick<Rendered, 'html' | 'pages'>> {
  if (pages.length === 0) return { html, pages }
  const kept = shownPagePreviews(before, pages)
  const unknown = pages.map(({ address }) => address).filter((address) => !kept.has(address))
  const known = await knownPreviews(db, unknown, imageUrl)
  const shown = insertPagePreviews(html, pages, new Map([...known, ...kept]))
  // A text that leaves no room for previews is as good without them.
  return shown.html.length > longestHtml ? { html, pages: [] } : { html: shown.html, pages: shown.pending }
}

function renderOrRefuse(content: string, references: References, options: RenderOptions): Rendered {
  const rendered = renderMarkdown(content, references, options)
  if (rendered.html.length > longestHtml) {
    throw badRequest('Unable to render message: its formatting is too long')
  }
  return rendered
}
