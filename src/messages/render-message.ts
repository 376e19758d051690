import type { ViewerOrganization } from '../access/viewer.ts'
import { badRequest } from '../contract/coded-error.ts'
import { textLimits } from '../contract/limits.ts'
import { organizationSettings } from '../contract/organization-settings.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../contract/server.ts'
import { userSettings } from '../contract/user-settings.ts'
import type { Core } from '../core.ts'
import type { Queryable } from '../database/database.ts'
import { externalImageUrls } from '../external-content/external-image-urls.ts'
import type { RenderOptions } from '../markdown/context.ts'
import { findReferences, type References } from '../markdown/references.ts'
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

/** HTML may be this many times as long as the longest message. */
const htmlFactor = 100

/**
 * Renders a message of this writer. A text that mentions nothing costs no query.
 *
 * @param organization settings as stored
 * @throws CodedError BAD_REQUEST for a text whose HTML would be too long
 */
export async function renderMessage(
  db: Queryable,
  core: Pick<Core, 'config' | 'linkifiers' | 'secrets'>,
  writer: Writer,
  organization: ViewerOrganization,
  content: string,
): Promise<RenderedMessage> {
  const references = await lookUpReferences(db, writer, findReferences(content))
  const linkifiers = await core.linkifiers.of(db, organization)
  const settings = organizationSettings(organization.settings)
  const rendered = renderOrRefuse(content, references, {
    emptyTopicDisplayName: EMPTY_TOPIC_DISPLAY_NAME,
    serverUrl: organizationUrl(core.config, organization),
    translateEmoticons: 'viewer' in writer && userSettings(writer.viewer.settings).translateEmoticons,
    defaultCodeBlockLanguage: settings.defaultCodeBlockLanguage,
    inlineImagePreview: settings.inlineImagePreview,
    // The server's own messages show no images of others, and are rendered where no other connection may be used.
    externalImageUrl: 'viewer' in writer ? await externalImageUrls(core) : undefined,
    linkifiers,
  })
  return { ...rendered, content, linkifiers }
}

function renderOrRefuse(content: string, references: References, options: RenderOptions): Rendered {
  const rendered = renderMarkdown(content, references, options)
  if (rendered.html.length > htmlFactor * textLimits.messageContent) {
    throw badRequest('Unable to render message: its formatting is too long')
  }
  return rendered
}
