import { LRUCache } from 'lru-cache'
import type { ViewerOrganization } from '../access/viewer.ts'
import type { Queryable } from '../database/database.ts'
import { TextLinkifier } from '../markdown/text-linkifier.ts'
import { linkifiersOf } from './read-linkifiers.ts'

/** Organizations whose linkifiers are kept ready. */
const keptOrganizations = 1000

/**
 * Keeps the organizations' linkifiers ready for use. Each request knows its organization's version of
 * them, so that nothing outdated is used; rendering asks the database only after a change.
 */
export class LinkifierDirectory {
  readonly #ready = new LRUCache<string, readonly TextLinkifier[]>({ max: keptOrganizations })

  async of(
    db: Queryable,
    { id, linkifiersVersion }: Pick<ViewerOrganization, 'id' | 'linkifiersVersion'>,
  ): Promise<readonly TextLinkifier[]> {
    if (linkifiersVersion === 0) return []
    const key = `${id} ${linkifiersVersion}`
    const known = this.#ready.get(key)
    if (known) return known
    const rows = await linkifiersOf(db, id)
    const ready = rows.map(({ pattern, urlTemplate }) => new TextLinkifier(pattern, urlTemplate))
    this.#ready.set(key, ready)
    return ready
  }
}
