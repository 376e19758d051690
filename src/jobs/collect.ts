import { collectUploads } from '../attachments/resumable/collect-uploads.ts'
import type { Core } from '../core.ts'
import { collectGroups } from '../groups/collect-groups.ts'
import { collectKeys } from '../idempotency/collect-keys.ts'
import { forgetPages } from '../link-previews/known-pages.ts'
import { forgetRequests } from '../link-previews/preview-requests.ts'
import { collectMail } from '../mail/outgoing/outbox.ts'

/** Removes everything that nobody will ask for again, each noun its own. */
export async function collect({ db, collection, files, logger }: Core): Promise<void> {
  const queues = await collection.collectQueues()
  const events = await collection.pruneEvents()
  const keys = await collectKeys(db)
  const groups = await collectGroups(db)
  const uploads = await collectUploads(db)
  const mails = await collectMail(db, logger)
  const previews = (await forgetRequests(db)) + (await forgetPages(db))
  const removedFiles = await files.removeDue()
  if (queues + events + keys + groups + uploads + mails + previews + removedFiles > 0) {
    const collected = { queues, events, keys, groups, uploads, mails, previews, removedFiles }
    logger.debug(collected, 'collected what was idle')
  }
}
