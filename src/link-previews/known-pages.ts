import sql from 'sql-template-tag'
import type { Queryable } from '../database/database.ts'
import type { Page } from './page.ts'

/** Seconds for which it is remembered what a page said of itself. */
const pageSeconds = 86_400
/** The same of one that could not be fetched, which may be so for a moment only. */
const failureSeconds = 3600

/** What came of fetching a page: `undefined` when it could not be fetched, null when there is nothing to show of it. */
export type Outcome = Page | null | undefined

interface PageRow {
  address: string
  title: string | null
  description: string | null
  image: string | null
}

/** What is remembered of pages, by address: null for those of which nothing is shown. */
export async function knownPages(
  db: Queryable,
  addresses: readonly string[],
): Promise<Map<string, Page | null>> {
  const rows = await db.query<PageRow>(sql`
    SELECT address, title, description, image FROM linked_page
    WHERE address = ANY(${addresses}::text[]) AND expires_at > now()`)
  return new Map(
    rows.map(({ address, title, description, image }) => [
      address,
      image === null ? null : { title, description, image },
    ]),
  )
}

/** Remembers what came of fetching a page. */
export async function rememberPage(db: Queryable, address: string, outcome: Outcome): Promise<void> {
  const seconds = outcome === undefined ? failureSeconds : pageSeconds
  const { title = null, description = null, image = null } = outcome ?? {}
  await db.query(sql`
    INSERT INTO linked_page (address, title, description, image, expires_at)
    VALUES (${address}, ${title}, ${description}, ${image}, now() + make_interval(secs => ${seconds}))
    ON CONFLICT (address) DO UPDATE SET title = excluded.title, description = excluded.description,
      image = excluded.image, expires_at = excluded.expires_at`)
}

/**
 * Forgets pages that would be fetched again.
 *
 * @returns how many
 */
export async function forgetPages(db: Queryable): Promise<number> {
  const forgotten = await db.query(sql`DELETE FROM linked_page WHERE expires_at <= now() RETURNING address`)
  return forgotten.length
}
