import { organizationSettings } from '../contract/organization-settings.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../contract/server.ts'
import { userSettings } from '../contract/user-settings.ts'
import type { Core } from '../core.ts'
import type { Queryable } from '../database/database.ts'
import { findReferences } from '../markdown/references.ts'
import { type Rendered, renderMarkdown } from '../markdown/render.ts'
import { organizationUrl } from '../organizations/organization-address.ts'
import { lookUpReferences, type Writer } from './references.ts'

/** A rendered message, and the mentioned groups that its writer may or may not mention. */
export interface RenderedMessage extends Rendered {
  readonly content: string
}

/**
 * Renders a message of this writer. A text that mentions nothing costs no query.
 *
 * @param organization settings as stored
 */
export async function renderMessage(
  db: Queryable,
  { config }: Pick<Core, 'config'>,
  writer: Writer,
  organization: { readonly subdomain: string; readonly settings: unknown },
  content: string,
): Promise<RenderedMessage> {
  const references = await lookUpReferences(db, writer, findReferences(content))
  const rendered = renderMarkdown(content, references, {
    emptyTopicDisplayName: EMPTY_TOPIC_DISPLAY_NAME,
    serverUrl: organizationUrl(config, organization),
    translateEmoticons: 'viewer' in writer && userSettings(writer.viewer.settings).translateEmoticons,
    defaultCodeBlockLanguage: organizationSettings(organization.settings).defaultCodeBlockLanguage,
  })
  return { ...rendered, content }
}
