import sql from 'sql-template-tag'
import { organizationSettings } from '../contract/organization-settings.ts'
import type { Core } from '../core.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../events/transact.ts'
import { externalContentUrls } from '../external-content/external-content-urls.ts'
import type { Channel } from '../generated/prisma/client.ts'
import { insertPagePreviews, type PageSlot } from '../markdown/page-previews.ts'
import { longestHtml } from '../messages/render-message.ts'
import { announceRendering } from '../messages/update/announce-rendering.ts'
import { knownPreviews } from './page-html.ts'
import { hashOf, requestPreviews } from './preview-requests.ts'

type Parts = Pick<Core, 'db' | 'hub' | 'wakeUps' | 'config' | 'secrets'>

interface HeldRow {
  channelId: number | null
  content: string
  renderedContent: string
}

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
    const held = await holdMessage(tx, messageId)
    const [request] = await tx.query<RequestRow>(sql`
      SELECT r.pages, r.html_hash, o.settings FROM preview_request r, organization o
      WHERE r.message_id = ${messageId} AND o.id = ${organizationId}`)
    if (!request) return
    await tx.query(sql`DELETE FROM preview_request WHERE message_id = ${messageId}`)
    const { pages, htmlHash, settings } = request
    if (!held || !imageUrl || !organizationSettings(settings).inlineUrlEmbedPreview) return
    const { message, channel } = held
    // An edit that links no pages leaves the request for the HTML before it.
    if (!hashOf(message.renderedContent).equals(htmlHash)) return
    const addresses = pages.map(({ address }) => address)
    const known = await knownPreviews(tx, addresses, imageUrl)
    const { html, pending } = insertPagePreviews(message.renderedContent, pages, known)
    if (html.length > longestHtml) return
    if (html !== message.renderedContent) {
      await tx.query(sql`UPDATE message SET rendered_content = ${html} WHERE id = ${messageId}`)
      await announceRendering(tx, { id: messageId, channel, content: message.content, html })
    }
    await requestPreviews(tx, messageId, { html, pages: pending })
  })
}

/**
 * Holds a message as those who edit it do: first its channel, so that nobody moves it, then the message. Undefined
 * when there is none.
 */
async function holdMessage(
  tx: Transaction,
  messageId: number,
): Promise<{ message: HeldRow; channel: Channel | null } | undefined> {
  for (;;) {
    const [place] = await tx.query<Pick<HeldRow, 'channelId'>>(
      sql`SELECT channel_id FROM message WHERE id = ${messageId}`,
    )
    if (!place) return undefined
    const [channel] = await tx.query<Channel>(
      sql`SELECT * FROM channel WHERE id = ${place.channelId}::int FOR SHARE`,
    )
    const [message] = await tx.query<HeldRow>(sql`
      SELECT channel_id, content, rendered_content FROM message WHERE id = ${messageId} FOR UPDATE`)
    if (!message) return undefined
    // Somebody may have moved it while its channel was waited for.
    if (message.channelId === place.channelId) return { message, channel: channel ?? null }
  }
}
