import sql from 'sql-template-tag'
import type { ViewerOrganization } from '../access/viewer.ts'
import type { Queryable } from '../database/database.ts'
import type { LoggedEvent } from '../events/log.ts'

interface Reading {
  /** The change because of which it was read. */
  readonly changedAt: number
  readonly organization: Promise<ViewerOrganization | undefined>
}

/**
 * Organizations as they are now, for what lives longer than a request. The log, which this node follows,
 * tells of changes; each is read once for all who ask.
 */
export class PresentOrganizations {
  readonly #db: Queryable
  /** Ids of the newest events about settings of which this process has been told, by the organization. */
  readonly #changedAt = new Map<number, number>()
  readonly #readings = new Map<number, Reading>()

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Looks at an event of the log. */
  note({ id, payload }: LoggedEvent, organizationId: number): void {
    if (payload.type === 'realm') this.#changedAt.set(organizationId, id)
  }

  /** What has become of an organization; itself where nothing of it has changed. */
  async of(organization: ViewerOrganization): Promise<ViewerOrganization> {
    const { id } = organization
    const changedAt = this.#changedAt.get(id)
    if (changedAt === undefined) return organization
    let reading = this.#readings.get(id)
    if (reading?.changedAt !== changedAt) {
      reading = { changedAt, organization: this.#read(id) }
      this.#readings.set(id, reading)
      // Whoever waits for it is told; the next one tries again.
      reading.organization.catch(() => this.#readings.delete(id))
    }
    return (await reading.organization) ?? organization
  }

  async #read(organizationId: number): Promise<ViewerOrganization | undefined> {
    const [row] = await this.#db.query<ViewerOrganization>(sql`
      SELECT id, subdomain, name, settings, linkifiers_version FROM organization WHERE id = ${organizationId}`)
    return row
  }
}
