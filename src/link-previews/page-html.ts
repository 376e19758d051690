import type { Queryable } from '../database/database.ts'
import { pagePreview } from '../markdown/page-previews.ts'
import { knownPages } from './known-pages.ts'

/**
 * The previews of pages that are known, by address, as HTML: null for those of which nothing is shown.
 *
 * @param imageUrl where this server shows an image of another one
 */
export async function knownPreviews(
  db: Queryable,
  addresses: readonly string[],
  imageUrl: (address: string) => string,
): Promise<Map<string, string | null>> {
  if (addresses.length === 0) return new Map()
  const known = await knownPages(db, addresses)
  return new Map(
    [...known].map(([address, page]) => [
      address,
      page && pagePreview(address, { ...page, imageSource: imageUrl(page.image) }),
    ]),
  )
}
