import sql from 'sql-template-tag'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { Core } from '../core.ts'
import { transact } from '../events/transact.ts'
import { externalContentUrls } from '../external-content/external-content-urls.ts'
import { insertPagePreviews, type PageSlot } from '../markdown/page-previews.ts'
import { longestHtml } from '../messages/render-message.ts'
import { changeRendering, holdRendering } from '../messages/update/change-rendering.ts'
import { knownPreviews } from './page-html.ts'
import { hashOf, requestPreviews } from './preview-requests.ts'

type Parts = Pick<Core, 'db' | 'hub' | 'wakeUps' | 'config' | 'secrets'>

interface RequestRow {
  pages: readonly PageSlot[]
  htmlHash: Uint8Array
  settings: unknown
}

/**
 * Shows the pages that are known now in a message that waits for them, and tells its readers (reference: events,
 * "Preview or thumbnail ready"). What an edit has brought meanwhile is fetched next. A message that is gone, and one
 * whose organization wants no previews any more, is left alone.
 */
export async function showPreviews(
  core: Parts,
  { messageId, organizationId }: { readonly messageId: number; readonly organizationId: number },
): Promise<void> {
  const imageUrl = await externalContentUrls(core)
  await transact(core, organizationId, async (tx) => {
    const held = await holdRendering(tx, messageId)
    const [request] = await tx.query<RequestRow>(sql`
      SELECT r.pages, r.html_hash, o.settings FROM preview_request r, organization o
      WHERE r.message_id = ${messageId} AND o.id = ${organizationId}`)
    if (!request) return
    await tx.query(sql`DELETE FROM preview_request WHERE message_id = ${messageId}`)
    const { pages, htmlHash, settings } = request
    if (!held || !imageUrl || !organizationSettings(settings).inlineUrlEmbedPreview) return
    // An edit that links no pages leaves the request for the HTML before it.
    if (!hashOf(held.html).equals(htmlHash)) return
    const addresses = pages.map(({ address }) => address)
    const known = await knownPreviews(tx, addresses, imageUrl)
    const { html, pending } = insertPagePreviews(held.html, pages, known)
    if (html.length > longestHtml) return
    if (html !== held.html) await changeRendering(tx, held, html)
    await requestPreviews(tx, messageId, { html, pages: pending })
  })
}
